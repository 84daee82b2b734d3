// The panel about this game: its tabs, and on a phone the sheet that they stand in.
import { html } from "./html.js";

const TABS = [["play", "Play"], ["analyse", "Analyse"], ["watch", "Watch"], ["compare", "Compare"]];

/** Whether the tab that has the focus was clicked: then arrow keys are left to the game. */
let clicked = false;

export function Panel({ tab, open, peek, onOpen, onTab, children }) {
  // The editor belongs to the first tab.
  const shown = tab === "edit" ? "play" : tab;
  const onKeyDown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || clicked) return;
    event.preventDefault();
    event.stopPropagation();
    const index = TABS.findIndex(([id]) => id === tab);
    const [next] = TABS[(Math.max(index, 0) + step + TABS.length) % TABS.length];
    onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`<aside class="panel main-panel" aria-label="about this game">
    <button class="handle" aria-expanded=${open} aria-label=${open ? "close the panel" : "open the panel"} onClick=${onOpen}><i></i></button>
    <div class="peek">${peek}</div>
    <div class="tabs" role="tablist" aria-label="panels">${TABS.map(([id, name]) => html`<button role="tab" id=${`tab-${id}`} aria-selected=${id === tab} aria-controls="panel" tabindex=${id === shown ? 0 : -1} onKeyDown=${onKeyDown} onPointerDown=${() => (clicked = true)} onBlur=${() => (clicked = false)} onClick=${() => onTab(id)}>${name}</button>`)}</div>
    <div class="panel-body" id="panel" role="tabpanel" aria-labelledby=${`tab-${shown}`}>${children}</div>
  </aside>`;
}
