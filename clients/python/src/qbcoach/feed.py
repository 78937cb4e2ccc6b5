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
    """A topic as it is now."""

    topic: str
    seq: int
    document: Document
    """The whole of it, yours to keep and to change."""
    kind: UpdateKind
    """`snapshot` if the daemon sent it whole since the last update of this topic."""
    session_id: Optional[str]


class BrokenChain(Exception):
    """A patch does not follow what was received before: begin anew."""


@dataclass
class _Topic:
    seq: int
    document: Any
    kind: UpdateKind
    session_id: Optional[str]


class Feed:
    """Holds the newest document of each topic, and which of them nobody has seen yet.

    However late they are taken, there is one document a topic and no queue.
    """

    def __init__(self) -> None:
        self._topics: Dict[str, _Topic] = {}
        # A dict for its order: the topic that has waited longest is taken first.
        self._unseen: Dict[str, None] = {}

    def begin_anew(self) -> None:
        """Forgets everything: a patch that did not fit may have left a document half
        changed, and nothing is better than something wrong. Snapshots follow."""
        self._topics.clear()
        self._unseen.clear()

    def take(self, update: Mapping[str, Any]) -> None:
        """Takes in what the daemon sent."""
        topic = str(update.get("topic", ""))
        seq = update.get("seq", 0)
        session_id = update.get("sessionId")
        if update.get("kind", "snapshot") == "snapshot":
            # What has no `data` is a document itself.
            document = update.get("data", update)
            self._topics[topic] = _Topic(seq, document, "snapshot", session_id)
        else:
            held = self._topics.get(topic)
            if held is None or held.seq != update.get("baseSeq"):
                raise BrokenChain(f"{topic}: a patch of {update.get('baseSeq')}")
            try:
                held.document = apply(held.document, update.get("data", []))
            except BrokenPatch as error:
                raise BrokenChain(f"{topic}: {error}") from error
            held.seq = seq
            if topic not in self._unseen:
                held.kind = "patch"
        self._unseen[topic] = None

    def next(self) -> Optional[Update[Any]]:
        """The topic that has waited longest; None if everything has been seen."""
        for topic in self._unseen:
            del self._unseen[topic]
            held = self._topics[topic]
            document = copied(held.document)
            return Update(topic, held.seq, document, held.kind, held.session_id)
        return None
