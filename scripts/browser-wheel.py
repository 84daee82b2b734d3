"""Writes the wheel of the Python package for Pyodide: scripts/browser-wheel.py WASM FOLDER

Its native module is `crates/python/browser/_native.py`, which drives the WebAssembly of the page;
everything else is the package as it is. The same input gives the same bytes.
"""

import base64
import hashlib
import pathlib
import re
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "crates/python/python/patience_games"
BROWSER = ROOT / "crates/python/browser"


def main(wasm, folder):
    text = (ROOT / "Cargo.toml").read_text()
    version = re.search(r'^version = "([^"]+)"', text, re.MULTILINE)[1]
    files = {
        f"patience_games/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    for path in sorted(BROWSER.glob("_*.py")):
        said = path.read_text(encoding="utf-8").replace("@VERSION@", version)
        files[f"patience_games/{path.name}"] = said.encode()
    files["patience_games/patience.wasm"] = pathlib.Path(wasm).read_bytes()
    info = f"patience_games-{version}.dist-info"
    about = f"Metadata-Version: 2.1\nName: patience-games\nVersion: {version}\n"
    about += "Summary: One-player games with proofs, in a browser\n"
    files[f"{info}/METADATA"] = about.encode()
    about = "Wheel-Version: 1.0\nGenerator: browser-wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/WHEEL"] = about.encode()
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    files[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,", ""]).encode()
    wheel = pathlib.Path(folder) / f"patience_games-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    print(wheel)


if len(sys.argv) != 3:
    sys.exit("usage: scripts/browser-wheel.py WASM FOLDER")
main(*sys.argv[1:])
