"""Whether an action took effect though its answer was lost with the line.

The session's own journal is what counts. An action is sent again only under `ifSeq`
with the seq from before it, so the daemon itself sees to it that it happens once.
"""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, Literal, Mapping

from .errors import ConnectionLost, MovedOn, Refused
from .methods import Calls
from .types import Acted

__all__ = ["settle"]


async def settle(
    calls: Calls, method: str, params: Mapping[str, Any], base: int, lost: ConnectionLost
) -> Acted:
    """What became of a `match/act` or `session/undo` that was asked at the seq `base`."""
    while True:
        try:
            again: Acted = await calls.request(method, {**params, "ifSeq": base})
            return again
        except ConnectionLost as error:
            if error.applied is False:
                raise
            lost = error
        except MovedOn:
            found = await _search_journal(calls, params, base)
            if found == "next":
                snapshot = await calls.call("session/get", {"sessionId": params["sessionId"]})
                return {"seq": snapshot["seq"], "events": [], "snapshot": snapshot}
            if "ifSeq" in params:
                raise
            if found == "later":
                raise ConnectionLost(
                    f"{lost.reason}; others have moved since, and an action like this one was made",
                    "look at the session: it may have been yours",
                ) from lost
            raise ConnectionLost(
                f"{lost.reason}; the session has moved on since, without this action",
                "look at the session and decide again",
                applied=False,
            ) from lost


async def _search_journal(
    calls: Calls, params: Mapping[str, Any], base: int
) -> Literal["next", "later", "missing"]:
    """Where the action is after `base`: the very next event, a later one, or nowhere."""
    session_id: str = params["sessionId"]
    export = await calls.call("session/export", {"sessionId": session_id, "format": "jsonl"})
    for entry in _entries(export["content"]):
        if entry["seq"] > base and await _is_in(calls, params, entry):
            return "next" if entry["seq"] == base + 1 else "later"
    return "missing"


async def _is_in(calls: Calls, params: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    if "action" not in params:
        return "undo" in entry
    kept = entry.get("act")
    return isinstance(kept, dict) and await _is_same(calls, params["action"], kept)


def _entries(content: str) -> List[Dict[str, Any]]:
    lines = [json.loads(line) for line in content.splitlines() if line.strip()]
    return [line for line in lines if isinstance(line, dict) and "seq" in line]


async def _is_same(calls: Calls, sent: Mapping[str, Any], kept: Mapping[str, Any]) -> bool:
    """Whether the journal's action is the one that was sent, however that was written."""
    if sent.get("type") != kept.get("type"):
        return False
    for field, value in sent.items():
        other = kept.get(field)
        if value is None or other is None or field == "type":
            continue
        if field == "card":
            same = await _card(calls, value) == str(other)
        elif field == "tile":
            same = _tile(value) == _tile(other)
        elif isinstance(value, (list, tuple)) and isinstance(other, list):
            same = len(value) == len(other)
        else:
            same = value == other
        if not same:
            return False
    return True


async def _card(calls: Calls, card: Any) -> str:
    """The number of a card of Queen's Blood, the id of one of Mage Knight."""
    if isinstance(card, Mapping):
        return str(card.get("id"))
    try:
        found = await calls.call("cards/get", {"card": str(card)})
        return found["id"]
    except Refused:
        return re.sub(r"\W+", "-", str(card).strip().casefold())


def _tile(tile: Any) -> str:
    """`M4` for each of the ways to write MID-4."""
    if isinstance(tile, Mapping):
        tile = f"{tile.get('lane')}{tile.get('col')}"
    text = str(tile).strip().upper()
    return text[:1] + text[-1:]
