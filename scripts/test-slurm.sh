#!/usr/bin/env bash
# Runs a study on a real single-node Slurm cluster and disturbs it: a second submission, a merge
# during the run, a worker killed, a node lost with all its tasks, and a task that is ended at its
# walltime. The merged rows must be those of an undisturbed run. Installs Debian's slurm-wlm and
# munge if they are missing; if they cannot be installed (no root, no Debian), the script reports
# this and is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/cluster.sh

[ "$(id -u)" = 0 ] || skip "a Slurm cluster starts as root only"
if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
    command -v apt-get >/dev/null || skip "there is no slurmctld, and no apt-get to install it"
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends slurm-wlm munge; } >/dev/null 2>&1 ||
        skip "slurm-wlm and munge cannot be installed here"
fi
find_patience

work=$(mktemp -d)
host=$(hostname -s)
# The step daemons of this cluster, but of no other on the machine, run in its folder.
end_steps() {
    local process
    for process in $(pgrep -x slurmstepd); do
        [ "$(readlink "/proc/$process/cwd")" != "$work" ] || kill -9 "$process" || true
    done
}
cleanup() {
    end_steps
    pkill -9 -f -- "study work $work/" || true
    for name in slurmd slurmctld munged; do
        [ -s "$work/$name.pid" ] && kill "$(cat "$work/$name.pid")" 2>/dev/null || true
    done
    sleep 1
    rm -rf "$work"
}
trap cleanup EXIT

# A separate key and socket do not disturb the munge that the machine may run.
mkdir -p "$work/munge" "$work/state" "$work/spool"
chmod 700 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
chmod 400 "$work/munge/key"
chmod 755 "$work"
munged --force --key-file="$work/munge/key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed"

cat >"$work/slurm.conf" <<CONF
ClusterName=patience
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmdSpoolDir=$work/spool
StateSaveLocation=$work/state
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmctldPort=26817
SlurmdPort=26818
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobRequeue=1
SlurmdTimeout=15
KillWait=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=4096 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
slurmctld
slurmd
for _ in $(seq 240); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 0.5
done
sinfo -h -o %T | grep -q idle || { cat "$work/slurmctld.log" "$work/slurmd.log"; echo "the cluster did not start"; exit 1; }

# meet STUDY: sets victim, a worker of the study, once rows have been written since the call.
meet() {
    local before
    before=$(written "$1")
    for _ in $(seq 1200); do
        victim=$(pgrep -f -- "study work $work/$1.toml" | head -1) || true
        [ -n "$victim" ] && [ "$(written "$1")" -gt "$before" ] && return
        sleep 0.1
    done
    echo "no worker was met at work"
    exit 1
}

# drain JOB ARRAY: waits until the job, which comes last, has left the queue. Slurm holds a requeued
# task back for about two minutes; this releases it as an operator would.
drain() {
    for _ in $(seq 900); do
        squeue -h -j "$1" -o %T 2>/dev/null | grep -q . || return 0
        for task in $(squeue -h -r -j "$2" -t PD -o %i 2>/dev/null || true); do
            scontrol update JobId="$task" StartTime=now >/dev/null 2>&1 || true
        done
        sleep 1
    done
    squeue
    echo "the queue does not empty"
    exit 1
}

prepare 6 60000
"$patience" study submit "$work/study.toml" --engine slurm --chunks 4 | tee "$work/said"
array=$(grep -oE '^[0-9]+$' "$work/said" | head -1)
merge=$(grep -oE '^[0-9]+$' "$work/said" | tail -1)

meet study
"$patience" study submit "$work/study.toml" --engine slurm --chunks 7 >"$work/twice"
grep -qE '^[0-9]+$' "$work/twice" && { cat "$work/twice"; echo "a second submission queued jobs twice"; exit 1; }
"$patience" study merge "$work/study.toml"
[ "$("$patience" study query "$work/study.toml" 'SELECT count(*) < 600 FROM results' | tail -1)" = 1 ] ||
    { echo "the merge came too late to be one during the run"; exit 1; }

# Kill the program of a running task: the task must requeue itself and resume.
meet study
kill -9 "$victim"

# The node is lost, with its daemon and every process of its tasks; later it returns.
for _ in $(seq 600); do
    grep -qsh requeued "$work"/study.results/engine/log/*.txt && break
    sleep 0.5
done
grep -h requeued "$work"/study.results/engine/log/*.txt || { cat "$work"/study.results/engine/log/*.txt; echo "the killed task was not requeued"; exit 1; }
meet study
kill -9 "$(cat "$work/slurmd.pid")"
end_steps
pkill -9 -f -- "study work $work/study.toml"
for _ in $(seq 240); do
    sinfo -h -o %T | grep -q down && break
    sleep 0.5
done
sinfo -h -o %T | grep down || { echo "the node was not missed"; exit 1; }
slurmd
drain "$merge" "$array"

# A worker that does not end in time is ended by Slurm with its task. Its results are kept; the next
# submission has the rest.
cp "$work/study.toml" "$work/late.toml"
"$patience" study submit "$work/late.toml" --engine slurm --chunks 1 --with=--time=1 | tee "$work/said"
late=$(grep -oE '^[0-9]+$' "$work/said" | head -1)
merge=$(grep -oE '^[0-9]+$' "$work/said" | tail -1)
meet late
kill -STOP "$victim"
for _ in $(seq 600); do
    scontrol show job "$late" 2>/dev/null | grep -q JobState=TIMEOUT && break
    sleep 0.5
done
scontrol show job "$late" | grep -o JobState=TIMEOUT
drain "$merge" "$late"
done=$("$patience" study query "$work/late.toml" 'SELECT count(*) FROM results' | tail -1)
[ "$done" -gt 0 ] && [ "$done" -lt 600 ] || { echo "$done jobs were done before the walltime"; exit 1; }
"$patience" study submit "$work/late.toml" --engine slurm --chunks 4 | tee "$work/said"
drain "$(grep -oE '^[0-9]+$' "$work/said" | tail -1)" "$(grep -oE '^[0-9]+$' "$work/said" | head -1)"

same late
compare Slurm 'a second submission, a merge during the run, a worker killed, a node lost, a task beyond its walltime'
