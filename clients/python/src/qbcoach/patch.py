"""JSON Patch (RFC 6902) as the daemon uses it: `add`, `remove`, `replace`."""

from __future__ import annotations

from typing import Any, List, Sequence

__all__ = ["BrokenPatch", "apply", "copied"]


class BrokenPatch(Exception):
    """The patch does not fit the document, which may be half changed now."""


def apply(document: Any, patch: Sequence[Any]) -> Any:
    """Changes the document in place and returns it (another one if its root is replaced)."""
    for operation in patch:
        document = _apply_one(document, operation)
    return document


def copied(document: Any) -> Any:
    """A copy that shares nothing with the document. Knows JSON only, so it is quick."""
    if isinstance(document, dict):
        return {name: copied(value) for name, value in document.items()}
    if isinstance(document, list):
        return [copied(value) for value in document]
    return document


def _apply_one(document: Any, operation: Any) -> Any:
    try:
        kind, pointer = operation["op"], operation["path"]
        value = None if kind == "remove" else operation["value"]
    except (KeyError, TypeError) as error:
        raise BrokenPatch(f"{operation!r} is no operation") from error
    if kind not in ("add", "remove", "replace"):
        raise BrokenPatch(f"the operation {kind!r} is not one of this protocol")
    path = _steps(pointer)
    if not path:
        if kind == "remove":
            raise BrokenPatch("the whole document cannot be removed")
        return copied(value)
    holder = document
    for step in path[:-1]:
        holder = _inside(holder, step)
    _change(holder, path[-1], kind, value)
    return document


def _steps(pointer: Any) -> List[str]:
    """The steps of a JSON Pointer (RFC 6901)."""
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise BrokenPatch(f"{pointer!r} is no path")
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _inside(holder: Any, step: str) -> Any:
    if isinstance(holder, dict):
        if step not in holder:
            raise BrokenPatch(f"there is no {step!r}")
        return holder[step]
    if isinstance(holder, list):
        return holder[_index(step, len(holder))]
    raise BrokenPatch(f"{step!r} leads into a plain value")


def _change(holder: Any, step: str, kind: str, value: Any) -> None:
    if isinstance(holder, dict):
        if kind != "add" and step not in holder:
            raise BrokenPatch(f"there is no {step!r} to {kind}")
        if kind == "remove":
            del holder[step]
        else:
            holder[step] = copied(value)
    elif isinstance(holder, list):
        if kind == "add":
            at = len(holder) if step == "-" else _index(step, len(holder) + 1)
            holder.insert(at, copied(value))
        elif kind == "remove":
            del holder[_index(step, len(holder))]
        else:
            holder[_index(step, len(holder))] = copied(value)
    else:
        raise BrokenPatch(f"{step!r} leads into a plain value")


def _index(step: str, length: int) -> int:
    plain = step.isascii() and step.isdigit() and (step == "0" or not step.startswith("0"))
    if not plain or int(step) >= length:
        raise BrokenPatch(f"{step!r} is no index of a list of {length}")
    return int(step)
