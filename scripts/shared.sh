# What the tests share that need more than Rust. Sourced by them, in the repository's root.

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)

# skip WHY: what a test needs cannot be had here.
skip() {
    echo "skipped: $1"
    exit 0
}

# Sets patience: the program that PATIENCE names, or a fresh build.
find_patience() {
    [ -n "${PATIENCE:-}" ] || cargo build --quiet --locked -p patience
    patience=${PATIENCE:-$target/debug/patience}
}

# python_with DIR MODULE REQUIREMENT: sets python, that of an environment of its own, with a package from PyPI.
python_with() {
    python=$target/$1/bin/python
    [ -x "$python" ] || python3 -m venv "$target/$1" || return 1
    "$python" -c "import $2" 2>/dev/null || "$python" -m pip install --quiet "$3"
}
