#!/usr/bin/env python3
"""Writes src/qbcoach/types.py and src/qbcoach/methods.py from protocol/openrpc.json.

    python3 tools/generate_types.py           write both files
    python3 tools/generate_types.py --check   only tell whether they are current

The OpenRPC document holds every schema of protocol/schemas, so it is all that is read.
"""

from __future__ import annotations

import argparse
import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / "src" / "qbcoach"
DOCUMENT = HERE.parent.parent.parent / "protocol" / "openrpc.json"

WIDTH = 96
NOTE = "Made by tools/generate_types.py from protocol/openrpc.json: change that, not this."

Schema = Dict[str, Any]


class CannotGenerate(Exception):
    """The document says something this generator has no Python for."""


def capitalised(word: str) -> str:
    return word[:1].upper() + word[1:]


def type_name(method: str) -> str:
    """`prediction/threatMap` becomes `PredictionThreatMap`."""
    return "".join(capitalised(part) for part in re.split(r"[^A-Za-z0-9]+", method) if part)


class Definition:
    """One type of the file: its text and the types that have to stand before it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.needs: List[str] = []
        self.text = ""


class Types:
    """The Python types of the schemas that something on the wire uses."""

    def __init__(self, schemas: Dict[str, Schema]) -> None:
        self.schemas = schemas
        self.definitions: Dict[str, Definition] = {}
        self.under_way: Set[str] = set()
        # What a caller passes in is taken as Sequence and Mapping, which accept more.
        self.inputs: Set[str] = set()

    def mark_input(self, schema: Any) -> None:
        if isinstance(schema, list):
            for part in schema:
                self.mark_input(part)
        elif isinstance(schema, dict):
            reference = schema.get("$ref")
            if isinstance(reference, str):
                name = reference.rsplit("/", 1)[1]
                if name not in self.inputs:
                    self.inputs.add(name)
                    self.mark_input(self.schemas[name])
            for part in schema.values():
                self.mark_input(part)

    def define(self, name: str, schema: Schema, as_input: bool) -> None:
        if name in self.definitions or name in self.under_way:
            return
        self.under_way.add(name)
        made = Definition(name)
        if is_record(schema):
            made.text = self.record(made, schema, as_input)
        else:
            made.text = self.alias(made, schema, as_input)
        self.under_way.remove(name)
        self.definitions[name] = made

    def reference(self, user: Definition, name: str) -> str:
        as_input = name in self.inputs
        if name in self.under_way:
            return f'"{name}"'
        self.define(name, self.schemas[name], as_input)
        user.needs.append(name)
        return name

    def alias(self, made: Definition, schema: Schema, as_input: bool) -> str:
        written = self.expression(made, schema, made.name, as_input)
        text = f"{made.name} = {written}"
        if len(text) > WIDTH:
            text = f"{made.name} = {wrapped(written)}"
        description = schema.get("description")
        return text + "\n" + (docstring(description, "") + "\n" if description else "")

    def record(self, made: Definition, schema: Schema, as_input: bool) -> str:
        properties: Dict[str, Any] = schema.get("properties", {})
        required = set(schema.get("required", []))
        fields: List[Tuple[str, str, Optional[str]]] = []
        for field, kind in properties.items():
            written = self.expression(made, kind, made.name + capitalised(field), as_input)
            if field not in required:
                written = f"NotRequired[{written}]"
            description = kind.get("description") if isinstance(kind, dict) else None
            fields.append((field, written, description))
        if any(keyword.iskeyword(field) or not field.isidentifier() for field, _, _ in fields):
            return record_by_call(made.name, fields)
        lines = [f"class {made.name}(TypedDict):"]
        description = schema.get("description")
        if description:
            lines += [docstring(description, "    "), ""]
        for field, written, description in fields:
            line = f"    {field}: {written}"
            lines.append(line if len(line) <= WIDTH else f"    {field}: {wrapped(written, '    ')}")
            if description:
                lines.append(docstring(description, "    "))
        if not fields and not schema.get("description"):
            lines.append("    pass")
        return "\n".join(lines).rstrip() + "\n"

    def expression(self, user: Definition, schema: Any, name: str, as_input: bool) -> str:
        """The type as Python writes it; `name` is for a record that has none."""
        if schema is True or schema is None:
            return "Any"
        if not isinstance(schema, dict):
            raise CannotGenerate(f"{name}: {schema!r} is no schema")
        if "$ref" in schema:
            return self.reference(user, schema["$ref"].rsplit("/", 1)[1])
        if "allOf" in schema:
            if len(schema["allOf"]) != 1:
                raise CannotGenerate(f"{name}: allOf of several schemas")
            return self.expression(user, schema["allOf"][0], name, as_input)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.union(user, schema[several], name, as_input)
        if "const" in schema:
            return f"Literal[{literal(schema['const'])}]"
        if "enum" in schema:
            return "Literal[" + ", ".join(literal(value) for value in schema["enum"]) + "]"
        kind = schema.get("type")
        if isinstance(kind, list):
            parts = [{**schema, "type": one} for one in kind]
            return self.union(user, parts, name, as_input)
        return self.plain(user, schema, name, as_input)

    def plain(self, user: Definition, schema: Schema, name: str, as_input: bool) -> str:
        kind = schema.get("type")
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        if kind is None:
            return "Any"
        if kind in simple:
            return simple[kind]
        if kind == "null":
            return "None"
        if kind == "array":
            item = self.expression(user, schema.get("items", True), name + "Item", as_input)
            return f"{'Sequence' if as_input else 'List'}[{item}]"
        if kind == "object":
            if is_record(schema):
                if name in self.schemas:
                    raise CannotGenerate(f"{name} is the name of two types")
                self.define(name, schema, as_input)
                user.needs.append(name)
                return name
            extra = schema.get("additionalProperties", True)
            value = self.expression(user, extra, name + "Value", as_input)
            return f"{'Mapping' if as_input else 'Dict'}[str, {value}]"
        raise CannotGenerate(f"{name}: unknown type {kind!r}")

    def union(self, user: Definition, parts: List[Any], name: str, as_input: bool) -> str:
        written: List[str] = []
        values: List[str] = []
        optional = False
        for part in parts:
            one = self.expression(user, part, name + variant(part), as_input)
            if one == "None":
                optional = True
            elif one.startswith("Literal["):
                values.append(one[len("Literal[") : -1])
            elif one not in written:
                written.append(one)
        if values:
            written.insert(0, f"Literal[{', '.join(values)}]")
        if not written:
            return "None"
        whole = written[0] if len(written) == 1 else f"Union[{', '.join(written)}]"
        return f"Optional[{whole}]" if optional and whole != "Any" else whole

    def in_order(self) -> List[Definition]:
        """Every type after those it is made of."""
        order: List[Definition] = []
        seen: Set[str] = set()

        def visit(name: str) -> None:
            if name not in seen:
                seen.add(name)
                for needed in self.definitions[name].needs:
                    visit(needed)
                order.append(self.definitions[name])

        for name in self.definitions:
            visit(name)
        return order


def is_record(schema: Schema) -> bool:
    """Whether an object has named fields and no others of one type."""
    if schema.get("type") != "object" or isinstance(schema.get("additionalProperties"), dict):
        return False
    return "properties" in schema or "additionalProperties" not in schema


def variant(schema: Any) -> str:
    """What tells one alternative from the others: the constant it carries."""
    if isinstance(schema, dict):
        for kind in schema.get("properties", {}).values():
            if isinstance(kind, dict) and isinstance(kind.get("const"), str):
                return type_name(kind["const"])
        if is_record(schema):
            return "Record"
    return ""


def literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def docstring(text: str, indent: str) -> str:
    text = text.replace("\\", "\\\\").strip()
    one_line = f'{indent}"""{text}"""'
    if len(one_line) <= WIDTH and "\n" not in text and not text.endswith('"'):
        return one_line
    wide = textwrap.fill(text, WIDTH - len(indent))
    return textwrap.indent(f'"""{wide}\n"""', indent)


def wrapped(written: str, indent: str = "") -> str:
    """A long type, its outermost arguments one a line."""
    head, _, inside = written.partition("[")
    inside = inside[:-1]
    parts: List[str] = []
    depth = 0
    start = 0
    for at, sign in enumerate(inside):
        depth += {"[": 1, "]": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append(inside[start:at].strip())
            start = at + 1
    parts.append(inside[start:].strip())
    deeper = indent + "    "
    lines = []
    for part in parts:
        long = len(deeper + part) > WIDTH and "[" in part
        lines.append(deeper + (wrapped(part, deeper) if long else part) + ",")
    return head + "[\n" + "\n".join(lines) + f"\n{indent}]"


def record_by_call(name: str, fields: List[Tuple[str, str, Optional[str]]]) -> str:
    """For fields whose names Python keeps for itself."""
    lines = [f"{name} = TypedDict(", f'    "{name}",', "    {"]
    for field, written, description in fields:
        if description:
            lines.append(textwrap.indent(textwrap.fill(description, WIDTH - 10), " " * 8 + "# "))
        lines.append(f"        {literal(field)}: {written},")
    return "\n".join([*lines, "    },", ")"]) + "\n"


def params_of(method: Schema) -> Schema:
    """The params of a method as one object."""
    properties = {}
    for param in method["params"]:
        schema = param["schema"]
        if "description" in param and isinstance(schema, dict):
            schema = {"description": param["description"], **schema}
        properties[param["name"]] = schema
    required = [param["name"] for param in method["params"] if param.get("required")]
    described = f"Params of `{method['name']}`."
    return {
        "type": "object",
        "description": described,
        "properties": properties,
        "required": required,
    }


def types_file(document: Dict[str, Any]) -> Tuple[str, Dict[str, str]]:
    """types.py, and the type of each method's result."""
    types = Types(document["components"]["schemas"])
    for method in document["methods"]:
        types.mark_input([param["schema"] for param in method["params"]])
    results: Dict[str, str] = {}
    for method in document["methods"]:
        if method["params"]:
            name = type_name(method["name"]) + "Params"
            types.define(name, params_of(method), as_input=True)
        if "result" in method:
            holder = Definition(type_name(method["name"]) + "Result")
            schema = method["result"]["schema"]
            results[method["name"]] = types.expression(holder, schema, holder.name, False)
    for notification in document.get("x-serverNotifications", []):
        name = type_name(notification["name"]) + "Params"
        types.define(name, params_of(notification), as_input=False)
    if "Warning" in types.schemas:
        types.define("Warning", types.schemas["Warning"], as_input=False)
    names = [definition.name for definition in types.in_order()]
    header = f'''"""The types of the wire protocol: what is sent, what is answered.

{NOTE}
Results may have more fields than are named here, `warnings` for one.
"""

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict
from typing import Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
elif sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    # Older Pythons have no word for it; at run time it is only a mark for people.
    NotRequired = Optional
'''
    listed = ",\n".join(f'    "{name}"' for name in sorted(names))
    parts = [header.rstrip(), "", f"__all__ = [\n{listed},\n]", ""]
    for definition in types.in_order():
        parts += ["", definition.text.rstrip(), ""]
    return "\n".join(parts), results


def methods_file(document: Dict[str, Any], results: Dict[str, str]) -> str:
    """methods.py: the table, and `call` with an overload for each method."""
    imports: Set[str] = set()
    typing = {"Any", "Dict", "Literal", "Mapping", "NamedTuple", "Optional", "overload"}
    overloads: List[str] = []
    table: List[str] = []
    for method in document["methods"]:
        name, summary = method["name"], method.get("summary", "")
        if method.get("x-notification"):
            continue
        positional = method.get("x-positional")
        table.append(
            f"    {literal(name)}: Method(\n"
            f"        summary={literal(summary)},\n"
            f"        role={literal(method['x-role']) if method.get('x-role') else None},\n"
            f"        first={literal(positional) if positional else None},\n"
            f"    ),"
        )
        result = results[name]
        words = set(re.findall(r"[A-Z]\w+", re.sub(r'"[^"]*"', "", result)))
        imports |= words - TYPING - {"None"}
        typing |= words & TYPING
        if method["params"]:
            params = type_name(name) + "Params"
            imports.add(params)
            needed = any(param.get("required") for param in method["params"])
            taken = f"params: {params}" if needed else f"params: {params} = ..."
        else:
            taken = "params: Mapping[str, Any] = ..."
        overloads.append(
            "    @overload\n"
            "    async def call(\n"
            f"        self, method: Literal[{literal(name)}], {taken}, *, "
            f"timeout: Optional[float] = ...\n"
            f"    ) -> {result}: ...\n"
        )
    imported = ",\n".join(f"    {name}" for name in sorted(imports))
    return f'''"""Every method of the protocol: a table, and `call` with the types of each.

{NOTE}
"""

from __future__ import annotations

from typing import {", ".join(sorted(typing, key=str.casefold))}

from .types import (
{imported},
)

__all__ = ["METHODS", "Calls", "Method"]


class Method(NamedTuple):
    """What the protocol says of a method besides its types."""

    summary: str
    role: Optional[str]
    """The least role a token needs for it; None if anybody may ask."""
    first: Optional[str]
    """The one param that may also be sent alone, in an array."""


METHODS: Dict[str, Method] = {{
{chr(10).join(table)}
}}


class Calls:
    """Whatever can be asked, as the type checker sees it."""

    async def request(
        self, method: str, params: Any = None, *, timeout: Optional[float] = None
    ) -> Any:
        """Asks any method, also one that is newer than this package; nothing is checked."""
        raise NotImplementedError

{chr(10).join(overloads)}
    async def call(self, method: str, params: Any = None, *, timeout: Optional[float] = None) -> Any:
        """Asks a method of the protocol by its name.

        `timeout` is in seconds; without one it waits as long as it takes.
        """
        return await self.request(method, params, timeout=timeout)
'''


TYPING = {"Any", "Dict", "List", "Literal", "Mapping", "Optional", "Sequence", "Union"}


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    reader.add_argument("--check", action="store_true", help="write nothing, fail if out of date")
    asked = reader.parse_args()
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    types, results = types_file(document)
    files = {"types.py": types, "methods.py": methods_file(document, results)}
    stale = []
    for name, text in files.items():
        path = PACKAGE / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not asked.check:
            path.write_text(text, encoding="utf-8")
    if asked.check and stale:
        print(f"{' and '.join(stale)} out of date: run tools/generate_types.py", file=sys.stderr)
        return 1
    print("written: " + ", ".join(stale) if stale else "all current")
    return 0


if __name__ == "__main__":
    sys.exit(main())
