// A modal dialog; the browser keeps the focus in it and closes it on Escape.
import { Component, html } from "./html.js";

export class Dialog extends Component {
  /** @type {HTMLDialogElement | null} */
  box = null;
  componentDidMount() {
    this.box?.showModal();
  }
  render({ title, onClose, wide, full, children }) {
    return html`<dialog class=${full ? "full" : wide ? "wide" : ""} ref=${(box) => (this.box = box)} aria-label=${title} onClose=${onClose} onClick=${(event) => event.target === this.box && this.box?.close()}>
      <div class="sheet">
        <header><h2>${title}</h2><button class="quiet" onClick=${() => this.box?.close()}>Close</button></header>
        ${children}
      </div>
    </dialog>`;
  }
}
