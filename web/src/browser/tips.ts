// The names of buttons under the pointer or the focus (`data-tip`): Escape hides them until the
// pointer or the focus reaches another button.

const tipAt = ({ target }: Event) =>
  target instanceof Element ? target.closest("[data-tip]") : null;

export function dismissibleTips() {
  const { dataset } = document.documentElement;
  /** The elements under the pointer and the focus, now and when the tips were dismissed. */
  let over: Element | null = null;
  let focused: Element | null = null;
  let dismissed: (Element | null)[] = [];
  const moved = () => {
    if (over !== dismissed[0] || focused !== dismissed[1]) delete dataset.tips;
  };
  window.addEventListener("pointerover", (event) => {
    over = tipAt(event);
    moved();
  });
  window.addEventListener("focusin", (event) => {
    focused = tipAt(event);
    moved();
  });
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    dismissed = [over, focused];
    dataset.tips = "off";
  };
  window.addEventListener("keydown", onKey, true);
}
