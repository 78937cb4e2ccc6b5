"""A link to a daemon: it reconnects when the connection is lost, and repeats what is safe."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Callable, Dict, Literal, Mapping, Optional, Set

from .backoff import Backoff
from .connection import Connection, OnResult, stop
from .door import Address
from .errors import ConnectionLost, NotAllowed, QbcoachError
from .methods import METHODS
from .types import Initialized

__all__ = ["Link", "LinkEvent", "LinkState", "Subscriber"]

PROTOCOL_VERSION = 2

GREETING_SECONDS = 30.0
"""Seconds to wait for the answer to `initialize`."""

log = logging.getLogger("qbcoach")

LinkState = Literal["up", "lost", "closed"]


@dataclass(frozen=True)
class LinkEvent:
    """The connection was lost, is back, or was closed for good."""

    kind: Literal["lost", "back", "closed"]
    reason: str


class Subscriber:
    """Receives the updates of a subscription and the changes of its connection."""

    def on_update(self, subscription: str, params: Mapping[str, Any]) -> None:
        """A notification of this subscription has arrived."""

    def on_back(self) -> None:
        """The link has reconnected; subscriptions of the old connection are gone."""

    def on_closed(self, error: Optional[QbcoachError]) -> None:
        """The link is closed and will not reconnect."""


def may_be_repeated(method: str) -> bool:
    """Whether sending the request a second time does no harm.

    Methods of the role `control` change something; subscriptions and delays belong to
    one connection.
    """
    known = METHODS.get(method)
    if known is None or known.role == "control":
        return False
    verb = method.rpartition("/")[2]
    return verb not in ("subscribe", "unsubscribe", "setDelay", "shutdown")


class Link:
    """Carries the requests and subscriptions of a `Coach`, over one connection at a time."""

    def __init__(
        self,
        address: Address,
        token: Optional[str],
        client_name: str,
        backoff: Backoff,
        on_event: Optional[Callable[[LinkEvent], None]],
        most_in_flight: int,
        keep_alive: Optional[float],
    ) -> None:
        self._address = address
        self._token = token
        self._client_name = client_name
        self._backoff = backoff
        self._on_event = on_event
        self._most_in_flight = most_in_flight
        self._keep_alive = keep_alive
        self._connection: Optional[Connection] = None
        self._up = asyncio.Event()
        self.failure: Optional[QbcoachError] = None
        self._reconnecting: Optional["asyncio.Future[None]"] = None
        self._keep_alive_task: Optional["asyncio.Future[None]"] = None
        self._subscribers: Set[Subscriber] = set()
        self._by_subscription: Dict[str, Subscriber] = {}
        self._progress: Dict[str, Callable[[Any], None]] = {}
        self.greeting: Optional[Initialized] = None
        self.state: LinkState = "lost"

    async def open(self, wait_seconds: float) -> None:
        """Connects for the first time; retries for `wait_seconds` if no daemon answers."""
        deadline = asyncio.get_running_loop().time() + wait_seconds
        attempt = 0
        while True:
            try:
                await self._connect()
                return
            except ConnectionLost:
                attempt += 1
                wait = self._backoff.wait(attempt)
                if asyncio.get_running_loop().time() + wait >= deadline:
                    self.state = "closed"
                    raise
                await asyncio.sleep(wait)

    async def close(self) -> None:
        """Sends `shutdown` and `exit`, closes the connection and ends all subscriptions."""
        if self.state == "closed":
            return
        # Set first, so that the end of the connection does not start a reconnect.
        self.state = "closed"
        if self._reconnecting is not None:
            await stop(self._reconnecting)
        if self._keep_alive_task is not None:
            await stop(self._keep_alive_task)
        if self._connection is not None:
            await self._connection.close(shutdown=True)
        self._finish(None, "closed by this client")

    async def connection(self) -> Connection:
        """The present connection; waits for a new one while it is lost."""
        while True:
            if self.state == "closed":
                if self.failure is not None:
                    raise self.failure
                raise ConnectionLost("the connection is closed", "open a new one", applied=False)
            if self._connection is not None and self._connection.ended is None:
                return self._connection
            await self._up.wait()

    async def request(
        self,
        method: str,
        params: Any = None,
        on_result: Optional[OnResult] = None,
    ) -> Any:
        """Sends a request; repeats it on a new connection if that is safe."""
        while True:
            connection = await self.connection()
            try:
                result = await connection.request(method, params, on_result)
            except ConnectionLost as lost:
                if lost.applied is not False and not may_be_repeated(method):
                    raise
                continue
            if isinstance(result, dict):
                for warning in result.get("warnings") or ():
                    log.warning("%s: %s: %s", method, warning["field"], warning["message"])
            return result

    def add(self, subscriber: Subscriber) -> None:
        self._subscribers.add(subscriber)

    def remove(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)
        for name, known in list(self._by_subscription.items()):
            if known is subscriber:
                del self._by_subscription[name]

    def route(self, subscription: str, subscriber: Subscriber) -> None:
        """Passes the notifications of this subscription id to the subscriber."""
        self._by_subscription[subscription] = subscriber

    def unroute(self, subscription: str) -> None:
        self._by_subscription.pop(subscription, None)

    def on_progress(self, token: str, callback: Callable[[Any], None]) -> None:
        self._progress[token] = callback

    def end_progress(self, token: str) -> None:
        self._progress.pop(token, None)

    async def _connect(self) -> None:
        door = await self._address.open()
        connection = Connection(door, self._notified, self._ended, self._most_in_flight)
        params: Dict[str, Any] = {
            "clientInfo": {"name": self._client_name},
            "protocolVersion": PROTOCOL_VERSION,
        }
        if self._token is not None:
            params["token"] = self._token
        try:
            greeting = await asyncio.wait_for(
                connection.request("initialize", params), GREETING_SECONDS
            )
            await connection.notify("initialized")
            if connection.ended is not None or self.state == "closed":
                raise ConnectionLost(connection.ended or "closed meanwhile", applied=False)
        except ConnectionLost as error:
            await connection.close_after_last_message()
            reason = f"the daemon closed the new connection: {connection.ended}"
            raise ConnectionLost(reason, error.hint, applied=False) from error
        except asyncio.TimeoutError as error:
            await connection.close(shutdown=False)
            reason = f"the server did not answer for {GREETING_SECONDS:g} seconds"
            raise ConnectionLost(reason, "is it a qbcoach daemon?", applied=False) from error
        except BaseException:
            await connection.close(shutdown=False)
            raise
        for warning in greeting.get("warnings") or ():
            log.warning("initialize: %s: %s", warning["field"], warning["message"])
        self.greeting = greeting
        self._connection = connection
        self.state = "up"
        self._up.set()
        if self._keep_alive is not None:
            self._keep_alive_task = asyncio.ensure_future(
                connection.keep_alive(self._keep_alive)
            )

    def _notified(self, method: str, params: Mapping[str, Any]) -> None:
        subscription = params.get("subscription")
        if isinstance(subscription, str):
            subscriber = self._by_subscription.get(subscription)
            if subscriber is not None:
                subscriber.on_update(subscription, params)
        elif method == "$/progress":
            callback = self._progress.get(str(params.get("token")))
            if callback is not None:
                _safely(callback, params.get("value"))

    def _ended(self, connection: Connection, reason: str) -> None:
        if connection is not self._connection or self.state == "closed":
            return
        self._up.clear()
        self._by_subscription.clear()
        if self._keep_alive_task is not None:
            self._keep_alive_task.cancel()
        self.state = "lost"
        self._report("lost", reason)
        if not self._address.is_lasting:
            self._give_up(reason, "its sessions were only in memory: give a data_dir")
        elif not self._backoff.allows(1):
            self._give_up(reason, "connect again; `backoff` allows no reconnecting")
        else:
            self._reconnecting = asyncio.ensure_future(self._reconnect())

    async def _reconnect(self) -> None:
        attempt = 1
        while True:
            await asyncio.sleep(self._backoff.wait(attempt))
            try:
                await self._connect()
                break
            except NotAllowed as error:
                self._give_up(str(error), "the daemon does not accept the token any more")
                return
            except QbcoachError as error:
                if self.state == "closed":
                    return
                attempt += 1
                if not self._backoff.allows(attempt):
                    self._give_up(str(error), "`backoff` allows no more attempts")
                    return
        self._report("back", "connected again")
        for subscriber in list(self._subscribers):
            subscriber.on_back()

    def _give_up(self, reason: str, hint: str) -> None:
        self.state = "closed"
        self.failure = ConnectionLost(f"the daemon is gone: {reason}", hint, applied=False)
        self._finish(self.failure, reason)

    def _finish(self, failure: Optional[QbcoachError], reason: str) -> None:
        self._up.set()
        self._report("closed", reason)
        for subscriber in list(self._subscribers):
            subscriber.on_closed(failure)
        self._subscribers.clear()

    def _report(self, kind: Literal["lost", "back", "closed"], reason: str) -> None:
        if kind != "closed":
            log.info("the connection to the daemon is %s: %s", kind, reason)
        if self._on_event is not None:
            _safely(self._on_event, LinkEvent(kind, reason))


def _safely(callback: Callable[[Any], None], argument: Any) -> None:
    """Calls a script's callback; an exception in it must not end the connection."""
    try:
        callback(argument)
    except Exception:
        log.exception("a callback failed at %r", argument)
