"""JSON Patch (RFC 6902) as the daemon uses it: `add`, `remove`, `replace`."""

from __future__ import annotations

from typing import Any, List, Sequence

__all__ = ["BrokenPatch", "apply", "copied"]


class BrokenPatch(Exception):
    """The patch does not apply to the document, which may be partly changed now."""


def apply(document: Any, patch: Sequence[Any]) -> Any:
    """Changes the document in place and returns it (a new one if the root is replaced)."""
    for operation in patch:
        document = _apply_one(document, operation)
    return document


def copied(document: Any) -> Any:
    """A deep copy of a JSON document; faster than `copy.deepcopy`."""
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
        raise BrokenPatch(f"{operation!r} is not an operation") from error
    if kind not in ("add", "remove", "replace"):
        raise BrokenPatch(f"the protocol has no operation {kind!r}")
    path = _steps(pointer)
    if not path:
        if kind == "remove":
            raise BrokenPatch("the whole document cannot be removed")
        return copied(value)
    parent = document
    for step in path[:-1]:
        parent = _child(parent, step)
    _change(parent, path[-1], kind, value)
    return document


def _steps(pointer: Any) -> List[str]:
    """The steps of a JSON Pointer (RFC 6901)."""
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise BrokenPatch(f"{pointer!r} is not a path")
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _child(parent: Any, step: str) -> Any:
    if isinstance(parent, dict):
        if step not in parent:
            raise BrokenPatch(f"there is no {step!r}")
        return parent[step]
    if isinstance(parent, list):
        return parent[_index(step, len(parent))]
    raise BrokenPatch(f"{step!r} leads into a plain value")


def _change(parent: Any, step: str, kind: str, value: Any) -> None:
    if isinstance(parent, dict):
        if kind != "add" and step not in parent:
            raise BrokenPatch(f"there is no {step!r} to {kind}")
        if kind == "remove":
            del parent[step]
        else:
            parent[step] = copied(value)
    elif isinstance(parent, list):
        if kind == "add":
            at = len(parent) if step == "-" else _index(step, len(parent) + 1)
            parent.insert(at, copied(value))
        elif kind == "remove":
            del parent[_index(step, len(parent))]
        else:
            parent[_index(step, len(parent))] = copied(value)
    else:
        raise BrokenPatch(f"{step!r} leads into a plain value")


def _index(step: str, length: int) -> int:
    plain = step.isascii() and step.isdigit() and (step == "0" or not step.startswith("0"))
    if not plain or int(step) >= length:
        raise BrokenPatch(f"{step!r} is not an index into a list of {length}")
    return int(step)
