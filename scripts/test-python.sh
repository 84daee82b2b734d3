#!/usr/bin/env bash
# Tests the Python package, built from the clone as `pip install .` builds it, in a separate
# environment: its tests, the examples in its documentation, mypy and pyright on stubs and examples,
# and an installation for each Python found. Without `scripts/test.sh --all`, mypy and pyright check
# only the sources: building the package takes longer than its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

package=crates/python/python/patience_games
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip "there is no Python 3.10 or later here"
# The book shows the notebooks as stored.
python3 scripts/notebook-pages.py --check

# The sources and examples, by both checkers. Pyright comes from npm, and reads pyproject.toml.
check_sources() {
    "$python" -m mypy --strict --cache-dir "$target/mypy" "$package" crates/python/benchmark.py
    [ -x "$target/pyright/node_modules/.bin/pyright" ] ||
        npm install --silent --no-audit --no-fund --prefix "$target/pyright" pyright@1.1 || { echo "skipped: pyright cannot be installed here" && return; }
    "$target/pyright/node_modules/.bin/pyright" --pythonpath "$python"
}

if [ "${PATIENCE_TESTS:-}" != all ]; then
    python_with python-types mypy 'mypy>=1.11,<3' || skip "mypy cannot be installed here"
    # The stubs refer to its types.
    "$python" -c 'import numpy' 2>/dev/null || "$python" -m pip install --quiet 'numpy>=1.26,<3' || skip "numpy cannot be installed here"
    check_sources
    exit
fi
python_with python-package maturin 'maturin>=1.9.4,<2' || skip "maturin cannot be installed here"
"$python" -c 'import aima3, mypy, numpy, pandas, polars, pyarrow, pytest' 2>/dev/null ||
    "$python" -m pip install --quiet 'pytest>=8,<10' 'mypy>=1.11,<3' 'aima3>=1.0.11,<2' 'pandas>=2,<4' 'polars>=1,<2' 'numpy>=1.26,<3' 'pyarrow>=16' ||
    skip "pytest, mypy, aima3, numpy, pandas, polars and pyarrow cannot be installed here"

# The profile of the tests, to avoid recompiling; without isolation, so that the installed maturin
# builds it.
export MATURIN_PEP517_ARGS="--profile dev --locked"
export CARGO_TARGET_DIR=$target
PATH=$(dirname "$python"):$PATH "$python" -m pip install --quiet --no-build-isolation --no-deps --force-reinstall .

"$python" -m pytest -q -p no:cacheprovider crates/python/tests
installed=$("$python" -c 'import pathlib, patience_games as pg; print(pathlib.Path(pg.__file__).parent)')
"$python" -m pytest -q -p no:cacheprovider --doctest-modules "$installed"
"$python" -m pytest -q -p no:cacheprovider --doctest-glob='*.md' crates/python/README.md docs/python.md docs/python-boards.md
check_sources
# The installed package, as users see it.
cp crates/python/tests/typed.py "$target/typed.py"
(cd "$target" && "$python" -m mypy --strict --cache-dir mypy typed.py && "$python" -m mypy.stubtest patience_games._native)

# For each Python found, in an empty environment without the package's tools: the oldest by the
# README's command, the others by the wheel that this built, since one wheel serves all.
rm -rf "$target/python-wheel"
each=
for found in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3 $(type -P python3.{10..15} || true); do
    "$found" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || continue
    each+="$("$found" -c 'import platform; print(platform.python_version())') $found"$'\n'
done
while read -r version found; do
    rm -rf "$target/python-empty" && "$found" -m venv "$target/python-empty"
    what=.
    [ -d "$target/python-wheel" ] && what=$(echo "$target"/python-wheel/*.whl)
    "$target/python-empty/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir "$what"
    (cd "$target" && python-empty/bin/python -c 'import patience_games as pg; assert pg.open("birds:neller/42").solve().length == 15')
    echo "Python $version: pip install ${what##*/} works"
    # Maturin keeps the wheel that it built.
    [ -d "$target/python-wheel" ] || { mkdir "$target/python-wheel" && cp "$target"/wheels/patience_games-*.whl "$target/python-wheel/"; }
done < <(sort -V -u -k1,1 <<<"${each%$'\n'}")
