// A box in which what is larger than it scrolls; its edges say where there is more.
import { Component, html } from "./html.js";

export class ScrollBox extends Component {
  /** On which sides something is out of sight. */
  state = { right: false, below: false };
  /** @type {HTMLElement | null} */
  box = null;
  observer = new ResizeObserver(() => this.look());

  componentDidMount() {
    if (!this.box) return;
    this.observer.observe(this.box);
    for (const each of this.box.children) this.observer.observe(each);
  }

  componentDidUpdate() {
    this.look();
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }

  look = () => {
    const { box } = this;
    if (!box) return;
    // A browser that shows fractions of a pixel may never come to the very end.
    const right = box.scrollWidth - box.clientWidth - box.scrollLeft > 1;
    const below = box.scrollHeight - box.clientHeight - box.scrollTop > 1;
    if (right !== this.state.right || below !== this.state.below) this.setState({ right, below });
  };

  /** @param {{label: string, children?: any}} props */
  render({ label, children }) {
    const { right, below } = this.state;
    return html`<div class=${`scroll-box ${right ? "more-right" : ""} ${below ? "more-below" : ""}`}>
      <div class="scroll" tabindex="0" role="region" aria-label=${label} ref=${(box) => (this.box = box)} onScroll=${this.look}>${children}</div>
    </div>`;
  }
}
