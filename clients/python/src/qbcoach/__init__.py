"""A client for qbcoach, the coaching daemon for Queen's Blood and Mage Knight combats.

    async with qbcoach.start() as coach:
        match = await coach.create(mode="simulated", seed=7)
        await match.mulligan()
        print((await match.advice(top=1))["message"])

`start` starts a daemon, `connect` connects to one that is running. The types of answers
are in `qbcoach.types`, the exceptions in `qbcoach.errors`.
"""

from . import errors, types
from .backoff import Backoff
from .coach import Coach, Opening, connect, reach, start
from .combat import Combat, CombatActed
from .errors import (
    Cancelled,
    ConnectionLost,
    Contradiction,
    DaemonFault,
    IllegalAction,
    InvalidParams,
    InvalidRequest,
    LimitReached,
    MovedOn,
    NotAllowed,
    OutcomeUnknown,
    OutOfTurn,
    ProgramNotFound,
    QbcoachError,
    Refused,
    SessionOver,
    TimedOut,
    UnknownCard,
    UnknownMethod,
    UnknownSession,
)
from .feed import Update
from .link import LinkEvent, LinkState
from .match import Match, MatchActed, Player
from .methods import METHODS, Method
from .session import Session
from .subscription import Subscription

__version__ = "0.2.0"

__all__ = [
    "METHODS",
    "Backoff",
    "Cancelled",
    "Coach",
    "Combat",
    "CombatActed",
    "ConnectionLost",
    "Contradiction",
    "DaemonFault",
    "IllegalAction",
    "InvalidParams",
    "InvalidRequest",
    "LimitReached",
    "LinkEvent",
    "LinkState",
    "Match",
    "MatchActed",
    "Method",
    "MovedOn",
    "NotAllowed",
    "OutcomeUnknown",
    "Opening",
    "OutOfTurn",
    "Player",
    "ProgramNotFound",
    "QbcoachError",
    "Refused",
    "Session",
    "SessionOver",
    "Subscription",
    "TimedOut",
    "UnknownCard",
    "UnknownMethod",
    "UnknownSession",
    "Update",
    "connect",
    "errors",
    "reach",
    "start",
    "types",
]
