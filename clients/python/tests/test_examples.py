"""Runs each example as a user does."""

import csv
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import PACKAGE, PATIENCE, program

# By file name: the arguments of a quick run, and a part of its output.
RUNS = {
    "ask_advice.py": ([], "(best, win chance "),
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
    def test_every_example_runs_and_has_help(self) -> None:
        found = sorted(path.name for path in (PACKAGE / "examples").glob("*.py"))
        self.assertEqual(found, sorted(RUNS))
        for name, (arguments, output) in RUNS.items():
            with self.subTest(name=name):
                done = run(name, *arguments)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(output, done.stdout)
                self.assertNotIn("Warning", done.stderr)
                explained = run(name, "--help")
                self.assertEqual(explained.returncode, 0, explained.stderr)
                self.assertIn("--daemon", explained.stdout)

    def test_a_mistake_prints_an_error_and_no_traceback(self) -> None:
        done = run("ask_advice.py", "--hand", "crawlr")
        self.assertEqual(done.returncode, 1)
        self.assertIn("did you mean 019 Crawler?", done.stderr)
        done = run("follow_live.py", "--daemon", "nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)

    def test_matches_depend_on_their_seed_and_not_on_how_many_run_at_once(self) -> None:
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
