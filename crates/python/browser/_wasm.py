"""The solvers' WebAssembly, driven by Pyodide's Python.

``crates/wasm`` documents its functions and their events.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, NoReturn, cast

from pyodide.code import run_js
from pyodide.ffi import JsException, to_js

_DRIVER = run_js("""
(bytes) => {
  const told = [];
  const reading = new TextDecoder();
  const view = (place, length) => new Uint8Array(exports.memory.buffer, place, length);
  const host = {
    tell: (place, length) => told.push(reading.decode(view(place, length))),
    now: () => performance.now(),
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host });
  // Allocate first: this may move the memory's buffer.
  const put = (bytes) => view(exports.reserve(bytes.length), bytes.length).set(bytes);
  return {
    call: (name, bytes, number) => {
      put(bytes);
      exports[name](number);
      return told.splice(0);
    },
    expand: (bytes, number) => {
      put(bytes);
      const place = exports.expand(number);
      return place ? view(place, exports.length()).slice() : told.splice(0).at(-1);
    },
  };
}
""")


class _Solvers:
    """The module; it is reloaded after a crash."""

    def __init__(self) -> None:
        self._driver: Any = None
        self.began = 0
        """The number of times that it was loaded: instances from earlier loads are gone."""

    def driver(self) -> Any:
        if self._driver is None:
            bytes = files(__package__).joinpath("patience.wasm").read_bytes()
            self._driver = _DRIVER(to_js(bytes))
            self.began += 1
        return self._driver

    def broken(self, error: JsException) -> NoReturn:
        self._driver = None
        raise RuntimeError(f"the solvers broke down: {error}") from None


SOLVERS = _Solvers()


def call(name: str, data: bytes, number: int = 0) -> list[Any]:
    """Calls a function with bytes; returns its events in order."""
    driver = SOLVERS.driver()
    try:
        return [json.loads(text) for text in driver.call(name, to_js(data), number)]
    except JsException as error:
        SOLVERS.broken(error)


def answer(name: str, data: bytes, number: int = 0) -> Any:
    """The one answer of a function."""
    told = call(name, data, number)[-1]
    if "error" in told:
        raise ValueError(told["error"]["message"])
    return told["answer"]


def question(name: str, asked: dict[str, Any]) -> Any:
    """Answers a question by the rules alone."""
    return answer("ask", json.dumps({"name": name, "question": asked}).encode())


def job(name: str, asked: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns the events of a search. Only its limits can stop it."""
    told = call("run", json.dumps({"name": name, "question": asked}).encode())
    events = [(each["event"], each["data"]) for each in told]
    if events and events[-1][0] == "error":
        raise ValueError(events[-1][1]["message"])
    return events


def expand(states: bytes, number: int) -> bytes:
    """The successors of states, in the layout of ``crates/catalogue/src/packed.rs``."""
    driver = SOLVERS.driver()
    try:
        told = driver.expand(to_js(states), number)
    except JsException as error:
        SOLVERS.broken(error)
    if isinstance(told, str):
        raise ValueError(json.loads(told)["error"]["message"])
    return cast(bytes, told.to_bytes())


__all__ = ["SOLVERS", "answer", "expand", "job", "question"]
