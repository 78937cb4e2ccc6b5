"""Finds out whether an action took effect whose answer was lost with the connection.

The action is sent again only with `ifSeq` set to the seq from before it, so the daemon
refuses it if the session has changed. The session's journal then shows whether the
action is among the changes.
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
    """The answer to an act, an undo or a redo that was first sent at seq `base`."""
    # The daemon knows an act that has a name; nothing else has to keep it from happening twice.
    named = "actId" in params
    while True:
        try:
            again: Acted = await calls.request(method, params if named else {**params, "ifSeq": base})
            return again
        except ConnectionLost as error:
            if error.applied is False:
                raise
            lost = error
        except MovedOn:
            if named:
                raise
            found = await _search_journal(calls, method, params, base)
            if found == "next":
                snapshot = await calls.call("session/get", {"sessionId": params["sessionId"]})
                return {"seq": snapshot["seq"], "events": [], "snapshot": snapshot}
            if "ifSeq" in params:
                raise
            if found == "later":
                raise ConnectionLost(
                    f"{lost.reason}; the session has changed since, and an equal action is among "
                    "the changes",
                    "look at the session: the action may be this one",
                ) from lost
            raise ConnectionLost(
                f"{lost.reason}; the session has changed since, without this action",
                "look at the session and decide again",
                applied=False,
            ) from lost


async def _search_journal(
    calls: Calls, method: str, params: Mapping[str, Any], base: int
) -> Literal["next", "later", "missing"]:
    """Whether the action is the next event after `base`, a later event, or missing."""
    session_id: str = params["sessionId"]
    export = await calls.call("session/export", {"sessionId": session_id, "format": "jsonl"})
    for entry in _entries(export["content"]):
        if entry["seq"] > base and await _is_in(calls, method, params, entry):
            return "next" if entry["seq"] == base + 1 else "later"
    return "missing"


async def _is_in(
    calls: Calls, method: str, params: Mapping[str, Any], entry: Mapping[str, Any]
) -> bool:
    if "action" not in params:
        return method.partition("/")[2] in entry
    kept = entry.get("act")
    return isinstance(kept, dict) and await _is_same(calls, params["action"], kept)


def _entries(content: str) -> List[Dict[str, Any]]:
    lines = [json.loads(line) for line in content.splitlines() if line.strip()]
    return [line for line in lines if isinstance(line, dict) and "seq" in line]


async def _is_same(calls: Calls, sent: Mapping[str, Any], kept: Mapping[str, Any]) -> bool:
    """Whether the journal's action equals the sent one; cards and tiles may be written
    differently."""
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
    """The number of a Queen's Blood card, or the id of a Mage Knight card."""
    if isinstance(card, Mapping):
        return str(card.get("id"))
    try:
        found = await calls.call("cards/get", {"card": str(card)})
        return found["id"]
    except Refused:
        return re.sub(r"\W+", "-", str(card).strip().casefold())


def _tile(tile: Any) -> str:
    """`M4` for every way to write MID-4."""
    if isinstance(tile, Mapping):
        tile = f"{tile.get('lane')}{tile.get('col')}"
    text = str(tile).strip().upper()
    return text[:1] + text[-1:]
