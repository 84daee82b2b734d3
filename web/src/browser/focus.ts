/** Focuses an element when it appears, but not when it is redrawn. */
export function focusOnce(element: HTMLElement | null, options: FocusOptions = {}) {
  if (!element || element.dataset.seen) return;
  element.dataset.seen = "1";
  element.focus(options);
}

/**
 * Keeps the current item of a list visible, without moving the page; `outside` moves
 * the list.
 */
export function follow(
  list: HTMLElement | null,
  outside: (list: HTMLElement, box: DOMRect, part: DOMRect) => void,
) {
  const item = list?.querySelector(".here");
  if (!list || !item) return;
  const [box, part] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (part.top < box.top || part.bottom > box.bottom) outside(list, box, part);
}
