"""Transports to a daemon: a child process, sockets, WebSocket.

A door carries messages without reading them. An address opens doors, once for every
reconnect.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Protocol, Sequence, Tuple, Union

from .errors import ConnectionLost, ProgramNotFound, QbcoachError
from .framing import BrokenFrame, frame, read_frame

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

__all__ = ["Address", "Door", "Program", "Tcp", "UnixSocket", "WebSocket", "parse_address"]

PATIENCE = 10.0
"""Seconds that opening a door may take, and a child process may take to exit."""


class Door(Protocol):
    """An open transport to a daemon."""

    async def send(self, text: bytes) -> None:
        """Sends one message; raises OSError if the transport is closed or broken."""
        ...

    async def receive(self) -> Optional[bytes]:
        """The next message; None at the end."""
        ...

    async def close(self) -> None:
        """Closes the transport; nothing can be sent or received afterwards."""
        ...

    @property
    def close_reason(self) -> Optional[str]:
        """The reason that the daemon gave for closing, if it gave one."""
        ...


class Address(Protocol):
    """Where a daemon is, or how to start one."""

    async def open(self) -> Door:
        """Opens a door; raises OSError or ConnectionLost if no daemon answers."""
        ...

    @property
    def is_lasting(self) -> bool:
        """Whether the sessions still exist after a reconnect."""
        ...


class StreamDoor:
    """Messages with `Content-Length` headers on a pair of streams."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        # Older versions of asyncio fail if several tasks wait in `drain` at once.
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
            raise ConnectionLost(f"the daemon sent a broken message: {error}") from error

    async def close(self) -> None:
        self._writer.close()
        try:
            await asyncio.wait_for(self._writer.wait_closed(), PATIENCE / 5)
        except (OSError, asyncio.TimeoutError):
            pass

    @property
    def close_reason(self) -> Optional[str]:
        return None


class ProgramDoor(StreamDoor):
    """A child process, connected by its standard input and output."""

    KEPT_LOG_BYTES = 4096

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
        """Reads the log, because a full pipe would block the daemon; keeps its end."""
        while True:
            piece = await log.read(65_536)
            if not piece:
                return
            self._log = (self._log + piece)[-self.KEPT_LOG_BYTES :]

    async def close(self) -> None:
        await super().close()
        # The daemon exits when its input ends; if it does not, it is terminated, then
        # killed.
        for stop in (self._process.terminate, self._process.kill, None):
            try:
                await asyncio.wait_for(self._process.wait(), PATIENCE / 2)
                break
            except asyncio.TimeoutError:
                if stop is not None and self._process.returncode is None:
                    stop()
        await asyncio.wait([self._draining_log], timeout=PATIENCE / 2)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> Optional[int]:
        """The exit status; None while the process runs."""
        return self._process.returncode

    @property
    def close_reason(self) -> Optional[str]:
        lines = self._log.decode("utf-8", "replace").strip().splitlines()
        errors = [line for line in lines if line.startswith("error")]
        telling = errors or lines
        if telling:
            return telling[-1]
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
    def close_reason(self) -> Optional[str]:
        return self._socket.close_reason or None


def _unreachable(where: str, error: BaseException) -> ConnectionLost:
    return ConnectionLost(
        f"no daemon answers at {where}: {error or type(error).__name__}",
        "start one with `qbcoach serve`, or let qbcoach.start() do it",
        applied=False,
    )


@dataclass(frozen=True)
class UnixSocket:
    """`unix:PATH` or `pipe:NAME`, the door of `qbcoach serve --socket`."""

    path: str
    is_lasting: bool = True

    async def open(self) -> Door:
        try:
            if sys.platform == "win32":
                opening = _open_pipe(self.path)
            else:
                opening = asyncio.open_unix_connection(self.path)
            return StreamDoor(*await asyncio.wait_for(opening, PATIENCE))
        except (OSError, asyncio.TimeoutError) as error:
            raise _unreachable(f"unix:{self.path}", error) from error


if sys.platform == "win32":

    async def _open_pipe(name: str) -> Tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Opens a named pipe, which asyncio can do with its usual loop on Windows."""
        if name[:9].replace("/", "\\").lower() != "\\\\.\\pipe\\":
            name = "\\\\.\\pipe\\" + name
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await loop.create_pipe_connection(lambda: protocol, name)
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


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
            # The daemon is on this machine or in the local network: a proxy or
            # compression would only slow the connection down.
            opening = connect(
                self.url, proxy=None, compression=None, max_size=None, open_timeout=PATIENCE
            )
            return WebSocketDoor(await opening)
        except (OSError, asyncio.TimeoutError, WebSocketException) as error:
            raise _unreachable(self.url, error) from error


@dataclass(frozen=True)
class Program:
    """`qbcoach stdio`, started for this client only."""

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
                # Ctrl-C must reach only this process, which then shuts the daemon down.
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:
            raise ProgramNotFound(f"{command[0]} cannot be started: {error}", HOW_TO_FIND) from error
        assert process.stdin and process.stdout and process.stderr
        return ProgramDoor(process, process.stdout, process.stdin, process.stderr)


HOW_TO_FIND = "give its path as `binary` or in the variable QBCOACH, or put it on the PATH"


def find_program(binary: Optional[str] = None) -> str:
    """The program to start: `binary`, or the one in QBCOACH, or `qbcoach` on the PATH."""
    named = binary or os.environ.get("QBCOACH")
    found = shutil.which(named or "qbcoach")
    if found is None:
        raise ProgramNotFound(f"there is no program {named or 'qbcoach'}", HOW_TO_FIND)
    return found


_HOST = r"(\[[^\]\s@/\\?\[]+\]|[^:\s@/\\?\[\]]+)"
_HOST_AND_PORT = re.compile(_HOST + r":([0-9]+)")


def _host_and_port(text: str) -> Optional[Tuple[str, int]]:
    found = _HOST_AND_PORT.fullmatch(text)
    digits = found[2].lstrip("0") if found else ""
    if found is None or not 0 < len(digits) <= 5 or int(digits) > 65_535:
        return None
    return found[1].strip("[]"), int(digits)


def _read_address(text: str) -> Union[UnixSocket, Tcp, WebSocket, None]:
    web = re.fullmatch(r"(?:ws|http)(s?)://([^/?\s]*)(\S*)", text)
    if web:
        is_host = _host_and_port(web[2]) or re.fullmatch(_HOST, web[2])
        return WebSocket(f"ws{web[1]}://{web[2]}{web[3]}") if is_host else None
    if text.startswith("tcp://"):
        rest = text[len("tcp://") :]
        found = _host_and_port(rest[:-1] if rest.endswith("/") else rest)
        return Tcp(*found) if found else None
    if text.startswith(("unix:", "pipe:")):
        name = text[len("unix:") :]
        if name.startswith("//") and not name.startswith("//."):
            name = name[2:]
        return UnixSocket(name) if name else None
    if "://" in text:
        return None
    if _host_and_port(text):
        return WebSocket(f"ws://{text}")
    return UnixSocket(text) if "/" in text or "\\" in text else None


def parse_address(text: str) -> Union[UnixSocket, Tcp, WebSocket]:
    """`HOST:PORT`, `ws://…`, `wss://…`, `tcp://HOST:PORT`, `unix:PATH`, `pipe:NAME`, or the
    path of a socket or pipe: the addresses that every client of the daemon reads."""
    address = _read_address(text.strip())
    if address is None:
        raise QbcoachError(
            f"{text!r} is not an address of a daemon",
            "use 127.0.0.1:7117, ws://127.0.0.1:7117, tcp://HOST:PORT, unix:PATH or pipe:NAME",
        )
    return address
