"""The package: generated types are current, mypy passes, it installs and works."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List

from support import PACKAGE, program


def run(*command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        cwd=PACKAGE,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def generator() -> ModuleType:
    path = PACKAGE / "tools" / "generate_types.py"
    spec = importlib.util.spec_from_file_location("generate_types", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def document(schemas: Dict[str, Any], params: List[Any], result: Any) -> Dict[str, Any]:
    method = {"name": "a/b", "summary": "Does it.", "params": params, "result": {"schema": result}}
    return {"methods": [method], "components": {"schemas": schemas}}


class Types(unittest.TestCase):
    def test_the_generated_files_are_current(self) -> None:
        done = run(sys.executable, "tools/generate_types.py", "--check")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_mypy_finds_no_error(self) -> None:
        cache = os.path.join(sys.prefix, "mypy")
        done = run(
            *[sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache],
            *["src", "examples", "tools", "tests"],
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_finds_the_mistakes_of_a_script(self) -> None:
        script = """
import qbcoach

async def wrong(coach: qbcoach.Coach) -> None:
    match = await coach.create(mode="dreamt")
    (await match.get())["bored"]
    await coach.call("session/get", {"session": "s1"})
    (await coach.call("decks/list"))["cards"]
    async for update in match.follow("state"):
        update.document["moves"]
    await coach.call("brand/new", {"anything": 1})
    await coach.request("brand/new", {"anything": 1})
"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "script.py"
            path.write_text(script, encoding="utf-8")
            done = run(
                *[sys.executable, "-m", "mypy", "--strict", "--no-error-summary"],
                *["--cache-dir", os.path.join(sys.prefix, "mypy"), str(path)],
            )
        lines = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line]
        self.assertEqual(sorted(set(lines)), [5, 6, 7, 8, 10, 11], done.stdout)

    def test_keywords_of_python_can_be_fields(self) -> None:
        fields = {"from": {"type": "string"}, "to": {"type": "integer"}}
        schema = {"type": "object", "properties": fields, "required": ["from"]}
        reference = {"$ref": "#/components/schemas/Span"}
        text, results = generator().types_file(document({"Span": schema}, [], reference))
        names: Dict[str, Any] = {}
        exec(compile(text, "types.py", "exec"), names)
        self.assertEqual(set(names["Span"].__annotations__), {"from", "to"})
        self.assertEqual(results, {"a/b": "Span"})

    def test_recursive_types_and_unnamed_types_are_generated(self) -> None:
        node = {
            "type": "object",
            "properties": {
                "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
                "point": {
                    "oneOf": [
                        {"type": "object", "properties": {"kind": {"const": "flat"}}},
                        {"type": "object", "properties": {"kind": {"const": "deep"}}},
                        {"type": "null"},
                    ]
                },
            },
        }
        text, _ = generator().types_file(document({"Node": node}, [], {"$ref": "#/x/Node"}))
        self.assertIn('children: NotRequired[List["Node"]]', text)
        self.assertIn("point: NotRequired[Optional[Union[NodePointFlat, NodePointDeep]]]", text)
        exec(compile(text, "types.py", "exec"), {})

    def test_unsupported_schemas_are_an_error(self) -> None:
        made = generator()
        wrong: List[Any] = [{"allOf": [{}, {}]}, {"type": "mystery"}]
        for schema in wrong:
            with self.assertRaises(made.CannotGenerate):
                made.types_file(document({}, [], schema))


class Package(unittest.TestCase):
    def test_it_installs_into_a_fresh_environment_and_works_there(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "source"
            fresh = Path(folder) / "fresh"
            # Built from a copy, because building leaves files in the source folder.
            skipped = shutil.ignore_patterns("__pycache__", "tests", "*.egg-info")
            shutil.copytree(PACKAGE, source, ignore=skipped)
            made = run(sys.executable, "-m", "venv", "--without-pip", str(fresh))
            self.assertEqual(made.returncode, 0, made.stderr)
            python = fresh / "bin" / "python"
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
            built = run(
                *[*pip, "wheel", "--no-deps", "--no-build-isolation"],
                *["--wheel-dir", folder, str(source)],
            )
            self.assertEqual(built.returncode, 0, built.stderr)
            wheel = next(Path(folder).glob("qbcoach-*.whl"))
            installed = run(*[*pip, "--python", str(python), "install", "--no-index", str(wheel)])
            self.assertEqual(installed.returncode, 0, installed.stderr)
            used = run(
                *[str(python), str(PACKAGE / "examples" / "ask_advice.py")],
                QBCOACH=program(),
                PYTHONPATH="",
            )
            self.assertEqual(used.returncode, 0, used.stderr)
            script = "import qbcoach, pathlib; print(pathlib.Path(qbcoach.__file__).parent)"
            where = run(str(python), "-c", script, PYTHONPATH="").stdout.strip()
            self.assertTrue(where.startswith(str(fresh)), where)
            self.assertTrue((Path(where) / "py.typed").exists())
            asked = "import asyncio, qbcoach; asyncio.run(qbcoach.connect('ws://127.0.0.1:9')._open())"
            without = run(str(python), "-c", asked, PYTHONPATH="")
            self.assertIn("qbcoach[websocket]", without.stderr)
