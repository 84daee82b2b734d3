// A box that scrolls larger content; its edges show where there is more.
import { Component, createRef } from "preact";
import type { ComponentChildren } from "preact";

interface Props {
  label: string;
  children?: ComponentChildren;
}

export class ScrollBox extends Component<Props, { right: boolean; below: boolean }> {
  /** The sides on which content is out of sight. */
  state = { right: false, below: false };
  private box = createRef<HTMLDivElement>();
  private observer = new ResizeObserver(() => this.look());

  componentDidMount() {
    const box = this.box.current;
    if (!box) return;
    for (const each of [box, ...box.children]) this.observer.observe(each);
  }

  componentDidUpdate() {
    this.look();
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }

  private look = () => {
    const box = this.box.current;
    if (!box) return;
    // A browser with fractional pixels may never reach the exact end.
    const right = box.scrollWidth - box.clientWidth - box.scrollLeft > 1;
    const below = box.scrollHeight - box.clientHeight - box.scrollTop > 1;
    if (right !== this.state.right || below !== this.state.below) this.setState({ right, below });
  };

  render({ label, children }: Props) {
    const { right, below } = this.state;
    return (
      <div class={`scroll-box ${right ? "more-right" : ""} ${below ? "more-below" : ""}`}>
        <div
          class="scroll"
          tabindex={0}
          role="region"
          aria-label={label}
          ref={this.box}
          onScroll={this.look}
        >
          {children}
        </div>
      </div>
    );
  }
}
