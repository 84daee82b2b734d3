// A button that copies, and says so itself: what the page says elsewhere lies behind a dialog or in another tab.
import { Component, html } from "./html.js";

/** So long it is said, in milliseconds. */
const SAID = 2500;

/** @typedef {{words: any, label?: string, small?: boolean, onCopy: () => Promise<boolean>}} Props `label`: what assistive technology reads in place of the words */
export class CopyButton extends Component {
  state = { told: "" };
  timer = 0;

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  copy = async () => {
    const isCopied = await this.props.onCopy();
    this.setState({ told: isCopied ? "Copied" : "Not allowed" });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.setState({ told: "" }), SAID);
  };

  /** @param {Props} props */
  render({ words, label, small }) {
    const { told } = this.state;
    return html`<button class=${small ? "mini" : ""} aria-label=${told ? null : (label ?? null)} aria-live="polite" onClick=${this.copy}>${told || words}</button>`;
  }
}
