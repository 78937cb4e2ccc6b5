"""A real daemon for tests, and a proxy that records, drops and changes its messages."""

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

# In development mode asyncio warns of every slow callback, which a busy machine causes.
logging.getLogger("asyncio").setLevel(logging.ERROR)

PATIENCE = 60.0
"""Seconds after which a step of a test is taken for hanging."""

PACKAGE = Path(__file__).resolve().parent.parent


def program() -> str:
    """The binary under test."""
    found = shutil.which(os.environ.get("QBCOACH", "qbcoach"))
    assert found, "the tests need the qbcoach program: give its path in QBCOACH"
    return found


async def soon(work: Awaitable[Any]) -> Any:
    """The result of the work; fails if the work hangs."""
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
        """Kills the daemon without letting it shut down."""
        assert self._process is not None and self._draining is not None
        if self._process.returncode is None:
            self._process.kill()
        await soon(self._process.wait())
        await soon(self._draining)

    async def stop(self) -> None:
        """Terminates the daemon as a service manager does; it shuts down in order."""
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


class Proxy:
    """A TCP proxy to a daemon that records every message and may drop or change it."""

    def __init__(self, daemon: Daemon) -> None:
        self.host, _, port = daemon.tcp_at.rpartition(":")
        self.port = int(port)
        self.address = ""
        self.sent: List[Message] = []
        self.received: List[Message] = []
        # Each returns the message to pass on; None drops it.
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
        """Aborts all connections, as pulling a plug does."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream = await asyncio.open_connection(self.host, self.port)
        self._writers += [writer, upstream[1]]
        directions = [
            self._carry(reader, upstream[1], self.sent, lambda message: self.to_daemon(message)),
            self._carry(upstream[0], writer, self.received, lambda message: self.to_client(message)),
        ]
        self._tasks += [asyncio.ensure_future(direction) for direction in directions]

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        record: List[Message],
        change: Callable[[Message], Optional[Message]],
    ) -> None:
        with contextlib.suppress(OSError, Exception):
            while True:
                text = await read_frame(reader)
                if text is None:
                    break
                message = json.loads(text)
                changed = change(message)
                record.append(message)
                self._news.set()
                if changed is not None:
                    writer.write(frame(json.dumps(changed).encode()))
        writer.close()

    async def wait_until(self, wanted: Callable[[], bool]) -> None:
        """Waits until the recorded messages fulfil the condition."""

        async def wait() -> None:
            while not wanted():
                self._news.clear()
                await self._news.wait()

        await soon(wait())

    def requests(self, method: str) -> List[Message]:
        return [message for message in self.sent if message.get("method") == method]


@contextlib.asynccontextmanager
async def proxy_to(daemon: Daemon) -> AsyncIterator[Proxy]:
    opened = Proxy(daemon)
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    """Shows differences in full, and fails if a task raised an error that was not retrieved."""

    maxDiff = None

    async def asyncSetUp(self) -> None:
        self.unretrieved: List[Any] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: self.unretrieved.append(context)
        )

    async def asyncTearDown(self) -> None:
        gc.collect()
        self.assertEqual(self.unretrieved, [])
