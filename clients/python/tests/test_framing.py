"""Framed messages on a stream, complete and broken."""

import asyncio
from typing import List, Optional

from support import AsyncTest

from qbcoach.framing import LONGEST_MESSAGE, BrokenFrame, frame, read_frame


async def read_all(data: bytes) -> List[Optional[bytes]]:
    reader = asyncio.StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    messages: List[Optional[bytes]] = []
    while not messages or messages[-1] is not None:
        messages.append(await read_frame(reader))
    return messages


class Framing(AsyncTest):
    async def test_framed_messages_are_read_back(self) -> None:
        large = b"x" * 1_000_000
        self.assertEqual(
            await read_all(frame(b"{}") + frame(b"") + frame(large)), [b"{}", b"", large, None]
        )

    async def test_header_names_have_any_case_and_unknown_headers_are_skipped(self) -> None:
        data = b"content-type: json\r\nCONTENT-LENGTH:2\n\r\n{}"
        self.assertEqual(await read_all(data), [b"{}", None])

    async def test_broken_frames_are_an_error(self) -> None:
        broken = [
            b"{}",
            b"hello\r\n\r\n",
            b"\r\n{}",
            b"Content-Length: -1\r\n\r\n",
            b"Content-Length: %d\r\n\r\n" % (LONGEST_MESSAGE + 1),
            b"Content-Length: 5\r\n\r\n{}",
            b"Content-Length: 5\r\n",
            b"x: " + b"y" * 100_000 + b"\n",
            b"x: y\n" * 10_000,
        ]
        for data in broken:
            with self.subTest(data=data[:40]):
                with self.assertRaises(BrokenFrame):
                    await read_all(data)
