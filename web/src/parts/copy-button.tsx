// A button that copies and shows its own confirmation, because other messages of the page are
// behind a dialog or in another tab.
import { Component } from "preact";
import type { ComponentChildren } from "preact";

/** Duration of the message, in milliseconds. */
const SAID = 2500;

interface Props {
  words: ComponentChildren;
  /** Text for assistive technology instead of the words. */
  label?: string;
  small?: boolean;
  /** Copies, and returns whether that was possible. */
  onCopy: () => Promise<boolean>;
}

export class CopyButton extends Component<Props, { told: string }> {
  state = { told: "" };
  private timer = 0;

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  private copy = async () => {
    const isCopied = await this.props.onCopy();
    this.setState({ told: isCopied ? "Copied" : "Not allowed" });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.setState({ told: "" }), SAID);
  };

  render({ words, label, small }: Props) {
    const { told } = this.state;
    return (
      <button
        class={small ? "mini" : ""}
        aria-label={told ? undefined : label}
        aria-live="polite"
        onClick={this.copy}
      >
        {told || words}
      </button>
    );
  }
}
