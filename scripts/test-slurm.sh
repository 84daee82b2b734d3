#!/usr/bin/env bash
# Runs a study on a real single-node Slurm cluster, kills a worker and a whole task on the way, and compares the merged
# rows with those of an undisturbed run. Installs Debian's slurm-wlm and munge if they are missing;
# if they cannot be had (no root, no Debian), says so and is skipped.
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
cleanup() {
    for name in slurmd slurmctld munged; do
        [ -s "$work/$name.pid" ] && kill "$(cat "$work/$name.pid")" 2>/dev/null || true
    done
    sleep 1
    rm -rf "$work"
}
trap cleanup EXIT

# A key and a socket of our own leave any munge of the machine alone.
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

prepare 6 60000
"$patience" study submit "$work/study.toml" --engine slurm --chunks 4 | tee "$work/said"
array=$(grep -oE '^[0-9]+$' "$work/said" | head -1)
merge=$(grep -oE '^[0-9]+$' "$work/said" | tail -1)

# Kill the program of the first running task with a signal: the task must requeue itself and resume.
killed=0
for _ in $(seq 1200); do
    if victim=$(pgrep -f -- "study work $work/study.toml" | head -1) && [ -n "$victim" ] && ls "$work"/study.results/shards/*.part >/dev/null 2>&1; then
        kill -9 "$victim" && killed=1 && break
    fi
    sleep 0.1
done
[ "$killed" = 1 ] || { echo "no worker was met at work"; exit 1; }
# Slurm holds a requeued job back for about two minutes; release it as an operator would.
for _ in $(seq 600); do
    squeue -h -j "$merge" -o %T 2>/dev/null | grep -q . || break
    for task in $(squeue -h -j "$array" -t PD -o %F_%a 2>/dev/null | grep -v '\[' || true); do
        scontrol update JobId="$task" StartTime=now >/dev/null 2>&1 || true
    done
    sleep 1
done
grep -h requeued "$work"/study.results/engine/log/*.txt || { cat "$work"/study.results/engine/log/*.txt; echo "the killed task was not requeued"; exit 1; }

compare Slurm
