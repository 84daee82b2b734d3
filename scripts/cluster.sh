# Shared by the tests on clusters: a study of 600 jobs gives the same rows undisturbed and on the
# cluster. Sourced by scripts/test-slurm.sh and scripts/test-hyperqueue.sh.
. scripts/shared.sh

# prepare COLUMNS EXPANSIONS: writes the study into $work and runs an undisturbed copy of it. The
# jobs are long enough that a worker can be caught at work.
prepare() {
    cat >"$work/study.toml" <<STUDY
title = "On a cluster"
[limits]
memory = "64MiB"
expansions = $2
[[instances]]
set = "gaps"
names = ["gaps:random/4x$1/1..300"]
[[configurations]]
algorithm = "bfs"
[[configurations]]
algorithm = "astar"
STUDY
    cp "$work/study.toml" "$work/calm.toml"
    "$patience" study run "$work/calm.toml" >/dev/null
}

# written STUDY: the number of rows in its shards. Even a shard without rows has a header.
written() {
    find "$work/$1.results/shards" -type f -exec cat {} + 2>/dev/null | grep -c '"verdict"' || true
}

# same STUDY: the merged rows of the study are those of the undisturbed run, each once.
same() {
    local rows="SELECT instance, configuration, verdict, stop, length, expanded, generated, attempt FROM results ORDER BY job"
    "$patience" study query "$work/calm.toml" "$rows" >"$work/calm.csv"
    "$patience" study query "$work/$1.toml" "$rows" >"$work/cluster.csv"
    cmp "$work/calm.csv" "$work/cluster.csv"
    [ "$(wc -l <"$work/cluster.csv")" = 601 ]
    [ "$("$patience" study query "$work/$1.toml" 'SELECT count(*) FROM runs' | tail -1)" = 600 ]
}

# compare ENGINE DISTURBANCES: the rows of the cluster are those of the undisturbed run.
compare() {
    same study
    echo "$1: 600 jobs in 4 chunks; $2; the merged rows are those of an undisturbed run"
}
