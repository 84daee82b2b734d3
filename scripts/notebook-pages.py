"""Writes the notebooks as pages of the book, with the outputs that are kept in them.

`python3 scripts/notebook-pages.py` writes docs/notebooks/; `--check` writes nothing, and fails if a
page is not current.
"""

import base64
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "notebooks"
REPOSITORY = "https://github.com/patience-solver/patience/blob/main/"
PICTURES = {"image/svg+xml": "svg", "image/png": "png"}


def joined(text):
    return text if isinstance(text, str) else "".join(text)


def fenced(kind, text):
    return f"```{kind}\n{joined(text).rstrip()}\n```\n"


def parts(notebook, stem, files):
    """The parts of the page; its pictures are added to `files`."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            yield joined(cell["source"]).rstrip() + "\n"
            continue
        yield fenced("python", cell["source"])
        for output in cell["outputs"]:
            data = output.get("data", {})
            kind = next((kind for kind in PICTURES if kind in data), None)
            if kind:
                name = f"{stem}-{sum(each.startswith(stem) for each in files) + 1}.{PICTURES[kind]}"
                content = joined(data[kind])
                files[name] = base64.b64decode(content) if kind == "image/png" else content.encode()
                yield f"![Output of the cell above]({name})\n"
            elif text := data.get("text/plain") or output.get("text"):
                yield fenced("text", text)


def pages():
    """Every file below docs/notebooks/ by name."""
    files = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        body = list(parts(json.loads(path.read_text(encoding="utf-8")), path.stem, files))
        source = f"This page is the notebook [{path.name}]({REPOSITORY}notebooks/{path.name}) as it was run.\n"
        files[f"{path.stem}.md"] = "\n".join([body[0], source, *body[1:]]).encode()
    return files


def main():
    files = pages()
    kept = {path.name: path.read_bytes() for path in PAGES.glob("*")}
    if sys.argv[1:] == ["--check"]:
        stale = sorted(name for name in files | kept if files.get(name) != kept.get(name))
        if stale:
            sys.exit(f"not current: {', '.join(stale)}; run python3 scripts/notebook-pages.py")
        print(f"{len(files)} files of notebooks are current")
        return
    PAGES.mkdir(exist_ok=True)
    for name in kept.keys() - files.keys():
        (PAGES / name).unlink()
    for name, content in files.items():
        (PAGES / name).write_bytes(content)


main()
