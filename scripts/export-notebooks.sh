#!/usr/bin/env bash
# Adds the notebooks to the static page, so that they run in a browser without a server:
# scripts/export-notebooks.sh DIR DIR is the folder that scripts/export-site.sh wrote; JupyterLite
# goes into DIR/notebooks. From PyPI come JupyterLite and the wheels of its kernel, from npm
# Pyodide's runtime; the site itself fetches nothing from other sites. Neither registry has numpy,
# matplotlib, polars and scikit-learn for browsers: cells that need them have alternative code for
# browsers in their metadata.
set -euo pipefail
[ $# -eq 1 ] && [ -e "$1/patience.wasm" ] || { echo "usage: scripts/export-notebooks.sh DIR, which scripts/export-site.sh wrote" >&2 && exit 2; }
site=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
. scripts/shared.sh
lite=$target/jupyterlite
python_with jupyterlite jupyterlite_pyodide_kernel 'jupyterlite-pyodide-kernel==0.8.6'
"$python" -c 'import jupyter_server' 2>/dev/null || "$python" -m pip install --quiet 'jupyterlite-core[contents]==0.8.6' 'jupyterlite-pyodide-kernel==0.8.6'
version=$("$python" -c 'from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION; print(PYODIDE_VERSION)')
[ -e "$lite/npm/node_modules/pyodide/pyodide-$version" ] || {
    npm install --silent --no-audit --no-fund --prefix "$lite/npm" "pyodide@$version"
    touch "$lite/npm/node_modules/pyodide/pyodide-$version"
}
work=$lite/work
rm -rf "$work"
mkdir -p "$work/static/pyodide" "$work/pypi" "$work/files" "$lite/wheels"
cp "$lite"/npm/node_modules/pyodide/{pyodide.asm.mjs,pyodide.asm.wasm,pyodide.mjs,pyodide.js,pyodide-lock.json,python_stdlib.zip} "$work/static/pyodide/"
"$python" scripts/browser-wheel.py "$site/patience.wasm" "$work/static/pyodide"
"$python" scripts/pyodide-lock.py "$work/static/pyodide" "$work/pypi" "$lite/wheels"
# Without outputs, so that all outputs shown come from the browser.
"$python" - "$work/files" notebooks/*.ipynb <<'PYTHON'
import json, pathlib, sys

for path in map(pathlib.Path, sys.argv[2:]):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        cell["source"] = cell["metadata"].pop("browser", cell["source"])
    (pathlib.Path(sys.argv[1]) / path.name).write_text(json.dumps(notebook), encoding="utf-8")
PYTHON
cat >"$work/jupyter-lite.json" <<'JSON'
{
  "jupyter-lite-schema-version": 0,
  "jupyter-config-data": {
    "appName": "Patience notebooks",
    "enableMemoryStorage": true,
    "litePluginSettings": {
      "@jupyterlite/pyodide-kernel-extension:kernel": {
        "disablePyPIFallback": true,
        "loadPyodideOptions": { "packages": ["micropip", "patience-games"] }
      }
    }
  }
}
JSON
rm -rf "$site/notebooks"
(cd "$work" && PATH=$(dirname "$python"):$PATH "$python" -m jupyter lite build --lite-dir "$work" --contents "$work/files" --output-dir "$site/notebooks" --no-sourcemaps --no-unused-shared-packages --no-libarchive) >"$lite/build.log" 2>&1 ||
    { tail -30 "$lite/build.log" >&2 && exit 1; }
echo "The notebooks are in $site/notebooks: open notebooks/lab/index.html?path=1-first-steps.ipynb"
