"""One line to a daemon: requests go out, answers find those who asked."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, Awaitable, Callable, Dict, NamedTuple, Optional, Set

from .door import Door
from .errors import ConnectionLost, QbcoachError, TimedOut, refusal

__all__ = ["Connection", "stop", "within"]

OnResult = Callable[[Any], None]

log = logging.getLogger("qbcoach")


async def within(timeout: Optional[float], work: Awaitable[Any], what: str) -> Any:
    """Waits for the work, but no longer than `timeout` seconds if one is given."""
    if timeout is None:
        return await work
    try:
        return await asyncio.wait_for(work, timeout)
    except asyncio.TimeoutError as error:
        if isinstance(error, TimedOut):
            raise
        raise TimedOut(f"{what} took longer than {timeout} seconds") from error


async def stop(task: "asyncio.Future[Any]") -> None:
    """Cancels a task until it has ended.

    Before Python 3.12 `asyncio.wait_for` may lose a cancellation that comes at the
    moment its own work is done, so once is not always enough.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.1)


class _Waiting(NamedTuple):
    answer: "asyncio.Future[Any]"
    on_result: Optional[OnResult]


class Connection:
    """A line that works until it ends; it is never mended, only followed by another."""

    def __init__(
        self,
        door: Door,
        on_notification: Callable[[str, Dict[str, Any]], None],
        on_end: Callable[["Connection", str], None],
        most_in_flight: int,
    ) -> None:
        self._door = door
        self._on_notification = on_notification
        self._on_end = on_end
        # The daemon refuses more than `limits.requestsInFlight`; here they wait.
        self._slots = asyncio.Semaphore(most_in_flight)
        self._last_id = 0
        self._waiting: Dict[int, _Waiting] = {}
        self._late: Dict[int, OnResult] = {}
        self._background: Set["asyncio.Future[Any]"] = set()
        self._closing = False
        self._ended: Optional[str] = None
        self._complaint: Optional[str] = None
        self._heard_at = asyncio.get_running_loop().time()
        self._reading = asyncio.ensure_future(self._read())

    @property
    def ended(self) -> Optional[str]:
        """Why it ended, if it has."""
        return self._ended

    async def request(
        self,
        method: str,
        params: Any = None,
        on_result: Optional[OnResult] = None,
        on_late: Optional[OnResult] = None,
    ) -> Any:
        """Asks and waits for the answer; a cancelled task cancels the request.

        `on_result` is run with the result before any later message is looked at,
        `on_late` with a result that comes after the caller has given up.
        """
        async with self._slots:
            if self._closing:
                await asyncio.wait([self._reading])
            if self._ended is not None:
                raise ConnectionLost(self._ended, applied=False)
            self._last_id += 1
            number = self._last_id
            answer: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()
            self._waiting[number] = _Waiting(answer, on_result)
            try:
                message = {"jsonrpc": "2.0", "id": number, "method": method}
                if params is not None:
                    message["params"] = params
                await self._send(message)
                return await answer
            except asyncio.CancelledError:
                if on_late is not None:
                    self._late[number] = on_late
                self.in_background(self.notify("$/cancelRequest", {"id": number}))
                raise
            finally:
                self._waiting.pop(number, None)
                if answer.done() and not answer.cancelled():
                    # Nobody is left to hear of an error that came while it was being sent.
                    answer.exception()

    async def notify(self, method: str, params: Any = None) -> None:
        """Tells the daemon something it does not answer."""
        message: Dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        await self._send(message)

    def in_background(self, work: Awaitable[Any]) -> None:
        """Does something nobody waits for; that it fails with the line is no news."""

        async def quietly() -> None:
            try:
                await work
            except QbcoachError:
                pass

        task = asyncio.ensure_future(quietly())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def keep_alive(self, seconds: float) -> None:
        """Asks something small when nothing has been heard for so long.

        It keeps the daemon from closing an idle line, and finds out about a line
        that is dead without anybody having said so.
        """
        while self._ended is None:
            silent = asyncio.get_running_loop().time() - self._heard_at
            if silent < seconds:
                await asyncio.sleep(seconds - silent)
                continue
            try:
                await asyncio.wait_for(self.request("server/info"), seconds)
            except asyncio.TimeoutError:
                self._complaint = f"the daemon has not answered for {2 * seconds:g} seconds"
                await self._stop_reading()
            except ConnectionLost:
                return
            except QbcoachError:
                continue

    async def close(self, shutdown: bool) -> None:
        """Ends the line; with `shutdown` in the order the protocol asks for."""
        if shutdown and self._ended is None:
            try:
                await asyncio.wait_for(self.request("shutdown"), 5.0)
                await self.notify("exit")
                # The daemon closes the line then, and its end is where reading ends.
                await asyncio.wait([self._reading], timeout=5.0)
            except (QbcoachError, asyncio.TimeoutError):
                pass
        await self._stop_reading()
        await asyncio.gather(*self._background, return_exceptions=True)

    async def come_to_an_end(self) -> None:
        """Gives a line that does not work a moment to tell why, then closes it."""
        await asyncio.wait([self._reading], timeout=1.0)
        await self._stop_reading()

    async def _stop_reading(self) -> None:
        # Not while it closes the door, which must not be disturbed.
        if not self._closing:
            self._reading.cancel()
        await asyncio.wait([self._reading])
        if self._ended is None:
            # It was cancelled before it had begun.
            await self._door.close()
            self._end("the line was closed here")

    async def _send(self, message: Dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            await self._door.send(text.encode("utf-8"))
        except OSError as error:
            # Nobody may take this line for a good one any more, and its end may tell why.
            await self.come_to_an_end()
            raise ConnectionLost(f"the line to the daemon broke: {self._ended}") from error

    async def _read(self) -> None:
        reason = "the daemon closed the line"
        try:
            while True:
                text = await self._door.receive()
                if text is None:
                    break
                self._heard_at = asyncio.get_running_loop().time()
                self._take(json.loads(text))
        except asyncio.CancelledError:
            reason = "the line was closed here"
        except (QbcoachError, OSError) as error:
            reason = str(error)
        except ValueError as error:
            reason = f"the daemon sent something that is not JSON: {error}"
        except Exception as error:
            log.exception("a message of the daemon could not be taken")
            reason = f"a message of the daemon could not be taken: {error!r}"
        self._closing = True
        await self._door.close()
        self._end(self._complaint or self._door.last_words or reason)

    def _end(self, reason: str) -> None:
        self._ended = reason
        for waiting in list(self._waiting.values()):
            if not waiting.answer.done():
                waiting.answer.set_exception(
                    ConnectionLost(f"the line to the daemon broke: {reason}")
                )
        self._on_end(self, reason)

    def _take(self, message: Any) -> None:
        if not isinstance(message, dict):
            raise ConnectionLost("the daemon sent something that is no message")
        if "method" in message:
            params = message.get("params")
            self._on_notification(str(message["method"]), params if params else {})
            return
        number = message.get("id")
        if number is None and "error" in message:
            # An error that belongs to no request: the line ends after it.
            self._complaint = str(refusal(message["error"]))
            return
        waiting = self._waiting.pop(number, None) if isinstance(number, int) else None
        if waiting is None or waiting.answer.done():
            late = self._late.pop(number, None) if isinstance(number, int) else None
            if late is not None and "result" in message:
                late(message["result"])
        elif "error" in message:
            waiting.answer.set_exception(refusal(message["error"]))
        else:
            if waiting.on_result is not None:
                waiting.on_result(message.get("result"))
            waiting.answer.set_result(message.get("result"))
