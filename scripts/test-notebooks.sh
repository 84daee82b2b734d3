#!/usr/bin/env bash
# Runs the notebooks as their readers do: scripts/test-notebooks.sh [--all] [--write] The package is
# that of scripts/test-python.sh, which runs first. Without --all only the two quickest run, for the
# ordinary tier. `--write` stores the outputs in the files.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

python=$target/python-package/bin/python
"$python" -c 'import patience_games' 2>/dev/null || skip "scripts/test-python.sh has not built the package"
needed=(nbclient ipykernel numpy pandas polars matplotlib scikit-learn)
"$python" -c 'import nbclient, ipykernel, numpy, pandas, polars, matplotlib, sklearn' 2>/dev/null ||
    "$python" -m pip install --quiet "${needed[@]}" || skip "${needed[*]} cannot be installed here"

chosen=(notebooks/1-first-steps.ipynb notebooks/5-proofs.ipynb) write=
for argument in "$@"; do
    case $argument in
        --all) chosen=(notebooks/*.ipynb) ;;
        --write) write=1 ;;
        *) echo "usage: scripts/test-notebooks.sh [--all] [--write]" >&2 && exit 2 ;;
    esac
done

WRITE=$write "$python" - "${chosen[@]}" <<'PYTHON'
import os
import sys

import nbclient
import nbformat

# The kernel must be this interpreter, even if others are registered on the machine.
command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
failed = 0
for path in sys.argv[1:]:
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3")
    client.create_kernel_manager()
    client.km.kernel_spec.argv = command
    try:
        client.execute()
    except nbclient.exceptions.CellExecutionError as error:
        failed += 1
        print(f"{path}: {error}")
        continue
    if os.environ.get("WRITE"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        notebook.metadata.pop("widgets", None)
        notebook.metadata.language_info = {"name": "python"}
        nbformat.write(notebook, path)
print(f"{len(sys.argv) - 1 - failed} passed, {failed} failed in 0s")
sys.exit(failed > 0)
PYTHON
