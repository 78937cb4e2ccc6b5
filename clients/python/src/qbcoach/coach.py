"""Connecting to a daemon, and everything a script can ask it."""

from __future__ import annotations

import itertools
import os
from typing import Any, Callable, Dict, Generator, List, Optional, Sequence, Union, cast

from .backoff import Backoff
from .combat import Combat
from .connection import within
from .door import Address, Program, parse_address
from .errors import UnknownSession
from .link import Link, LinkEvent, LinkState
from .match import Match
from .methods import Calls
from .subscription import Subscription
from .types import (
    Card,
    CardInput,
    CombatSetup,
    CombatSnapshot,
    Deck,
    DeckInput,
    DeckVerdict,
    Diagnostics,
    EnemySetup,
    Initialized,
    ListedSession,
    MatchSnapshot,
    Mode,
    OwnSetup,
    ProgressValue,
    RulesInput,
    ServerInfo,
    SessionCreateParams,
    Side,
)

__all__ = ["Coach", "Opening", "connect", "reach", "start"]


class Coach(Calls):
    """A daemon. Get one from `start` or `connect`."""

    def __init__(self, link: Link, timeout: Optional[float]) -> None:
        self._link = link
        self._timeout = timeout
        self._tokens = itertools.count(1)

    async def request(
        self, method: str, params: Any = None, *, timeout: Optional[float] = None
    ) -> Any:
        """Calls any method, also one newer than this package; types are not checked."""
        limit = self._timeout if timeout is None else timeout
        return await within(limit, self._link.request(method, params), method)

    @property
    def state(self) -> LinkState:
        """`up`, `lost` (reconnecting) or `closed`."""
        return self._link.state

    @property
    def greeting(self) -> Initialized:
        """The daemon's latest answer to `initialize`."""
        assert self._link.greeting is not None, "a Coach is created after `initialize`"
        return self._link.greeting

    async def close(self) -> None:
        """Closes the connection; a daemon of `start` ends."""
        await self._link.close()

    async def create(
        self,
        *,
        mode: Optional[Mode] = None,
        rules: Optional[RulesInput] = None,
        seed: Optional[int] = None,
        first_player: Optional[Side] = None,
        you: Optional[OwnSetup] = None,
        enemy: Optional[EnemySetup] = None,
        position: Optional[str] = None,
        title: Optional[str] = None,
        autoplay: Optional[Sequence[Side]] = None,
        timeout: Optional[float] = None,
    ) -> Match:
        """Creates a match: `live` (the default), `simulated` or `analysis`."""
        params: SessionCreateParams = {}
        if mode is not None:
            params["mode"] = mode
        if rules is not None:
            params["rules"] = rules
        if seed is not None:
            params["seed"] = seed
        if first_player is not None:
            params["firstPlayer"] = first_player
        if you is not None:
            params["you"] = you
        if enemy is not None:
            params["enemy"] = enemy
        if position is not None:
            params["position"] = position
        if title is not None:
            params["title"] = title
        if autoplay is not None:
            params["autoplay"] = autoplay
        created = await self.call("session/create", params, timeout=timeout)
        snapshot = cast(MatchSnapshot, created["snapshot"])
        return Match(self, created["sessionId"], snapshot["seq"], snapshot)

    async def create_combat(
        self,
        setup: CombatSetup,
        *,
        rules: Optional[str] = None,
        seed: Optional[int] = None,
        title: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Combat:
        """Creates a combat of Mage Knight."""
        params: SessionCreateParams = {"game": "mage-knight", "setup": setup}
        if rules is not None:
            params["rules"] = rules
        if seed is not None:
            params["seed"] = seed
        if title is not None:
            params["title"] = title
        created = await self.call("session/create", params, timeout=timeout)
        snapshot = cast(CombatSnapshot, created["snapshot"])
        return Combat(self, created["sessionId"], snapshot["seq"], snapshot)

    async def import_session(self, content: str) -> Union[Match, Combat]:
        """Creates a session from an export or a match text."""
        created = await self.call("session/import", {"content": content})
        snapshot = created["snapshot"]
        if snapshot["game"] == "mage-knight":
            combat = cast(CombatSnapshot, snapshot)
            return Combat(self, created["sessionId"], combat["seq"], combat)
        match = cast(MatchSnapshot, snapshot)
        return Match(self, created["sessionId"], match["seq"], match)

    def session(self, session_id: str) -> Match:
        """An existing match; sends nothing to the daemon."""
        return Match(self, session_id)

    def combat(self, session_id: str) -> Combat:
        """An existing combat; sends nothing to the daemon."""
        return Combat(self, session_id)

    async def sessions(self) -> List[ListedSession]:
        """Every session, the oldest first."""
        return (await self.call("session/list"))["sessions"]

    async def newest(self) -> Union[Match, Combat]:
        """The session that was created last; raises UnknownSession if there is none."""
        sessions = await self.sessions()
        if not sessions:
            reason = "the daemon has no session yet"
            raise UnknownSession(1001, reason, {"hint": "`create` creates one"})
        last = sessions[-1]
        kind = Combat if last["game"] == "mage-knight" else Match
        return kind(self, last["sessionId"], last["seq"])

    async def cards(self) -> List[Card]:
        """Every card."""
        return (await self.call("cards/list"))["cards"]

    async def card(self, card: CardInput) -> Card:
        """One card by its number or name."""
        return await self.call("cards/get", {"card": card})

    async def search_cards(self, query: str, limit: Optional[int] = None) -> List[Card]:
        """The cards whose number or name matches, or the most similar ones if none does."""
        return (await self.call("cards/search", {"query": query, "limit": limit}))["cards"]

    async def decks(self) -> List[Deck]:
        """The shipped decks."""
        return (await self.call("decks/list"))["decks"]

    async def deck(self, tag: str) -> Deck:
        """One deck by its tag."""
        return await self.call("decks/get", {"tag": tag})

    async def validate_deck(
        self, cards: DeckInput, rules: Optional[RulesInput] = None
    ) -> DeckVerdict:
        """Whether cards make a legal deck, and all faults if they do not."""
        return await self.call("decks/validate", {"cards": cards, "rules": rules})

    async def info(self) -> ServerInfo:
        """The daemon's version, limits and load, and the role of this connection."""
        return await self.call("server/info")

    async def diagnostics(self) -> Diagnostics:
        """Runs the daemon's checks of data and rules."""
        return await self.call("server/diagnostics")

    def subscribe(
        self,
        method: str,
        params: Optional[Dict[str, Any]] = None,
        *,
        on_seq: Optional[Callable[[int], None]] = None,
    ) -> Subscription[Any]:
        """Subscribes with any method, such as `server/subscribe`; sessions have `follow`.

        `on_seq` is called with the seq of every update when it arrives.
        """
        return Subscription(self._link, method, dict(params or {}), on_seq)

    def new_progress(self, callback: Callable[[ProgressValue], None]) -> str:
        """A new `workDoneToken`; the callback receives the progress of its request."""
        token = f"progress-{next(self._tokens)}"
        self._link.on_progress(token, callback)
        return token

    def end_progress(self, token: str) -> None:
        """Forgets a token of `new_progress`."""
        self._link.end_progress(token)


class Opening:
    """A `Coach` to be opened: with `async with`, or with `await` and your own `close`."""

    def __init__(
        self,
        address: Address,
        *,
        token: Optional[str],
        client_name: str,
        timeout: Optional[float],
        backoff: Backoff,
        on_event: Optional[Callable[[LinkEvent], None]],
        wait_seconds: float,
        most_in_flight: int,
        keep_alive: Optional[float],
    ) -> None:
        self._address = address
        self._token = token
        self._client_name = client_name
        self._timeout = timeout
        self._backoff = backoff
        self._on_event = on_event
        self._wait_seconds = wait_seconds
        self._most_in_flight = most_in_flight
        self._keep_alive = keep_alive
        self._coach: Optional[Coach] = None

    async def _open(self) -> Coach:
        link = Link(
            self._address,
            self._token,
            self._client_name,
            self._backoff,
            self._on_event,
            self._most_in_flight,
            self._keep_alive,
        )
        await link.open(self._wait_seconds)
        return Coach(link, self._timeout)

    def __await__(self) -> Generator[Any, None, Coach]:
        return self._open().__await__()

    async def __aenter__(self) -> Coach:
        self._coach = await self._open()
        return self._coach

    async def __aexit__(self, *_: object) -> None:
        if self._coach is not None:
            await self._coach.close()


def start(
    binary: Optional[str] = None,
    arguments: Sequence[str] = (),
    *,
    data_dir: Union[str, "os.PathLike[str]", None] = None,
    client_name: str = "qbcoach for Python",
    timeout: Optional[float] = None,
    backoff: Backoff = Backoff(),
    on_event: Optional[Callable[[LinkEvent], None]] = None,
    most_in_flight: int = 32,
) -> Opening:
    """Starts a daemon for this client: `async with qbcoach.start() as coach`.

    `binary` is the program; when left out, the environment variable QBCOACH and then
    the PATH are searched. The sessions are in memory and end with the daemon, unless
    `data_dir` names a folder to keep them in. Only with a `data_dir` is a daemon that
    has ended started again.
    """
    where = None if data_dir is None else os.fspath(data_dir)
    return Opening(
        Program(binary, tuple(arguments), where),
        token=None,
        client_name=client_name,
        timeout=timeout,
        backoff=backoff,
        on_event=on_event,
        wait_seconds=0.0,
        most_in_flight=most_in_flight,
        keep_alive=None,
    )


def connect(
    address: str = "ws://127.0.0.1:7117",
    *,
    token: Optional[str] = None,
    client_name: str = "qbcoach for Python",
    timeout: Optional[float] = None,
    backoff: Backoff = Backoff(),
    on_event: Optional[Callable[[LinkEvent], None]] = None,
    wait_seconds: float = 0.0,
    most_in_flight: int = 32,
    keep_alive: Optional[float] = 60.0,
) -> Opening:
    """Connects to a daemon: `HOST:PORT`, `ws://…`, `tcp://HOST:PORT`, `unix:PATH`, `pipe:NAME`.

    `timeout` is the default timeout of every call; `wait_seconds` is how long to retry
    the first connection while no daemon answers. A lost connection is reopened without
    end, or as `backoff` allows. `on_event` is called when the connection is `lost`,
    `back` and `closed`.
    """
    return Opening(
        parse_address(address),
        token=token,
        client_name=client_name,
        timeout=timeout,
        backoff=backoff,
        on_event=on_event,
        wait_seconds=wait_seconds,
        most_in_flight=most_in_flight,
        keep_alive=keep_alive,
    )


def reach(where: Optional[str] = None) -> Opening:
    """Connects if `where` is an address; otherwise starts `where` as a program.

    For a script with one option for both.
    """
    if where is not None and where.startswith(("unix:", "pipe:", "tcp:", "ws:", "wss:", "http:", "https:")):
        return connect(where)
    return start(where)
