#!/usr/bin/env bash
# Runs a study through HyperQueue's PyPI package (an in-process cluster). The first cluster is lost,
# with its server and all its tasks; its rows are merged, and a second submission runs on another
# cluster, where a worker program is killed and rows are merged during the run. The merged rows must
# be those of an undisturbed run. If the package is not available, the script reports this and is
# skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/cluster.sh

python_with hyperqueue hyperqueue 'hyperqueue>=0.20' || skip "hyperqueue cannot be installed here"
"$python" -c 'import tomllib' 2>/dev/null || skip "this Python has no tomllib (3.11)"
find_patience
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The job file for `hq job submit-file`, passed to a cluster by the Python interface: the same
# tasks.
cat >"$work/cluster.py" <<'PYTHON'
import pathlib, sys, tomllib
from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

folder = pathlib.Path(sys.argv[1])
file = max((folder / "study.results/engine").glob("*.toml"), key=lambda path: path.stat().st_mtime)
definition = tomllib.loads(file.read_text())
assert 0 < len(definition["task"]) <= 4
with LocalCluster(server_dir=sys.argv[2]) as cluster:
    cluster.start_worker(WorkerConfig(cores=2))
    client = cluster.client()
    tasks = definition["task"]
    for attempt in range(4):
        # The resource `mem` is not known to a local cluster, and a task that requests it would wait
        # forever.
        job = Job(name=definition["name"], max_fails=len(tasks))
        for task in tasks:
            job.program(task["command"], stdout=task["stdout"], stderr=task["stderr"])
        submitted = client.submit(job)
        if client.wait_for_jobs([submitted], raise_on_error=False):
            break
    else:
        sys.exit("tasks failed four times")
PYTHON

# meet: sets victim, a worker program, once rows have been written since the call.
meet() {
    local before
    before=$(written study)
    for _ in $(seq 2000); do
        victim=$(pgrep -f -- "study work $work/study.toml" | head -1) || true
        [ -n "$victim" ] && [ "$(written study)" -gt "$before" ] && return
        sleep 0.05
    done
    echo "no worker was met at work"
    exit 1
}

prepare 7 40000
"$patience" study submit "$work/study.toml" --engine hyperqueue --chunks 4 --dry-run
setsid "$python" "$work/cluster.py" "$work" "$work/first" >"$work/first.txt" 2>&1 &
cluster=$!
meet
kill -9 -- "-$cluster"
pkill -9 -f -- "study work $work/study.toml" || true
wait "$cluster" || true
"$patience" study merge "$work/study.toml"
done=$("$patience" study query "$work/study.toml" 'SELECT count(*) FROM results' | tail -1)
[ "$done" -gt 0 ] && [ "$done" -lt 600 ] || { echo "$done jobs were done before the cluster was lost"; exit 1; }

"$patience" study submit "$work/study.toml" --engine hyperqueue --chunks 4 --dry-run
timeout 900 "$python" "$work/cluster.py" "$work" "$work/second" >"$work/second.txt" 2>&1 &
cluster=$!
meet
kill -9 "$victim"
"$patience" study merge "$work/study.toml"
wait "$cluster" || { cat "$work/second.txt"; exit 1; }
"$patience" study merge "$work/study.toml"
compare HyperQueue 'the first cluster lost, a second submission, a worker killed, a merge during the run'
