// The panel about this game: its tabs, and on a phone the sheet that holds them.

import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import type { Tab } from "../model/commands";

const TABS: [Tab, string][] = [
  ["play", "Play"],
  ["analyse", "Analyse"],
  ["watch", "Watch"],
  ["compare", "Compare"],
];
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** Whether the focused tab was clicked: the game then keeps the arrow keys. */
let clicked = false;

interface Props {
  tab: Tab;
  /** Whether the phone's sheet is open. */
  open: boolean;
  /** The content of the closed sheet. */
  peek: ComponentChildren;
  onOpen: () => void;
  onTab: (tab: Tab) => void;
  children: ComponentChildren;
}

export function Panel({ tab, open, peek, onOpen, onTab, children }: Props) {
  // The editor belongs to the first tab.
  const shown = tab === "edit" ? "play" : tab;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS.get(event.key);
    if (!step || clicked) return;
    event.preventDefault();
    event.stopPropagation();
    const index = TABS.findIndex(([id]) => id === tab);
    const [next = "play"] = TABS.at((Math.max(index, 0) + step) % TABS.length) ?? [];
    onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside class="panel main-panel" aria-label="about this game">
      <button
        class="handle"
        aria-expanded={open}
        aria-label={open ? "close the panel" : "open the panel"}
        onClick={onOpen}
      >
        <i />
      </button>
      <div class="peek">{peek}</div>
      <div class="tabs" role="tablist" aria-label="panels">
        {TABS.map(([id, name]) => (
          <button
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === shown}
            aria-controls="panel"
            tabindex={id === shown ? 0 : -1}
            onKeyDown={onKeyDown}
            onPointerDown={() => (clicked = true)}
            onBlur={() => (clicked = false)}
            onClick={() => onTab(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="panel-body" id="panel" role="tabpanel" aria-labelledby={`tab-${shown}`}>
        {children}
      </div>
    </aside>
  );
}
