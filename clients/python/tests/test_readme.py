"""The examples of the README run in order and print the output they show."""

import ast
import contextlib
import inspect
import io
import re
from typing import Any, Dict, List, Tuple

from support import PACKAGE, AsyncTest, daemon, soon


def blocks() -> List[Tuple[str, List[str]]]:
    """The code of each Python block, and the output lines it shows."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        printed = [line[len("# → ") :] for line in block.splitlines() if line.startswith("# → ")]
        found.append((block, printed))
    return found


class Readme(AsyncTest):
    async def test_every_example_prints_the_output_it_shows(self) -> None:
        self.assertGreaterEqual(len(blocks()), 5)
        async with daemon() as running:
            names: Dict[str, Any] = {}
            for block, expected in blocks():
                # The README names a fixed port; the daemon of the test has another.
                code = block.replace("127.0.0.1:7117", running.listen)
                compiled = compile(code, "README.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
                out = io.StringIO()
                with self.subTest(block=block), contextlib.redirect_stdout(out):
                    work = eval(compiled, names)
                    if inspect.isawaitable(work):
                        await soon(work)
                self.assertEqual(out.getvalue().splitlines(), expected, block)
            await names["coach"].close()

    def test_the_readme_names_every_exception_and_every_module(self) -> None:
        import qbcoach

        text = (PACKAGE / "README.md").read_text(encoding="utf-8")
        for name in qbcoach.errors.__all__:
            self.assertIn(f"`{name}`", text)
        for module in (PACKAGE / "src" / "qbcoach").glob("*.py"):
            if module.stem != "__init__":
                self.assertIn(f"`{module.stem}`", text)
