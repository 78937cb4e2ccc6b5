"""Each example as a user runs it."""

import csv
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import PACKAGE, PATIENCE, program

# By name: the arguments of a quick run, and something it says.
RUNS = {
    "ask_advice.py": ([], "Play Archdragon to MID-2: it takes MID, 2 ahead."),
    "follow_live.py": ([], "the end: the session was closed or deleted"),
    "mage_knight_combat.py": ([], "the combat is over, 5 fame gained"),
    "thousand_matches.py": (["--matches", "20"], "seed,you,enemy,turns"),
}


def run(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", "always", str(PACKAGE / "examples" / name), *arguments],
        env={**os.environ, "QBCOACH": program(), "PYTHONPATH": str(PACKAGE / "src")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


class Examples(unittest.TestCase):
    def test_every_example_runs_on_its_defaults_and_explains_itself(self) -> None:
        found = sorted(path.name for path in (PACKAGE / "examples").glob("*.py"))
        self.assertEqual(found, sorted(RUNS))
        for name, (arguments, says) in RUNS.items():
            with self.subTest(name=name):
                done = run(name, *arguments)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(says, done.stdout)
                self.assertNotIn("Warning", done.stderr)
                explained = run(name, "--help")
                self.assertEqual(explained.returncode, 0, explained.stderr)
                self.assertIn("--daemon", explained.stdout)

    def test_a_mistake_is_told_in_one_line(self) -> None:
        done = run("ask_advice.py", "--hand", "crawlr")
        self.assertEqual(done.returncode, 1)
        self.assertIn("did you mean 019 Crawler?", done.stderr)
        done = run("follow_live.py", "--daemon", "nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)

    def test_matches_depend_on_the_seed_and_not_on_how_many_are_under_way(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tables = []
            for at_once in ("1", "8"):
                file = Path(folder) / f"{at_once}.csv"
                done = run(
                    "thousand_matches.py",
                    *["--matches", "6", "--at-once", at_once, "--csv", str(file)],
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                with file.open(encoding="utf-8", newline="") as table:
                    tables.append(sorted(csv.reader(table)))
            self.assertEqual(len(tables[0]), 7)
            self.assertEqual(tables[0], tables[1])
