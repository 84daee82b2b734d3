// A modal dialog; the browser keeps the focus in it and closes it on Escape.
import { Component, createRef } from "preact";
import type { ComponentChildren } from "preact";

interface Props {
  title: string;
  onClose: () => void;
  wide?: boolean;
  /** A dialog as large as the window. */
  full?: boolean;
  children?: ComponentChildren;
}

export class Dialog extends Component<Props> {
  private box = createRef<HTMLDialogElement>();
  private isGone = false;
  componentDidMount() {
    this.box.current?.showModal();
  }
  /** Closing returns the focus, before another dialog replaces this one. */
  componentWillUnmount() {
    this.isGone = true;
    this.box.current?.close();
  }
  render({ title, onClose, wide, full, children }: Props) {
    return (
      <dialog
        class={full ? "full" : wide ? "wide" : ""}
        ref={this.box}
        aria-label={title}
        onClose={() => this.isGone || onClose()}
        onClick={(event) => event.target === this.box.current && this.box.current?.close()}
      >
        <div class="sheet">
          <header>
            <h2>{title}</h2>
            <button class="quiet" onClick={() => this.box.current?.close()}>
              Close
            </button>
          </header>
          {children}
        </div>
      </dialog>
    );
  }
}
