"""The documents of one subscription, kept current by snapshots and patches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Generic, Mapping, Optional, TypeVar

from .patch import BrokenPatch, apply, copied
from .types import UpdateKind

__all__ = ["BrokenChain", "Feed", "Update"]

Document = TypeVar("Document")


@dataclass(frozen=True)
class Update(Generic[Document]):
    """The newest document of a topic."""

    topic: str
    seq: int
    document: Document
    """The whole document; the reader may keep and change it."""
    kind: UpdateKind
    """`snapshot` if the daemon sent a snapshot since the last update of this topic."""
    session_id: Optional[str]


class BrokenChain(Exception):
    """A patch does not apply to the document that is held: subscribe again."""


@dataclass
class _Held:
    seq: int
    document: Any
    kind: UpdateKind
    session_id: Optional[str]


class Feed:
    """Holds the newest document of each topic, and which of them are unread.

    There is one document per topic and no queue, however late they are read.
    """

    def __init__(self) -> None:
        self._topics: Dict[str, _Held] = {}
        # A dict because it keeps its order: the topic that has waited longest is first.
        self._unread: Dict[str, None] = {}

    def clear(self) -> None:
        """Drops every document; snapshots follow after subscribing again.

        A patch that did not apply may have left a document partly changed.
        """
        self._topics.clear()
        self._unread.clear()

    def take(self, update: Mapping[str, Any]) -> None:
        """Stores the document of an update, or applies its patch."""
        topic = str(update.get("topic", ""))
        seq = update.get("seq", 0)
        session_id = update.get("sessionId")
        if update.get("kind", "snapshot") == "snapshot":
            # A notification without `data` is itself the document.
            document = update.get("data", update)
            self._topics[topic] = _Held(seq, document, "snapshot", session_id)
        else:
            held = self._topics.get(topic)
            if held is None or held.seq != update.get("baseSeq"):
                raise BrokenChain(f"{topic}: no document of seq {update.get('baseSeq')} to patch")
            try:
                held.document = apply(held.document, update.get("data", []))
            except BrokenPatch as error:
                raise BrokenChain(f"{topic}: {error}") from error
            held.seq = seq
            if topic not in self._unread:
                held.kind = "patch"
        self._unread[topic] = None

    def next(self) -> Optional[Update[Any]]:
        """The unread document that has waited longest; None if all are read."""
        for topic in self._unread:
            del self._unread[topic]
            held = self._topics[topic]
            document = copied(held.document)
            return Update(topic, held.seq, document, held.kind, held.session_id)
        return None
