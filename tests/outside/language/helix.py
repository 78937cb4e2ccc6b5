"""Helix with the lines of our page, in a terminal: a fault is shown and mended by a code
action, and the text is formatted. helix.py PROGRAM LANGUAGES FOLDER: PROGRAM starts what is
named after it, LANGUAGES are the lines of the page, FOLDER is empty. qbcoach is on the PATH."""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from pathlib import Path

PATIENCE = 60
CONTROL = re.compile(r"\x1b\[[0-9;:?<>=]*[ -/]*[@-~]")


class Terminal:
    """A program in a terminal, and what it has drawn."""

    def __init__(self, command: list[str]):
        self.drawn = ""
        self.child, self.screen = pty.fork()
        if self.child == 0:
            os.execvp(command[0], command)
        # So wide that no message is broken.
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))

    def read(self, seconds: float) -> bool:
        """Whether something was drawn in time."""
        if not select.select([self.screen], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.screen, 65536)
        except OSError:  # the program has ended
            return False
        self.drawn += CONTROL.sub("", data.decode("utf-8", "replace"))
        return bool(data)

    def wait(self, wanted: str) -> None:
        """Until a text is drawn; the next one comes after it."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.drawn:
            if time.monotonic() > end:
                raise SystemExit(f"`{wanted}` was not shown, but: {self.drawn}")
            self.read(1)
        self.drawn = self.drawn.split(wanted, 1)[1]

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def ended(self) -> int:
        while self.read(PATIENCE):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def main(program: str, languages: str, folder: Path) -> None:
    settings = folder / "settings"
    (settings / "helix").mkdir(parents=True)
    (settings / "helix/languages.toml").write_text(Path(languages).read_text())
    match = folder / "match.qb"
    match.write_text("you play Crawlr m1\nenemy pass\n")
    os.environ.update(HOME=str(folder), XDG_CONFIG_HOME=str(settings), TERM="xterm-256color")
    terminal = Terminal([program, "hx", str(match)])
    terminal.wait("●")
    terminal.type("fC")  # the fault under the cursor is told
    terminal.wait("there is no card `Crawlr`")
    terminal.type(" a")
    terminal.wait("Write `Crawler`")
    terminal.type("\r")
    terminal.wait("Crawler")
    terminal.type(":format\r")
    terminal.wait("MID-1")
    terminal.type(":wq\r")
    status = terminal.ended()
    text = match.read_text()
    if status != 0 or text != "you play Crawler MID-1\nenemy pass\n":
        raise SystemExit(f"Helix ended with {status} and wrote {text!r}")
    print("done")


main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
