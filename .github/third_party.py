"""Prints the licences of the crates that are part of the programs: third_party.py TARGET"""

import json
import subprocess
import sys
from pathlib import Path

command = ["cargo", "metadata", "--format-version", "1", "--locked"]
found = subprocess.run(
    [*command, "--filter-platform", sys.argv[1]], check=True, stdout=subprocess.PIPE
)
metadata = json.loads(found.stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}

# Crates that only build scripts and tests use are no part of the programs.
part = set()
waiting = [
    package["id"] for package in packages.values() if package["name"] in ("qbcoach", "qbcoach-bot")
]
while waiting:
    identity = waiting.pop()
    if identity in part:
        continue
    part.add(identity)
    for dependency in nodes[identity]["deps"]:
        if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
            waiting.append(dependency["pkg"])

sys.stdout.reconfigure(encoding="utf-8", newline="\n")
print("qbcoach and qbcoach-bot contain these crates, each under its own licence.")
for package in sorted((packages[identity] for identity in part), key=lambda one: one["name"]):
    if package["source"] is None:
        continue
    print(f"\n{'=' * 72}\n{package['name']} {package['version']}  {package['license'] or ''}")
    print(package["repository"] or package["homepage"] or "")
    folder = Path(package["manifest_path"]).parent
    texts = [
        path
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name.lower().startswith(("licen", "copying", "copyright", "notice"))
    ]
    for path in texts:
        print(f"\n-- {path.name}\n")
        print(path.read_text(encoding="utf-8", errors="replace").strip())
