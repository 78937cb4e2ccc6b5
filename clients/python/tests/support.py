"""A real daemon for tests, and a line to it that can be watched, cut and tampered with."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, List, Optional

from qbcoach.framing import frame, read_frame

# Python's development mode names every callback that a busy machine was slow with.
logging.getLogger("asyncio").setLevel(logging.ERROR)

PATIENCE = 60.0
"""Seconds that nothing in these tests takes, unless it hangs."""

PACKAGE = Path(__file__).resolve().parent.parent


def program() -> str:
    """The binary under test."""
    found = shutil.which(os.environ.get("QBCOACH", "qbcoach"))
    assert found, "the tests need the qbcoach program: give its path in QBCOACH"
    return found


async def soon(work: Awaitable[Any]) -> Any:
    """The result of something that must not hang."""
    return await asyncio.wait_for(work, PATIENCE)


class Daemon:
    """`qbcoach serve` with all doors open, on the same ports after a restart."""

    def __init__(self, folder: Path, arguments: List[str]) -> None:
        self.folder = folder
        self.arguments = arguments
        self.listen = "127.0.0.1:0"
        self.tcp_at = "127.0.0.1:0"
        self._process: Optional[asyncio.subprocess.Process] = None
        self._draining: Optional["asyncio.Future[bytes]"] = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *[program(), "serve", "--listen", self.listen, "--tcp", self.tcp_at],
            *["--socket", str(self.folder / "socket"), "--data-dir", str(self.folder / "data")],
            *self.arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        log = self._process.stderr
        assert log is not None
        while True:
            line = await soon(log.readline())
            assert line, "the daemon ended before it was ready"
            with contextlib.suppress(ValueError):
                ready = json.loads(line)
                if isinstance(ready, dict) and ready.get("ready"):
                    break
        self.listen, self.tcp_at = ready["listen"], ready["tcp"]
        self._draining = asyncio.ensure_future(log.read())

    async def kill(self) -> None:
        """Without a goodbye."""
        assert self._process is not None and self._draining is not None
        if self._process.returncode is None:
            self._process.kill()
        await soon(self._process.wait())
        await soon(self._draining)

    async def stop(self) -> None:
        """As a service manager does."""
        assert self._process is not None
        self._process.terminate()
        await soon(self._process.wait())

    @property
    def tcp(self) -> str:
        return f"tcp://{self.tcp_at}"

    @property
    def websocket(self) -> str:
        return f"ws://{self.listen}"

    @property
    def socket(self) -> str:
        return f"unix:{self.folder / 'socket'}"


@contextlib.asynccontextmanager
async def daemon(*arguments: str) -> AsyncIterator[Daemon]:
    with tempfile.TemporaryDirectory() as folder:
        running = Daemon(Path(folder), list(arguments))
        await running.start()
        try:
            yield running
        finally:
            await running.kill()


Message = Dict[str, Any]


class Wire:
    """A TCP line to a daemon that hears every message and may keep or change it."""

    def __init__(self, daemon: Daemon) -> None:
        self.host, _, port = daemon.tcp_at.rpartition(":")
        self.port = int(port)
        self.address = ""
        self.sent: List[Message] = []
        self.received: List[Message] = []
        # What to do with a message; None keeps it from going on.
        self.to_daemon: Callable[[Message], Optional[Message]] = lambda message: message
        self.to_client: Callable[[Message], Optional[Message]] = lambda message: message
        self._news = asyncio.Event()
        self._server: Optional[asyncio.AbstractServer] = None
        self._writers: List[asyncio.StreamWriter] = []
        self._tasks: List["asyncio.Future[None]"] = []

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Breaks the line, as pulling a plug does."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self.host, self.port)
        self._writers += [writer, there[1]]
        ways = [
            self._carry(reader, there[1], self.sent, lambda message: self.to_daemon(message)),
            self._carry(there[0], writer, self.received, lambda message: self.to_client(message)),
        ]
        self._tasks += [asyncio.ensure_future(way) for way in ways]

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        heard: List[Message],
        change: Callable[[Message], Optional[Message]],
    ) -> None:
        with contextlib.suppress(OSError, Exception):
            while True:
                text = await read_frame(reader)
                if text is None:
                    break
                message = json.loads(text)
                changed = change(message)
                heard.append(message)
                self._news.set()
                if changed is not None:
                    writer.write(frame(json.dumps(changed).encode()))
        writer.close()

    async def hears(self, wanted: Callable[[], bool]) -> None:
        """Waits until what has gone over the line is as wanted."""

        async def wait() -> None:
            while not wanted():
                self._news.clear()
                await self._news.wait()

        await soon(wait())

    def asked(self, method: str) -> List[Message]:
        return [message for message in self.sent if message.get("method") == method]


@contextlib.asynccontextmanager
async def wire(daemon: Daemon) -> AsyncIterator[Wire]:
    opened = Wire(daemon)
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    """Shows a difference in full, and fails for errors that nobody was there to hear."""

    maxDiff = None

    async def asyncSetUp(self) -> None:
        self.unheard: List[Any] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: self.unheard.append(context)
        )

    async def asyncTearDown(self) -> None:
        gc.collect()
        self.assertEqual(self.unheard, [])
