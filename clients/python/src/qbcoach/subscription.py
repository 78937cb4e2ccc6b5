"""Subscriptions: an async iterator over documents that are always whole and current."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Generic, Mapping, Optional, TypeVar

from .connection import Connection
from .errors import ConnectionLost, QbcoachError
from .feed import BrokenChain, Feed, Update
from .link import Link, Subscriber

__all__ = ["Subscription"]

Document = TypeVar("Document")


class _Follower(Subscriber):
    """Passes updates to a feed; subscribes again after a reconnect or a broken patch."""

    def __init__(
        self,
        link: Link,
        method: str,
        params: Dict[str, Any],
        on_seq: Optional[Callable[[int], None]],
    ) -> None:
        self.link = link
        self.on_seq = on_seq
        self.method = method
        self.params = params
        self.feed = Feed()
        self.news = asyncio.Event()
        self.name: Optional[str] = None
        self.failure: Optional[QbcoachError] = None
        self.ended: Optional[str] = None
        self.restarts = 0
        self._resubscribing: Optional["asyncio.Future[None]"] = None

    async def start(self) -> None:
        """Subscribes for the first time; raises if the daemon refuses."""
        while True:
            connection = await self.link.connection()
            try:
                await self._subscribe(connection)
                break
            except ConnectionLost:
                continue
        # Added only now: a reconnect before this point must not subscribe a second time.
        self.link.add(self)
        if self.link.state == "closed":
            self.on_closed(self.link.failure)

    async def _subscribe(self, connection: Connection) -> None:
        def on_result(name: Any) -> None:
            # Before the next message is read, or the first update would be missed.
            self.name = str(name)
            self.feed.clear()
            self.link.route(self.name, self)

        def on_late(name: Any) -> None:
            connection.in_background(connection.request(self._unsubscribe, [name]))

        await connection.request(self.method, self.params, on_result, on_late)

    @property
    def _unsubscribe(self) -> str:
        return self.method.replace("subscribe", "unsubscribe")

    def on_update(self, subscription: str, params: Mapping[str, Any]) -> None:
        if subscription != self.name:
            return
        if "error" in params:
            self._end(str(params["error"]))
            return
        result = params.get("result")
        try:
            self.feed.take(result if isinstance(result, Mapping) else {"data": result})
        except BrokenChain:
            self.restarts += 1
            self.feed.clear()
            self._restart()
        else:
            if self.on_seq is not None and isinstance(result, Mapping) and "seq" in result:
                self.on_seq(result["seq"])
        self.news.set()

    def on_back(self) -> None:
        self.name = None
        self._restart()

    def on_closed(self, error: Optional[QbcoachError]) -> None:
        self.failure = error
        if error is None:
            self.ended = "the connection was closed"
        self.news.set()

    def _end(self, reason: str) -> None:
        self.ended = reason
        self.link.remove(self)
        self.news.set()

    def _restart(self) -> None:
        if self._resubscribing is not None:
            self._resubscribing.cancel()
        self._resubscribing = asyncio.ensure_future(self._resubscribe())

    async def _resubscribe(self) -> None:
        try:
            connection = await self.link.connection()
            if self.name is not None:
                self.link.unroute(self.name)
                await connection.request(self._unsubscribe, [self.name])
                self.name = None
            await self._subscribe(connection)
        except ConnectionLost:
            # `on_back` or `on_closed` follows.
            return
        except QbcoachError as error:
            self.failure = error
            self.link.remove(self)
            self.news.set()

    def close(self) -> Optional["asyncio.Future[Any]"]:
        """Stops following at once; the returned task unsubscribes in the daemon."""
        name, self.name = self.name, None
        if self._resubscribing is not None:
            self._resubscribing.cancel()
        self.link.remove(self)
        if self.ended is None and self.failure is None:
            self.ended = "no longer followed"
        self.news.set()
        if name is None or self.link.state != "up":
            return None
        return asyncio.ensure_future(self._unsubscribe_from(name))

    async def _unsubscribe_from(self, name: str) -> None:
        try:
            await self.link.request(self._unsubscribe, [name])
        except QbcoachError:
            pass


class Subscription(Generic[Document]):
    """The result of `follow`: iterate over it, or open it with `async with` first.

    Each update has the whole document of its topic. A slow reader gets the newest
    document of each topic, never a backlog. After a reconnect the subscription
    continues by itself with fresh snapshots. It ends when the session is closed or
    deleted. Leaving an `async with` unsubscribes at once; leaving a loop without one
    unsubscribes when the subscription object is garbage-collected.
    """

    def __init__(
        self,
        link: Link,
        method: str,
        params: Dict[str, Any],
        on_seq: Optional[Callable[[int], None]] = None,
    ) -> None:
        self._follower = _Follower(link, method, params, on_seq)
        self._started = False
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    async def __aenter__(self) -> "Subscription[Document]":
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __aiter__(self) -> "Subscription[Document]":
        return self

    async def __anext__(self) -> Update[Document]:
        await self._start()
        follower = self._follower
        while True:
            update = follower.feed.next()
            if update is not None:
                return update
            if follower.failure is not None:
                raise follower.failure
            if follower.ended is not None:
                raise StopAsyncIteration
            follower.news.clear()
            await follower.news.wait()

    async def close(self) -> None:
        """Stops following."""
        unsubscribing = self._follower.close()
        if unsubscribing is not None:
            await unsubscribing

    async def set_delay(self, milliseconds: int) -> None:
        """Changes the delay of all updates; it stays after a reconnect."""
        self._follower.params["delayMs"] = milliseconds
        name = self._follower.name
        if name is not None:
            params = {"subscription": name, "delayMs": milliseconds}
            await self._follower.link.request("session/setDelay", params)

    @property
    def ended(self) -> Optional[str]:
        """Why the subscription has ended; None while it goes on."""
        return self._follower.ended

    @property
    def restarts(self) -> int:
        """How often a patch did not apply and the documents were fetched again."""
        return self._follower.restarts

    async def _start(self) -> None:
        if not self._started:
            await self._follower.start()
            self._started = True
            self._loop = asyncio.get_running_loop()

    def __del__(self) -> None:
        if self._loop is not None and self._follower.ended is None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._follower.close)
