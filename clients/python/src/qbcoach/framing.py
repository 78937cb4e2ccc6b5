"""Messages on a stream of bytes: a `Content-Length` header, a blank line, JSON.

Lengths are told beforehand, so a message of any size is read in one piece and nothing
has to be searched for line ends.
"""

from __future__ import annotations

import asyncio
from typing import Optional

__all__ = ["BrokenFrame", "frame", "read_frame"]

LONGEST_HEADER = 16_384
LONGEST_MESSAGE = 64 * 1024 * 1024
"""More than any answer of a daemon whose limits were left alone."""


class BrokenFrame(Exception):
    """What came is not a message of this protocol; the stream cannot be read on."""


def frame(text: bytes) -> bytes:
    """A message as it goes over the line."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


async def read_frame(reader: asyncio.StreamReader) -> Optional[bytes]:
    """The next message; None at the end of the stream."""
    length: Optional[int] = None
    taken = 0
    while True:
        try:
            line = await reader.readline()
        except ValueError as error:
            raise BrokenFrame("a header line has no end") from error
        taken += len(line)
        if not line.endswith(b"\n"):
            if taken == 0:
                return None
            raise BrokenFrame("the stream ended inside a header")
        if taken > LONGEST_HEADER:
            raise BrokenFrame("the headers have no end")
        line = line.strip()
        if not line:
            if length is None:
                raise BrokenFrame("a message without Content-Length")
            break
        name, colon, value = line.partition(b":")
        if not colon:
            raise BrokenFrame(f"{line[:80]!r} is no header")
        if name.strip().lower() == b"content-length":
            length = _length(value.strip())
    try:
        return await reader.readexactly(length)
    except asyncio.IncompleteReadError as error:
        raise BrokenFrame("the stream ended inside a message") from error


def _length(value: bytes) -> int:
    if not value.isdigit() or int(value) > LONGEST_MESSAGE:
        raise BrokenFrame(f"a message of {value[:40]!r} bytes")
    return int(value)
