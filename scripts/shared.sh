# Functions for several scripts, which source this file in the root of the repository.

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)

# skip WHY: reports that something a test needs is not available here.
skip() {
    echo "skipped: $1"
    exit 0
}

# Sets patience: the program that PATIENCE names, or a fresh build.
find_patience() {
    [ -n "${PATIENCE:-}" ] || cargo build --quiet --locked -p patience
    patience=${PATIENCE:-$target/debug/patience}
}

# python_with DIR MODULE REQUIREMENT: sets python, that of a separate environment with a package from
# PyPI.
python_with() {
    python=$target/$1/bin/python
    [ -x "$python" ] || python3 -m venv "$target/$1" || return 1
    "$python" -c "import $2" 2>/dev/null || "$python" -m pip install --quiet "$3"
}

# Sets patience: a fresh build for long runs.
build_release() {
    cargo build --quiet --release --locked -p patience
    patience=$target/release/patience
}

# publish STUDY FOLDER: runs the remaining jobs of a ready study whose results are in the folder,
# and puts its report under docs/results/.
publish() {
    "$patience" study run "studies/$1.toml" --results "$2"
    "$patience" study report "studies/$1.toml" --results "$2"
    mkdir -p "docs/results/$1"
    rm -f "docs/results/$1"/plot-*.svg
    find "$2" -maxdepth 1 \( -name report.md -o -name 'plot-*.svg' \) -exec cp -t "docs/results/$1/" {} +
}
