"""One connection to a daemon; the test plays the daemon."""

import asyncio
import json
from typing import Any, List, Optional

from support import AsyncTest, soon

from qbcoach import ConnectionLost, Refused
from qbcoach.connection import Connection


class FakeDoor:
    """A door whose messages come from the test and go to it."""

    def __init__(self) -> None:
        self.sent: List[Any] = []
        self.incoming: "asyncio.Queue[Optional[bytes]]" = asyncio.Queue()
        self.closing = asyncio.Event()
        self.may_close = asyncio.Event()
        self.may_close.set()
        self.broken: Optional[OSError] = None
        self.close_reason: Optional[str] = None

    async def send(self, text: bytes) -> None:
        if self.broken is not None:
            raise self.broken
        self.sent.append(json.loads(text))

    async def receive(self) -> Optional[bytes]:
        return await self.incoming.get()

    async def close(self) -> None:
        self.closing.set()
        await self.may_close.wait()

    def put(self, message: Any) -> None:
        self.incoming.put_nowait(message if isinstance(message, bytes) else json.dumps(message).encode())

    def end(self) -> None:
        self.incoming.put_nowait(None)


class Connections(AsyncTest):
    def connect(self, door: FakeDoor) -> Connection:
        self.ends: List[str] = []
        self.notifications: List[Any] = []
        return Connection(
            door,
            on_notification=lambda method, params: self.notifications.append((method, params)),
            on_end=lambda connection, reason: self.ends.append(reason),
            most_in_flight=4,
        )

    async def wait_for_sent(self, door: FakeDoor, count: int) -> None:
        async def wait() -> None:
            while len(door.sent) < count:
                await asyncio.sleep(0)

        await soon(wait())

    async def test_answers_in_any_order_are_matched_to_requests(self) -> None:
        door = FakeDoor()
        connection = self.connect(door)
        asking = [asyncio.ensure_future(connection.request("m", [number])) for number in range(3)]
        await self.wait_for_sent(door, 3)
        for sent in reversed(door.sent):
            door.put({"jsonrpc": "2.0", "id": sent["id"], "result": sent["params"]})
        self.assertEqual(await soon(asyncio.gather(*asking)), [[0], [1], [2]])
        await connection.close(shutdown=False)

    async def test_no_more_requests_are_in_flight_than_allowed(self) -> None:
        door = FakeDoor()
        connection = self.connect(door)
        asking = [asyncio.ensure_future(connection.request("m")) for _ in range(9)]
        answered = 0
        while answered < 9:
            await self.wait_for_sent(door, min(answered + 4, 9))
            self.assertLessEqual(len(door.sent) - answered, 4)
            door.put({"jsonrpc": "2.0", "id": door.sent[answered]["id"], "result": None})
            answered += 1
        await soon(asyncio.gather(*asking))
        await connection.close(shutdown=False)

    async def test_unknown_ids_are_ignored_and_unknown_codes_are_refusals(self) -> None:
        door = FakeDoor()
        connection = self.connect(door)
        for stray in (
            {"jsonrpc": "2.0", "id": 77, "result": 1},
            {"jsonrpc": "2.0", "id": "text", "result": 1},
            {"jsonrpc": "2.0", "method": "brand/new"},
        ):
            door.put(stray)
        asking = asyncio.ensure_future(connection.request("m"))
        await self.wait_for_sent(door, 1)
        door.put({"jsonrpc": "2.0", "id": 1, "error": {"code": 4711, "message": "newer than this"}})
        with self.assertRaises(Refused) as caught:
            await soon(asking)
        self.assertEqual((caught.exception.code, str(caught.exception)), (4711, "newer than this"))
        self.assertEqual(self.notifications, [("brand/new", {})])
        await connection.close(shutdown=False)

    async def test_an_error_without_id_is_the_reason_of_the_end(self) -> None:
        door = FakeDoor()
        connection = self.connect(door)
        asking = asyncio.ensure_future(connection.request("m"))
        await self.wait_for_sent(door, 1)
        data = {"reason": "the daemon is stopping"}
        door.put({"jsonrpc": "2.0", "id": None, "error": {"code": -32603, "message": "", "data": data}})
        door.end()
        with self.assertRaises(ConnectionLost) as caught:
            await soon(asking)
        self.assertIn("the daemon is stopping", str(caught.exception))
        self.assertIsNone(caught.exception.applied)
        self.assertEqual(self.ends, ["the daemon is stopping"])
        await connection.close(shutdown=False)

    async def test_a_broken_message_ends_the_connection(self) -> None:
        for wrong in (b"hello", b"[]", b"7", b"\xff"):
            with self.subTest(wrong=wrong):
                door = FakeDoor()
                connection = self.connect(door)
                asking = asyncio.ensure_future(connection.request("m"))
                await self.wait_for_sent(door, 1)
                door.put(wrong)
                with self.assertRaises(ConnectionLost):
                    await soon(asking)
                self.assertEqual(len(self.ends), 1)
                await connection.close(shutdown=False)

    async def test_a_request_while_the_door_closes_is_reported_as_not_applied(self) -> None:
        door = FakeDoor()
        door.may_close.clear()
        connection = self.connect(door)
        first = asyncio.ensure_future(connection.request("m"))
        await self.wait_for_sent(door, 1)
        door.end()
        await soon(door.closing.wait())
        second = asyncio.ensure_future(connection.request("m"))
        done, _ = await asyncio.wait([second], timeout=0.05)
        self.assertEqual(len(done), 0)
        door.may_close.set()
        for asking, applied in ((first, None), (second, False)):
            with self.assertRaises(ConnectionLost) as caught:
                await soon(asking)
            self.assertIs(caught.exception.applied, applied)
        self.assertEqual(len(door.sent), 1)

    async def test_a_failed_write_ends_the_connection(self) -> None:
        door = FakeDoor()
        connection = self.connect(door)
        door.broken = BrokenPipeError("gone")
        door.end()
        with self.assertRaises(ConnectionLost):
            await soon(connection.request("m"))
        self.assertEqual(len(self.ends), 1)
        self.assertIsNotNone(connection.ended)
