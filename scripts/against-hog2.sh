#!/usr/bin/env bash
# IDA* with Manhattan distance on Korf's 15-puzzles, compared with HOG2 (github.com/nathansttt/hog2):
# scripts/against-hog2.sh HOG2 [BOARDS]
# HOG2 is a checkout outside this repository; everything built from it stays there. BOARDS (50) is how
# many of the hundred run, the easiest first. Both programs take the moves of the blank in the same
# order. Prints the boards on which they differ, the expansions and processor times of both, and the
# ratio of the times. Each board is solved by one and then by the other.
set -euo pipefail
cd "$(dirname "$0")/.."
hog2=$(realpath "$1") boards=${2:-50}
build=$hog2/korf-build
mkdir -p "$build"

# HOG2's driver: lines "number t0 ... t15" in, "number length expansions seconds" out.
cat >"$build/korf.cpp" <<'CPP'
#include "MNPuzzle.h"
#include "IDAStar.h"
#include <cstdio>
#include <ctime>
int main() {
  int number;
  while (scanf("%d", &number) == 1) {
    MNPuzzle<4, 4> puzzle;
    MNPuzzleState<4, 4> start, goal;
    for (int cell = 0; cell < 16; cell++) {
      int tile;
      if (scanf("%d", &tile) != 1) return 1;
      start.puzzle[cell] = tile;
      if (tile == 0) start.blank = cell;
    }
    puzzle.StoreGoal(goal);
    IDAStar<MNPuzzleState<4, 4>, slideDir, false> search;
    std::vector<slideDir> path;
    timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    search.GetPath(&puzzle, start, goal, path);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%d %zu %llu %.6f\n", number, path.size(), (unsigned long long)search.GetNodesExpanded(),
           (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9);
  }
}
CPP
if [ ! -x "$build/korf" ]; then
    folders=(environments generic utils graph algorithms search shared gui gui/STUB abstraction simulation graphalgorithms envutil grids)
    sources=(environments/MNPuzzle utils/MR1Permutation utils/FPUtil utils/Timer utils/Graphics graph/Graph gui/STUB/GL/gl)
    (cd "$hog2" && g++ -O3 -std=c++17 -w -Wl,--gc-sections "${folders[@]/#/-I}" korf-build/korf.cpp "${sources[@]/%/.cpp}" -o "$build/korf")
fi
cargo build --quiet --locked --profile bench -p patience-search --example korf_manhattan
ours=${CARGO_TARGET_DIR:-target}/release/examples/korf_manhattan

grep -v '^#' crates/games/levels/korf-1985.tsv | sort -t$'\t' -k4,4n | sed -n "1,${boards}p" | cut -f1,2 | tr '\t' ' ' |
    while read -r board; do
        echo "$("$ours" <<<"$board") $("$build/korf" <<<"$board" | grep .)"
    done |
    awk '{
        if ($1 != $5 || $2 != $6 || $3 != $7) print "differs: " $0
        expansions += $3; ours += $4; theirs += $8
    } END {
        printf "%d boards, %d expansions, %.2f s of %.2f s: %.3f\n", NR, expansions, ours, theirs, ours / theirs
    }'
