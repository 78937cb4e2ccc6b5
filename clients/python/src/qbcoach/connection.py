"""One connection to a daemon: sends requests and matches answers to them by id."""

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
    """Waits for the work, at most `timeout` seconds if a timeout is given."""
    if timeout is None:
        return await work
    try:
        return await asyncio.wait_for(work, timeout)
    except asyncio.TimeoutError as error:
        if isinstance(error, TimedOut):
            raise
        raise TimedOut(f"{what} took longer than {timeout} seconds") from error


async def stop(task: "asyncio.Future[Any]") -> None:
    """Cancels a task repeatedly until it has ended.

    Before Python 3.12 `asyncio.wait_for` may lose a cancellation that comes at the
    moment its own work is done.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.1)


class _PendingRequest(NamedTuple):
    answer: "asyncio.Future[Any]"
    on_result: Optional[OnResult]


class Connection:
    """A connection that is never reopened; `Link` makes a new one after its end."""

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
        # The daemon refuses more requests than `limits.requestsInFlight`, so further
        # ones wait here.
        self._slots = asyncio.Semaphore(most_in_flight)
        self._last_id = 0
        self._pending: Dict[int, _PendingRequest] = {}
        self._late: Dict[int, OnResult] = {}
        self._background: Set["asyncio.Future[Any]"] = set()
        self._closing = False
        self._ended: Optional[str] = None
        self._last_error: Optional[str] = None
        self._received_at = asyncio.get_running_loop().time()
        self._reading = asyncio.ensure_future(self._read())

    @property
    def ended(self) -> Optional[str]:
        """Why the connection ended; None while it works."""
        return self._ended

    async def request(
        self,
        method: str,
        params: Any = None,
        on_result: Optional[OnResult] = None,
        on_late: Optional[OnResult] = None,
    ) -> Any:
        """Sends a request and waits for the answer; a cancelled task cancels the request.

        `on_result` is called with the result before any later message is processed,
        `on_late` with a result that arrives after the task was cancelled.
        """
        async with self._slots:
            if self._closing:
                await asyncio.wait([self._reading])
            if self._ended is not None:
                raise ConnectionLost(self._ended, applied=False)
            self._last_id += 1
            number = self._last_id
            answer: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()
            self._pending[number] = _PendingRequest(answer, on_result)
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
                self._pending.pop(number, None)
                if answer.done() and not answer.cancelled():
                    # Marks an error that came during sending as retrieved; otherwise
                    # asyncio would log it.
                    answer.exception()

    async def notify(self, method: str, params: Any = None) -> None:
        """Sends a notification."""
        message: Dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        await self._send(message)

    def in_background(self, work: Awaitable[Any]) -> None:
        """Runs something that no caller waits for; its errors are ignored."""

        async def quietly() -> None:
            try:
                await work
            except QbcoachError:
                pass

        task = asyncio.ensure_future(quietly())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def keep_alive(self, seconds: float) -> None:
        """Sends a small request whenever nothing was received for `seconds`.

        It keeps the daemon from closing an idle connection, and detects a connection
        that is dead without having been closed.
        """
        while self._ended is None:
            silent = asyncio.get_running_loop().time() - self._received_at
            if silent < seconds:
                await asyncio.sleep(seconds - silent)
                continue
            try:
                await asyncio.wait_for(self.request("server/info"), seconds)
            except asyncio.TimeoutError:
                self._last_error = f"the daemon has not answered for {2 * seconds:g} seconds"
                await self._stop_reading()
            except ConnectionLost:
                return
            except QbcoachError:
                continue

    async def close(self, shutdown: bool) -> None:
        """Closes the connection; with `shutdown`, sends `shutdown` and `exit` first."""
        if shutdown and self._ended is None:
            try:
                await asyncio.wait_for(self.request("shutdown"), 5.0)
                await self.notify("exit")
                # The daemon then closes the connection, which ends the reading task.
                await asyncio.wait([self._reading], timeout=5.0)
            except (QbcoachError, asyncio.TimeoutError):
                pass
        await self._stop_reading()
        await asyncio.gather(*self._background, return_exceptions=True)

    async def close_after_last_message(self) -> None:
        """Waits a moment for the daemon's reason to arrive, then closes the connection."""
        await asyncio.wait([self._reading], timeout=1.0)
        await self._stop_reading()

    async def _stop_reading(self) -> None:
        # The reading task must not be cancelled while it closes the door.
        if not self._closing:
            self._reading.cancel()
        await asyncio.wait([self._reading])
        if self._ended is None:
            # The task was cancelled before it had begun.
            await self._door.close()
            self._end("this client closed the connection")

    async def _send(self, message: Dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            await self._door.send(text.encode("utf-8"))
        except OSError as error:
            # Ends the connection so that no request uses it again; a last message of the
            # daemon may give the reason.
            await self.close_after_last_message()
            raise ConnectionLost(f"the connection to the daemon broke: {self._ended}") from error

    async def _read(self) -> None:
        reason = "the daemon closed the connection"
        try:
            while True:
                text = await self._door.receive()
                if text is None:
                    break
                self._received_at = asyncio.get_running_loop().time()
                self._take(json.loads(text))
        except asyncio.CancelledError:
            reason = "this client closed the connection"
        except (QbcoachError, OSError) as error:
            reason = str(error)
        except ValueError as error:
            reason = f"the daemon sent something that is not JSON: {error}"
        except Exception as error:
            log.exception("a message of the daemon could not be processed")
            reason = f"a message of the daemon could not be processed: {error!r}"
        self._closing = True
        await self._door.close()
        self._end(self._last_error or self._door.close_reason or reason)

    def _end(self, reason: str) -> None:
        self._ended = reason
        for pending in list(self._pending.values()):
            if not pending.answer.done():
                pending.answer.set_exception(
                    ConnectionLost(f"the connection to the daemon broke: {reason}")
                )
        self._on_end(self, reason)

    def _take(self, message: Any) -> None:
        if not isinstance(message, dict):
            raise ConnectionLost("the daemon sent JSON that is not an object")
        if "method" in message:
            params = message.get("params")
            self._on_notification(str(message["method"]), params if params else {})
            return
        number = message.get("id")
        if number is None and "error" in message:
            # An error with the id null belongs to no request; the daemon closes the
            # connection after it.
            self._last_error = str(refusal(message["error"]))
            return
        pending = self._pending.pop(number, None) if isinstance(number, int) else None
        if pending is None or pending.answer.done():
            late = self._late.pop(number, None) if isinstance(number, int) else None
            if late is not None and "result" in message:
                late(message["result"])
        elif "error" in message:
            pending.answer.set_exception(refusal(message["error"]))
        else:
            if pending.on_result is not None:
                pending.on_result(message.get("result"))
            pending.answer.set_result(message.get("result"))
