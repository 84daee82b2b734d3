"""Adds the wheels that JupyterLite's kernel requires to a folder with Pyodide's runtime.

scripts/pyodide-lock.py RUNTIME EXTRA CACHE: wheels that Pyodide's lock file knows come from PyPI
into RUNTIME, and the lock gets their checksums; those that it does not know, into EXTRA. A wheel
that is already in RUNTIME is also entered.
"""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

KERNEL = ["micropip", "ipython", "jedi"]
UNKNOWN = ["comm"]


def wheel(requirement, python, cache):
    """The wheel of a requirement that runs on the Python of the runtime."""
    folder = cache / re.sub(r"[^\w.-]", "-", requirement)
    if not any(folder.glob("*.whl")):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--only-binary=:all:", "--python-version", python]
        command += ["--dest", str(folder), requirement]
        subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(runtime, extra, cache):
    runtime, extra, cache = map(pathlib.Path, (runtime, extra, cache))
    lock = json.loads((runtime / "pyodide-lock.json").read_text())
    packages, wanted, done = lock["packages"], list(KERNEL), set()
    python = ".".join(lock["info"]["python"].split(".")[:2])
    while wanted:
        name = wanted.pop().replace("_", "-")
        if name in done:
            continue
        done.add(name)
        entry = packages[name]
        wanted += entry["depends"]
        found = wheel(f"{name}=={entry['version']}", python, cache)
        shutil.copy(found, runtime)
        entry |= {"file_name": found.name, "sha256": checksum(found)}
    for name in UNKNOWN:
        shutil.copy(wheel(name, python, cache), extra)
    mine = next(runtime.glob("patience_games-*.whl"))
    packages["patience-games"] = {
        "name": "patience-games", "version": mine.name.split("-")[1], "file_name": mine.name,
        "install_dir": "site", "sha256": checksum(mine), "package_type": "package",
        "imports": ["patience_games"], "depends": [], "unvendored_tests": False,
    }  # fmt: skip
    # Files outside the folder are unavailable: the site fetches nothing from other sites.
    lock["packages"] = {name: packages[name] for name in sorted({*done, "patience-games"})}
    (runtime / "pyodide-lock.json").write_text(json.dumps(lock))


if len(sys.argv) != 4:
    sys.exit("usage: scripts/pyodide-lock.py RUNTIME EXTRA CACHE")
main(*sys.argv[1:])
