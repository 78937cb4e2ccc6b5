"""Kate with the lines of our page, without a screen: it starts the language server, is told
the fault, and asks for colours and symbols. kate.py UNPACKED SETTINGS FOLDER: UNPACKED is
Kate's folder, SETTINGS are the lines of the page, FOLDER is empty. QBCOACH is the program."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 60
PAGE = Path(__file__).parents[3] / "clients/editors"


def messages(log: Path) -> list[dict]:
    """The whole messages of a log that may be still growing."""
    data = log.read_bytes() if log.exists() else b""
    found = []
    while head := re.match(rb"Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n", data):
        body = data[head.end() : head.end() + int(head[1])]
        if len(body) < int(head[1]):
            break
        found.append(json.loads(body))
        data = data[head.end() + len(body) :]
    return found


def prepared(settings: str, folder: Path) -> Path:
    """A home as the page says, and a program that notes what is said."""
    commands = folder / "bin"
    commands.mkdir(parents=True)
    spy = commands / "qbcoach"
    asked, answered = folder / "asked", folder / "answered"
    spy.write_text(f'#!/bin/sh\ntee {asked} | "$QBCOACH" "$@" | tee {answered}\n')
    spy.chmod(0o755)
    servers = folder / ".config/kate/lspclient"
    servers.mkdir(parents=True)
    (servers / "settings.json").write_text(Path(settings).read_text())
    # The question whether the program may be started has been answered.
    line = " ".join([str(spy), *json.loads(Path(settings).read_text())["servers"]["qb"]["command"][1:]])
    (folder / ".config/katerc").write_text(
        f"[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines={line}\n"
    )
    syntax = folder / ".local/share/org.kde.syntax-highlighting/syntax"
    syntax.mkdir(parents=True)
    (syntax / "qb.xml").write_text((PAGE / "kate/qb.xml").read_text())
    (folder / "run").mkdir(mode=0o700)
    return commands


def has_ended(program: subprocess.Popen) -> bool:
    """Whether it ends within a moment."""
    try:
        program.wait(0.05)
        return True
    except subprocess.TimeoutExpired:
        return False


def main(unpacked: Path, settings: str, folder: Path) -> None:
    commands = prepared(settings, folder)
    match = folder / "match.qb"
    match.write_text("you play Crawlr MID-1\nenemy pass\n")
    root = unpacked / "root/usr"
    environment = dict(
        os.environ,
        HOME=str(folder),
        PATH=f"{commands}:{os.environ['PATH']}",
        QT_QPA_PLATFORM="offscreen",
        QT_PLUGIN_PATH=str(root / "lib/x86_64-linux-gnu/qt6/plugins"),
        XDG_CONFIG_HOME=str(folder / ".config"),
        XDG_DATA_HOME=str(folder / ".local/share"),
        XDG_DATA_DIRS=str(root / "share"),
        XDG_RUNTIME_DIR=str(folder / "run"),
    )
    command = [unpacked / "run", "kate", "--new", "--block", match]
    with open(folder / "log", "w") as log:
        kate = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    wanted = {"textDocument/semanticTokens/full", "textDocument/documentSymbol"}
    end = time.monotonic() + PATIENCE
    try:
        while True:
            asked, answered = messages(folder / "asked"), messages(folder / "answered")
            ids = {said["id"]: said["method"] for said in asked if "id" in said and "method" in said}
            done = {ids.get(said.get("id")) for said in answered if "result" in said}
            marks = [said["params"]["diagnostics"] for said in answered if "method" in said]
            if wanted <= done and marks:
                break
            if time.monotonic() > end or has_ended(kate):
                raise SystemExit(f"Kate asked {ids}\n{(folder / 'log').read_text()}")
    finally:
        kate.terminate()
        kate.wait(PATIENCE)
    opened = next(said for said in asked if said.get("method") == "textDocument/didOpen")
    assert opened["params"]["textDocument"]["languageId"] == "qb", opened
    assert [mark["code"] for mark in marks[0]] == ["unknownCard"], marks
    failed = [said for said in answered if "error" in said]
    assert not failed, failed
    print("done")


main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
