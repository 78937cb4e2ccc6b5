"""Packs a folder: pack.py FOLDER ARCHIVE.zip|ARCHIVE.tar.gz

The same folder gives the same bytes: entries are sorted, and every time is
SOURCE_DATE_EPOCH.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
moment = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
files = sorted(path for path in folder.rglob("*") if path.is_file())


def mode(path: Path) -> int:
    return 0o755 if path.name in ("qbcoach", "qbcoach-bot") or path.suffix == ".exe" else 0o644


if archive.suffix == ".zip":
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files:
            name = path.relative_to(folder.parent).as_posix()
            entry = zipfile.ZipInfo(name, time.gmtime(moment)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = mode(path) << 16
            packed.writestr(entry, path.read_bytes())
else:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=moment) as zipped:
        with tarfile.open(fileobj=zipped, mode="w") as packed:
            for path in files:
                entry = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
                entry.size, entry.mtime, entry.mode = path.stat().st_size, moment, mode(path)
                with open(path, "rb") as content:
                    packed.addfile(entry, content)
