"""Messages on a stream of bytes: a `Content-Length` header, a blank line, JSON.

The header gives the length, so a message of any size is read in one piece without
searching for line ends.
"""

from __future__ import annotations

import asyncio
from typing import Optional

__all__ = ["BrokenFrame", "frame", "read_frame"]

LONGEST_HEADER = 16_384
LONGEST_MESSAGE = 64 * 1024 * 1024
"""More than the largest answer of a daemon with default limits."""


class BrokenFrame(Exception):
    """The stream does not hold a message here; it cannot be read any further."""


def frame(text: bytes) -> bytes:
    """The message with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


async def read_frame(reader: asyncio.StreamReader) -> Optional[bytes]:
    """The next message; None at the end of the stream."""
    length: Optional[int] = None
    taken = 0
    while True:
        try:
            line = await reader.readline()
        except ValueError as error:
            raise BrokenFrame("a header line is too long") from error
        taken += len(line)
        if not line.endswith(b"\n"):
            if taken == 0:
                return None
            raise BrokenFrame("the stream ended inside a header")
        if taken > LONGEST_HEADER:
            raise BrokenFrame("the headers are too long")
        line = line.strip()
        if not line:
            if length is None:
                raise BrokenFrame("a message without Content-Length")
            break
        name, colon, value = line.partition(b":")
        if not colon:
            raise BrokenFrame(f"{line[:80]!r} is not a header")
        if name.strip().lower() == b"content-length":
            length = _length(value.strip())
    try:
        return await reader.readexactly(length)
    except asyncio.IncompleteReadError as error:
        raise BrokenFrame("the stream ended inside a message") from error


def _length(value: bytes) -> int:
    if not value.isdigit() or int(value) > LONGEST_MESSAGE:
        raise BrokenFrame(f"Content-Length is {value[:40]!r}")
    return int(value)
