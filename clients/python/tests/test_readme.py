"""The examples of the README run, in order, and print what they say."""

import ast
import contextlib
import inspect
import io
import re
from typing import Any, Dict, List, Tuple

from support import PACKAGE, AsyncTest, daemon, soon


def blocks() -> List[Tuple[str, List[str]]]:
    """The Python of each block, and the lines it says it prints."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        printed = [line[len("# → ") :] for line in block.splitlines() if line.startswith("# → ")]
        found.append((block, printed))
    return found


class Readme(AsyncTest):
    async def test_every_example_prints_what_it_says(self) -> None:
        self.assertGreaterEqual(len(blocks()), 5)
        async with daemon() as running:
            names: Dict[str, Any] = {}
            for block, expected in blocks():
                # The reader's daemon has its usual port, the one of the test any.
                code = block.replace("tcp://127.0.0.1:7118", running.tcp)
                compiled = compile(code, "README.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
                out = io.StringIO()
                with self.subTest(block=block), contextlib.redirect_stdout(out):
                    work = eval(compiled, names)
                    if inspect.isawaitable(work):
                        await soon(work)
                self.assertEqual(out.getvalue().splitlines(), expected, block)
            await names["coach"].close()

    def test_it_names_every_exception_and_every_module(self) -> None:
        import qbcoach

        text = (PACKAGE / "README.md").read_text(encoding="utf-8")
        for name in qbcoach.errors.__all__:
            self.assertIn(f"`{name}`", text)
        for module in (PACKAGE / "src" / "qbcoach").glob("*.py"):
            if module.stem != "__init__":
                self.assertIn(f"`{module.stem}`", text)
