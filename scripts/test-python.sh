#!/usr/bin/env bash
# The Python package, built from the clone as `pip install` does it, in an environment of its own: its tests, the examples in its
# documentation, and mypy on stubs and examples. Without `scripts/test.sh --all` the sources alone, by mypy: building the package takes
# longer than its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip "there is no Python 3.10 or later here"
if [ "${PATIENCE_TESTS:-}" != all ]; then
    python_with python-types mypy 'mypy>=1.11,<3' || skip "mypy cannot be installed here"
    # The stubs name its types.
    "$python" -c 'import numpy' 2>/dev/null || "$python" -m pip install --quiet 'numpy>=1.26,<3' || skip "numpy cannot be installed here"
    cd crates/python
    "$python" -m mypy --strict --cache-dir "$target/mypy" python/patience_games benchmark.py
    exit
fi
python_with python-package maturin 'maturin>=1.9.4,<2' || skip "maturin cannot be installed here"
"$python" -c 'import aima3, mypy, numpy, pandas, polars, pyarrow, pytest' 2>/dev/null ||
    "$python" -m pip install --quiet 'pytest>=8,<10' 'mypy>=1.11,<3' 'aima3>=1.0.11,<2' 'pandas>=2,<4' 'polars>=1,<2' 'numpy>=1.26,<3' 'pyarrow>=16' ||
    skip "pytest, mypy, aima3, numpy, pandas, polars and pyarrow cannot be installed here"

# The profile of the tests, so that little is compiled anew; without isolation, so that the maturin at hand builds it.
export MATURIN_PEP517_ARGS="--profile dev --locked"
export CARGO_TARGET_DIR=$target
PATH=$(dirname "$python"):$PATH "$python" -m pip install --quiet --no-build-isolation --no-deps --force-reinstall ./crates/python

cd crates/python
"$python" -m pytest -q -p no:cacheprovider tests
installed=$("$python" -c 'import pathlib, patience_games as pg; print(pathlib.Path(pg.__file__).parent)')
"$python" -m pytest -q -p no:cacheprovider --doctest-modules "$installed"
"$python" -m pytest -q -p no:cacheprovider --doctest-glob='*.md' README.md ../../docs/python.md
"$python" -m mypy --strict --cache-dir "$target/mypy" python/patience_games benchmark.py
# As users see it: the package that was installed.
"$python" -m mypy --strict --cache-dir "$target/mypy" tests/typed.py
"$python" -m mypy.stubtest patience_games._native
