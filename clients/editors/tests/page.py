"""Runs every command of the console blocks in a Markdown file: page.py PAGE PROGRAM.

The commands after `$` are run by a shell, one after the other, in a folder that is
empty at first. Each must print the lines after it. `…` stands for any lines, or for
any rest of a line.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def pattern(shown: str) -> str:
    """The output shown in the page as a regular expression."""
    lines = []
    for line in shown.splitlines():
        if line == "…":
            lines.append(r"(?:.*\n)*")
        else:
            parts = map(re.escape, line.split("…"))
            lines.append(".*".join(parts) + r"\n")
    return "".join(lines)


def main() -> None:
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    program = Path(sys.argv[2]).resolve()
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.M | re.S)
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bin").mkdir()
        (Path(folder) / "bin" / "qbcoach").symlink_to(program)
        path = f"{folder}/bin:{os.environ['PATH']}"
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.M):
            run = subprocess.run(
                ["sh", "-c", command],
                cwd=folder,
                env={**os.environ, "PATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
            if not re.fullmatch(pattern(shown), run.stdout):
                sys.exit(f"`{command}` printed\n{run.stdout}instead of\n{shown}")
            count += 1
    if count == 0:
        sys.exit("the page shows no command")
    print(f"{count} commands do what the page shows")


main()
