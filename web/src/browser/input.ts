// Whether the page was last used by keys or by a pointer: the focus ring on the board is for keys.
// Browsers also show theirs when a script moves the focus on a page that has not been clicked.

export function followInput() {
  const root = document.documentElement;
  const note = (name: "keys" | "pointer") => () => {
    if (root.dataset.input !== name) root.dataset.input = name;
  };
  window.addEventListener("keydown", note("keys"), { capture: true, passive: true });
  window.addEventListener("pointerdown", note("pointer"), { capture: true, passive: true });
}
