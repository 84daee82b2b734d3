#!/usr/bin/env bash
# Runs a study through HyperQueue's PyPI package (an in-process cluster), kills a worker program on the way, and compares
# the merged rows with those of an undisturbed run. Where the package cannot be had, says so and is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/cluster.sh

python_with hyperqueue hyperqueue 'hyperqueue>=0.20' || skip "hyperqueue cannot be installed here"
"$python" -c 'import tomllib' 2>/dev/null || skip "this Python has no tomllib (3.11)"
find_patience
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

prepare 7 40000
"$patience" study submit "$work/study.toml" --engine hyperqueue --chunks 4 --dry-run

# The job file that `hq job submit-file` takes, handed to the cluster by the Python interface: the same tasks.
timeout 300 "$python" - "$work" <<'PYTHON'
import os, pathlib, signal, subprocess, sys, threading, time, tomllib
from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

work = pathlib.Path(sys.argv[1])
[file] = (work / "study.results/engine").glob("*.toml")
definition = tomllib.loads(file.read_text())
assert len(definition["task"]) == 4

def kill_one():
    """Kills a worker program that is running."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        found = subprocess.run(["pgrep", "-f", "--", f"study work {work}/study.toml"], capture_output=True, text=True)
        parts = list((work / "study.results/shards").glob("*.part")) if (work / "study.results/shards").is_dir() else []
        if found.stdout.split() and parts:
            try:
                os.kill(int(found.stdout.split()[0]), signal.SIGKILL)
                print("killed a worker program")
                return
            except ProcessLookupError:
                pass
        time.sleep(0.02)
    os._exit(3)

killer = threading.Thread(target=kill_one, daemon=True)
killer.start()
with LocalCluster(server_dir=str(work / "server")) as cluster:
    cluster.start_worker(WorkerConfig(cores=2))
    client = cluster.client()
    failed = definition["task"]
    for attempt in range(4):
        # The resource `mem` is not known to a local cluster, and a task that asks for it would wait
        # forever.
        job = Job(name=definition["name"], max_fails=len(failed))
        for task in failed:
            job.program(task["command"], stdout=task["stdout"], stderr=task["stderr"])
        submitted = client.submit(job)
        if client.wait_for_jobs([submitted], raise_on_error=False):
            break
    else:
        sys.exit("tasks failed four times")
killer.join()
PYTHON
"$patience" study merge "$work/study.toml"
compare HyperQueue
