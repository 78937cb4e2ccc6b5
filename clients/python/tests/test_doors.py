"""Connecting by every door, failing to connect, and closing."""

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List
from unittest import mock

import qbcoach
from qbcoach.door import ProgramDoor, Tcp, UnixSocket, WebSocket, parse_address
from support import AsyncTest, daemon, program, soon


def addresses() -> Dict[str, Any]:
    """Right and wrong addresses, which the tests of every client read."""
    file = Path(__file__).parents[3] / "protocol" / "addresses.json"
    return dict(json.loads(file.read_text(encoding="utf-8")))


def child_of(coach: qbcoach.Coach) -> ProgramDoor:
    """The child process of a coach that was started."""
    connection = coach._link._connection
    assert connection is not None and isinstance(connection._door, ProgramDoor)
    return connection._door


async def a_match(coach: qbcoach.Coach) -> List[Any]:
    """The answers of a short match; they must be the same at every door."""
    match = await coach.create(mode="simulated", seed=7, autoplay=["enemy"])
    answers: List[Any] = [match.snapshot, await match.mulligan()]
    for _ in range(3):
        offered = await match.actions()
        answers += [offered, await match.act(offered["actions"][0]["action"])]
    answers += [await match.observation(), await match.threats(), await match.evaluate()]
    answers += [await match.predict_decks(), await match.predict_hand(), await match.advice(2)]
    answers += [await match.undo(), await match.export("text")]
    await match.delete()
    return answers


def without_id(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: without_id(value) for key, value in answer.items() if key != "sessionId"}
    if isinstance(answer, list):
        return [without_id(value) for value in answer]
    return answer


class Doors(AsyncTest):
    async def test_every_door_gives_the_same_answers(self) -> None:
        async with qbcoach.start(program()) as coach:
            expected = without_id(await soon(a_match(coach)))
        async with daemon() as running:
            for address in (running.socket, running.tcp, running.websocket):
                with self.subTest(address=address):
                    async with qbcoach.connect(address) as coach:
                        self.assertEqual(without_id(await soon(a_match(coach))), expected)

    async def test_an_awaited_coach_is_closed_by_the_caller(self) -> None:
        coach = await qbcoach.start(program())
        self.assertEqual((await coach.card("crawler"))["id"], "019")
        await coach.close()
        self.assertEqual(coach.state, "closed")
        await coach.close()
        with self.assertRaises(qbcoach.ConnectionLost) as caught:
            await coach.card("crawler")
        self.assertIs(caught.exception.applied, False)

    async def test_a_started_daemon_exits_with_status_0(self) -> None:
        async with qbcoach.start(program()) as coach:
            door = child_of(coach)
            self.assertIsNone(door.status)
        self.assertEqual(door.status, 0)

    async def test_a_started_daemon_exits_also_when_the_script_fails(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            async with qbcoach.start(program()) as coach:
                door = child_of(coach)
                raise ZeroDivisionError
        self.assertEqual(door.status, 0)

    async def test_a_daemon_that_logs_a_lot_is_not_blocked(self) -> None:
        async with qbcoach.start(program(), ["--log-level", "trace", "--log-json"]) as coach:
            for number in range(300):
                await soon(coach.card(f"{number % 100 + 1:03}"))

    async def test_the_program_is_found_by_argument_variable_and_path(self) -> None:
        environment = dict(os.environ)
        try:
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(program(), os.path.join(folder, "qbcoach"))
                real = program()
                os.environ["QBCOACH"] = real
                async with qbcoach.start() as coach:
                    self.assertEqual(coach.state, "up")
                del os.environ["QBCOACH"]
                os.environ["PATH"] = folder
                async with qbcoach.start() as coach:
                    self.assertEqual(coach.state, "up")
                os.environ["PATH"] = ""
                with self.assertRaises(qbcoach.ProgramNotFound) as caught:
                    await qbcoach.start()
                self.assertIn("QBCOACH", str(caught.exception))
        finally:
            os.environ.clear()
            os.environ.update(environment)

    async def test_starting_a_program_that_is_not_a_daemon_fails(self) -> None:
        with self.assertRaises(qbcoach.ConnectionLost) as caught:
            await soon(qbcoach.start(program(), ["--no-such-option"])._open())
        self.assertIn("--no-such-option", str(caught.exception))
        with self.assertRaises(qbcoach.ConnectionLost):
            await soon(qbcoach.start(sys.executable, ["-c", "print('hello')"])._open())

    async def test_connecting_without_a_daemon_gives_a_hint(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for address in (f"unix:{folder}/socket", "tcp://127.0.0.1:9", "ws://127.0.0.1:9"):
                with self.subTest(address=address):
                    with self.assertRaises(qbcoach.ConnectionLost) as caught:
                        await qbcoach.connect(address)
                    self.assertIn("qbcoach serve", str(caught.exception))

    async def test_connecting_to_another_kind_of_server_fails(self) -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async def http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            writer.close()

        for server, reason in [(silent, "did not answer"), (http, "not a header")]:
            running = await asyncio.start_server(server, "127.0.0.1", 0)
            port = running.sockets[0].getsockname()[1]
            with mock.patch("qbcoach.link.GREETING_SECONDS", 0.1):
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(qbcoach.connect(f"tcp://127.0.0.1:{port}")._open())
            self.assertIn(reason, str(caught.exception))
            running.close()

    async def test_wait_seconds_waits_for_a_daemon_that_starts_later(self) -> None:
        async with daemon() as running:
            await running.kill()
            opening = asyncio.ensure_future(
                qbcoach.connect(running.socket, wait_seconds=60.0)._open()
            )
            await running.start()
            coach = await soon(opening)
            self.assertEqual(coach.state, "up")
            await coach.close()

    async def test_the_token_decides_the_role(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
            tokens.write("control control-token-123456\nview view-token-1234567890\n")
            tokens.flush()
            async with daemon("--token-file", tokens.name) as running:
                for address in (running.tcp, running.websocket):
                    with self.assertRaises(qbcoach.NotAllowed):
                        await qbcoach.connect(address, token="wrong-token-123456789")
                    async with qbcoach.connect(address, token="view-token-1234567890") as viewer:
                        with self.assertRaises(qbcoach.NotAllowed):
                            await viewer.create()
                        self.assertEqual((await viewer.info())["role"], "view")
                    async with qbcoach.connect(address, token="control-token-123456") as player:
                        await (await player.create()).delete()

    def test_addresses_are_those_of_every_client(self) -> None:
        for case in addresses()["right"]:
            with self.subTest(text=case["text"]):
                expected: object
                if "websocket" in case:
                    expected = WebSocket(case["websocket"])
                elif "tcp" in case:
                    expected = Tcp(**case["tcp"])
                else:
                    expected = UnixSocket(case["local"])
                self.assertEqual(parse_address(case["text"]), expected)

    def test_a_wrong_address_gives_examples_of_right_ones(self) -> None:
        for text in addresses()["wrong"]:
            with self.subTest(text=text):
                with self.assertRaises(qbcoach.QbcoachError) as caught:
                    parse_address(text)
                self.assertIn("ws://127.0.0.1:7117", str(caught.exception))
