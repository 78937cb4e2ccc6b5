"""Ways to a daemon: a program that is started, sockets, WebSocket.

A door carries messages and knows nothing of what is in them. An address says how to
open one, again and again if need be.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Protocol, Sequence, Union

from .errors import ConnectionLost, ProgramNotFound, QbcoachError
from .framing import BrokenFrame, frame, read_frame

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

__all__ = ["Address", "Door", "Program", "Tcp", "UnixSocket", "WebSocket", "parse_address"]

PATIENCE = 10.0
"""Seconds to open a door, and for a program to end by itself."""


class Door(Protocol):
    """An open way to a daemon."""

    async def send(self, text: bytes) -> None:
        """Sends one message; OSError if that is not possible any more."""
        ...

    async def receive(self) -> Optional[bytes]:
        """The next message; None at the end."""
        ...

    async def close(self) -> None:
        """Closes it; nothing can be sent or received after."""
        ...

    @property
    def last_words(self) -> Optional[str]:
        """Why it ended, if the other side told."""
        ...


class Address(Protocol):
    """Where a daemon is, or how to start one."""

    async def open(self) -> Door:
        """Opens a door; OSError or ConnectionLost if nobody answers."""
        ...

    @property
    def is_lasting(self) -> bool:
        """Whether its sessions are still there when the door is opened again."""
        ...


class StreamDoor:
    """Framed messages on a pair of streams."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        # Several tasks may wait for room, which asyncio's streams did not always allow.
        self._draining = asyncio.Lock()

    async def send(self, text: bytes) -> None:
        if self._writer.is_closing():
            raise ConnectionResetError("the stream is closed")
        self._writer.write(frame(text))
        async with self._draining:
            await self._writer.drain()

    async def receive(self) -> Optional[bytes]:
        try:
            return await read_frame(self._reader)
        except BrokenFrame as error:
            raise ConnectionLost(f"the daemon sent something that is no message: {error}") from error

    async def close(self) -> None:
        self._writer.close()
        try:
            await asyncio.wait_for(self._writer.wait_closed(), PATIENCE / 5)
        except (OSError, asyncio.TimeoutError):
            pass

    @property
    def last_words(self) -> Optional[str]:
        return None


class ProgramDoor(StreamDoor):
    """A daemon of one's own, spoken to on its standard input and output."""

    REMEMBERED = 4096

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        log: asyncio.StreamReader,
    ) -> None:
        super().__init__(reader, writer)
        self._process = process
        self._log = b""
        self._draining_log = asyncio.ensure_future(self._drain_log(log))

    async def _drain_log(self, log: asyncio.StreamReader) -> None:
        """A daemon whose log nobody reads would stop at some point."""
        while True:
            piece = await log.read(65_536)
            if not piece:
                return
            self._log = (self._log + piece)[-self.REMEMBERED :]

    async def close(self) -> None:
        await super().close()
        # It ends with its input; whoever does not is told with more emphasis.
        for harder in (self._process.terminate, self._process.kill, None):
            try:
                await asyncio.wait_for(self._process.wait(), PATIENCE / 2)
                break
            except asyncio.TimeoutError:
                if harder is not None and self._process.returncode is None:
                    harder()
        await asyncio.wait([self._draining_log], timeout=PATIENCE / 2)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> Optional[int]:
        """The exit status, once it has ended."""
        return self._process.returncode

    @property
    def last_words(self) -> Optional[str]:
        lines = self._log.decode("utf-8", "replace").strip().splitlines()
        errors = [line for line in lines if line.startswith("error")]
        told = errors or lines
        if told:
            return told[-1]
        if self.status is not None and self.status < 0:
            return f"the daemon was ended by signal {-self.status}"
        return f"the daemon ended with status {self.status}" if self.status else None


class WebSocketDoor:
    """JSON-RPC in the text messages of a WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, text: bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._socket.send(text.decode("utf-8"))
        except ConnectionClosed as error:
            raise ConnectionResetError(str(error)) from error

    async def receive(self) -> Optional[bytes]:
        from websockets.exceptions import ConnectionClosed

        try:
            message = await self._socket.recv()
        except ConnectionClosed:
            return None
        return message.encode("utf-8") if isinstance(message, str) else message

    async def close(self) -> None:
        await self._socket.close()

    @property
    def last_words(self) -> Optional[str]:
        return self._socket.close_reason or None


def _unreachable(where: str, error: BaseException) -> ConnectionLost:
    return ConnectionLost(
        f"no daemon answers at {where}: {error or type(error).__name__}",
        "start one with `qbcoach serve`, or let qbcoach.start() do it",
        applied=False,
    )


@dataclass(frozen=True)
class UnixSocket:
    """`unix:PATH`, the door of `qbcoach serve --socket PATH`."""

    path: str
    is_lasting: bool = True

    async def open(self) -> Door:
        if sys.platform == "win32":
            raise QbcoachError("this system has no Unix sockets", "use ws:// or tcp://")
        try:
            opening = asyncio.open_unix_connection(self.path)
            return StreamDoor(*await asyncio.wait_for(opening, PATIENCE))
        except (OSError, asyncio.TimeoutError) as error:
            raise _unreachable(f"unix:{self.path}", error) from error


@dataclass(frozen=True)
class Tcp:
    """`tcp://HOST:PORT`, the door of `qbcoach serve --tcp HOST:PORT`."""

    host: str
    port: int
    is_lasting: bool = True

    async def open(self) -> Door:
        try:
            opening = asyncio.open_connection(self.host, self.port)
            return StreamDoor(*await asyncio.wait_for(opening, PATIENCE))
        except (OSError, asyncio.TimeoutError) as error:
            raise _unreachable(f"tcp://{self.host}:{self.port}", error) from error


@dataclass(frozen=True)
class WebSocket:
    """`ws://HOST:PORT`, the door that `qbcoach serve` opens by default."""

    url: str
    is_lasting: bool = True

    async def open(self) -> Door:
        try:
            from websockets.asyncio.client import connect
            from websockets.exceptions import WebSocketException
        except ImportError as error:
            raise QbcoachError(
                "WebSocket needs the package `websockets`, version 15 or newer",
                "pip install 'qbcoach[websocket]', or connect to unix: or tcp://",
            ) from error
        try:
            # A daemon is on this machine or near it: no proxy, and nothing to compress.
            opening = connect(
                self.url, proxy=None, compression=None, max_size=None, open_timeout=PATIENCE
            )
            return WebSocketDoor(await opening)
        except (OSError, asyncio.TimeoutError, WebSocketException) as error:
            raise _unreachable(self.url, error) from error


@dataclass(frozen=True)
class Program:
    """`qbcoach stdio`, started for this client alone."""

    binary: Optional[str] = None
    arguments: Sequence[str] = ()
    data_dir: Optional[str] = None

    @property
    def is_lasting(self) -> bool:
        return self.data_dir is not None

    async def open(self) -> Door:
        command = [find_program(self.binary), "stdio", *self.arguments]
        if self.data_dir is not None:
            command += ["--data-dir", self.data_dir]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                # Ctrl-C is for us: we then end the daemon in good order.
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:
            raise ProgramNotFound(f"{command[0]} cannot be started: {error}", HOW_TO_FIND) from error
        assert process.stdin and process.stdout and process.stderr
        return ProgramDoor(process, process.stdout, process.stdin, process.stderr)


HOW_TO_FIND = "give its path as `binary`, in the variable QBCOACH, or put it on the PATH"


def find_program(binary: Optional[str] = None) -> str:
    """The `qbcoach` to start: the one given, that of QBCOACH, the one on the PATH."""
    named = binary or os.environ.get("QBCOACH")
    found = shutil.which(named or "qbcoach")
    if found is None:
        raise ProgramNotFound(f"there is no program {named or 'qbcoach'}", HOW_TO_FIND)
    return found


def parse_address(text: str) -> Union[UnixSocket, Tcp, WebSocket]:
    """`unix:PATH`, `tcp://HOST:PORT`, `ws://…` or `wss://…`."""
    if text.startswith("unix:"):
        path = text[len("unix:") :]
        path = path[2:] if path.startswith("//") else path
        if path:
            return UnixSocket(path)
    elif text.startswith("tcp://"):
        host, colon, port = text[len("tcp://") :].rstrip("/").rpartition(":")
        if colon and host and port.isascii() and port.isdigit() and 0 < int(port) < 65_536:
            return Tcp(host.strip("[]"), int(port))
    elif text.startswith(("ws://", "wss://")):
        return WebSocket(text)
    raise QbcoachError(
        f"{text!r} is no address of a daemon",
        "use ws://127.0.0.1:7117, tcp://HOST:PORT or unix:PATH",
    )
