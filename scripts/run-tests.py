#!/usr/bin/env python3
"""Builds the test programs of the workspace and runs three at a time: scripts/run-tests.py [--build LIST WARNINGS | LIST]

With `--build` they are only built, and listed in the file LIST; the compiler's warnings go to the
file WARNINGS. With LIST alone the listed programs are run, and other steps can use Cargo, which
does one thing at a time. `cargo test` runs one program after another, and many only wait: for the
disk, for processes that they started, or for their last test. Each program runs as Cargo would run
it, in the folder of its package; its output is shown when it has ended. The exit code is 1 if a
program failed."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# The longest start first, so that none is left for the end.
FIRST = ("documented", "study", "fast_downward", "learn", "files", "split", "limits", "models", "learn_data", "cli")


def programs():
    """Builds all targets; returns the name, the source and the path of each test program, with its package's manifest, and
    the compiler's warnings."""
    command = ["cargo", "test", "--workspace", "--locked", "--no-run", "--message-format", "json"]
    built = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    found, remarks = [], []
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-message":
            remarks.append(message["message"]["rendered"])
            print(remarks[-1], file=sys.stderr)
        elif message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
            target = message["target"]
            found.append((target["name"], target["src_path"], message["executable"], message["manifest_path"]))
    if built.returncode != 0:
        sys.exit(1)
    return found, remarks


def run(program):
    """Runs a test program; returns what it printed if it failed."""
    name, source, path, manifest = program
    folder = os.path.dirname(manifest)
    environment = dict(os.environ, CARGO_MANIFEST_DIR=folder, CARGO_MANIFEST_PATH=manifest)
    begun = time.monotonic()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([path], cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace").strip("\n")
    times = f"{time.monotonic() - begun:.1f} s, of CPU {usage.ru_utime + usage.ru_stime:.1f} s"
    end = "" if process.returncode == 0 else f": exit code {process.returncode}"
    print(f"Ran {os.path.relpath(source)} ({name}, {times}){end}\n{text}\n", flush=True)
    return text if process.returncode != 0 else None


def main(arguments):
    """Builds all programs, or runs them and names those that failed."""
    if arguments[:1] == ["--build"]:
        found, remarks = programs()
        pathlib.Path(arguments[1]).write_text(json.dumps(found))
        pathlib.Path(arguments[2]).write_text("".join(remarks))
        return 0
    listed = json.loads(pathlib.Path(arguments[0]).read_text()) if arguments else programs()[0]
    everything = sorted(listed, key=lambda it: (FIRST.index(it[0]) if it[0] in FIRST else len(FIRST), it[1]))
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        printed = list(pool.map(run, everything))
    failed = {os.path.relpath(program[1]): text for program, text in zip(everything, printed) if text is not None}
    for source, text in failed.items():
        # Without the counts, which are added up over the whole output.
        lines = [line for line in text.splitlines()[-40:] if not line.startswith("test result: ")]
        print(f"── failed: {source}", *lines, sep="\n")
    return 1 if failed or not everything else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
