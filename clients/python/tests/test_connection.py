"""One line to a daemon, with a daemon that is made up."""

import asyncio
import json
from typing import Any, List, Optional

from support import AsyncTest, soon

from qbcoach import ConnectionLost, Refused
from qbcoach.connection import Connection


class MadeUpDoor:
    """A door whose other side is the test."""

    def __init__(self) -> None:
        self.sent: List[Any] = []
        self.incoming: "asyncio.Queue[Optional[bytes]]" = asyncio.Queue()
        self.closing = asyncio.Event()
        self.may_close = asyncio.Event()
        self.may_close.set()
        self.broken: Optional[OSError] = None
        self.last_words: Optional[str] = None

    async def send(self, text: bytes) -> None:
        if self.broken is not None:
            raise self.broken
        self.sent.append(json.loads(text))

    async def receive(self) -> Optional[bytes]:
        return await self.incoming.get()

    async def close(self) -> None:
        self.closing.set()
        await self.may_close.wait()

    def say(self, message: Any) -> None:
        self.incoming.put_nowait(message if isinstance(message, bytes) else json.dumps(message).encode())

    def end(self) -> None:
        self.incoming.put_nowait(None)


class Connections(AsyncTest):
    def connect(self, door: MadeUpDoor) -> Connection:
        self.ends: List[str] = []
        self.told: List[Any] = []
        return Connection(
            door,
            on_notification=lambda method, params: self.told.append((method, params)),
            on_end=lambda connection, reason: self.ends.append(reason),
            most_in_flight=4,
        )

    async def asked(self, door: MadeUpDoor, many: int) -> None:
        async def wait() -> None:
            while len(door.sent) < many:
                await asyncio.sleep(0)

        await soon(wait())

    async def test_answers_find_those_who_asked_in_any_order(self) -> None:
        door = MadeUpDoor()
        line = self.connect(door)
        asking = [asyncio.ensure_future(line.request("m", [number])) for number in range(3)]
        await self.asked(door, 3)
        for sent in reversed(door.sent):
            door.say({"jsonrpc": "2.0", "id": sent["id"], "result": sent["params"]})
        self.assertEqual(await soon(asyncio.gather(*asking)), [[0], [1], [2]])
        await line.close(shutdown=False)

    async def test_no_more_are_under_way_than_allowed(self) -> None:
        door = MadeUpDoor()
        line = self.connect(door)
        asking = [asyncio.ensure_future(line.request("m")) for _ in range(9)]
        answered = 0
        while answered < 9:
            await self.asked(door, min(answered + 4, 9))
            self.assertLessEqual(len(door.sent) - answered, 4)
            door.say({"jsonrpc": "2.0", "id": door.sent[answered]["id"], "result": None})
            answered += 1
        await soon(asyncio.gather(*asking))
        await line.close(shutdown=False)

    async def test_what_nobody_asked_for_is_left_alone(self) -> None:
        door = MadeUpDoor()
        line = self.connect(door)
        for stray in (
            {"jsonrpc": "2.0", "id": 77, "result": 1},
            {"jsonrpc": "2.0", "id": "text", "result": 1},
            {"jsonrpc": "2.0", "method": "brand/new"},
        ):
            door.say(stray)
        asking = asyncio.ensure_future(line.request("m"))
        await self.asked(door, 1)
        door.say({"jsonrpc": "2.0", "id": 1, "error": {"code": 4711, "message": "newer than this"}})
        with self.assertRaises(Refused) as caught:
            await soon(asking)
        self.assertEqual((caught.exception.code, str(caught.exception)), (4711, "newer than this"))
        self.assertEqual(self.told, [("brand/new", {})])
        await line.close(shutdown=False)

    async def test_the_last_complaint_of_a_daemon_is_why_the_line_ended(self) -> None:
        door = MadeUpDoor()
        line = self.connect(door)
        asking = asyncio.ensure_future(line.request("m"))
        await self.asked(door, 1)
        data = {"reason": "the daemon is stopping"}
        door.say({"jsonrpc": "2.0", "id": None, "error": {"code": -32603, "message": "", "data": data}})
        door.end()
        with self.assertRaises(ConnectionLost) as caught:
            await soon(asking)
        self.assertIn("the daemon is stopping", str(caught.exception))
        self.assertIsNone(caught.exception.applied)
        self.assertEqual(self.ends, ["the daemon is stopping"])
        await line.close(shutdown=False)

    async def test_what_is_no_message_ends_the_line(self) -> None:
        for wrong in (b"hello", b"[]", b"7", b"\xff"):
            with self.subTest(wrong=wrong):
                door = MadeUpDoor()
                line = self.connect(door)
                asking = asyncio.ensure_future(line.request("m"))
                await self.asked(door, 1)
                door.say(wrong)
                with self.assertRaises(ConnectionLost):
                    await soon(asking)
                self.assertEqual(len(self.ends), 1)
                await line.close(shutdown=False)

    async def test_a_request_while_the_door_closes_is_known_not_to_be_sent(self) -> None:
        door = MadeUpDoor()
        door.may_close.clear()
        line = self.connect(door)
        first = asyncio.ensure_future(line.request("m"))
        await self.asked(door, 1)
        door.end()
        await soon(door.closing.wait())
        second = asyncio.ensure_future(line.request("m"))
        done, _ = await asyncio.wait([second], timeout=0.05)
        self.assertEqual(len(done), 0)
        door.may_close.set()
        for asking, applied in ((first, None), (second, False)):
            with self.assertRaises(ConnectionLost) as caught:
                await soon(asking)
            self.assertIs(caught.exception.applied, applied)
        self.assertEqual(len(door.sent), 1)

    async def test_a_line_that_cannot_be_written_to_is_at_its_end(self) -> None:
        door = MadeUpDoor()
        line = self.connect(door)
        door.broken = BrokenPipeError("gone")
        door.end()
        with self.assertRaises(ConnectionLost):
            await soon(line.request("m"))
        self.assertEqual(len(self.ends), 1)
        self.assertIsNotNone(line.ended)
