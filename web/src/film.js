// A plan as a film on the board: played, scrubbed, stepped.
import { Component, html } from "./html.js";
import { Icon } from "./icons.js";
import { Short } from "./move-list.js";
import { framesOf, stageOf } from "./preview.js";
import { counted } from "./say.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Film extends Component {
  state = { frames: /** @type {any[] | null} */ (null), index: 0, playing: false, speed: 1, told: "" };
  timer = 0;
  /** @type {HTMLElement | null} */
  script = null;
  /** @type {HTMLElement | null} */
  button = null;

  componentDidMount() {
    this.open();
  }

  componentDidUpdate(before, state) {
    if (before.plan !== this.props.plan) this.open();
    if (state.index !== this.state.index) this.follow();
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  /** Keeps the current move of the script in sight. */
  follow() {
    const { script } = this;
    const item = /** @type {HTMLElement | null} */ (script?.querySelector(".here"));
    if (!script || !item) return;
    const [box, part] = [script.getBoundingClientRect(), item.getBoundingClientRect()];
    if (part.top < box.top || part.bottom > box.bottom) script.scrollTop += part.top - box.top - box.height / 2;
  }

  async open() {
    const { node, plan, ask } = this.props;
    clearInterval(this.timer);
    this.setState({ frames: null, told: "" });
    try {
      const frames = await framesOf(ask, node, plan);
      if (this.props.plan !== plan) return;
      this.setState({ frames }, this.takeFocus);
      this.show(0, frames);
      this.play(true);
    } catch (error) {
      this.setState({ told: error.message });
    }
  }

  /** The button that opened the film is gone: its keys work at once all the same. */
  takeFocus = () => {
    if (document.activeElement === document.body) this.button?.focus({ preventScroll: true });
  };

  show(index, frames = this.state.frames) {
    if (!frames) return;
    const at = Math.max(0, Math.min(frames.length - 1, index));
    this.setState({ index: at });
    this.props.onStage({ ...stageOf(frames, at, "film"), note: `Film: move ${at} of ${frames.length - 1}` });
    if (at === frames.length - 1) this.play(false);
  }

  play(on) {
    clearInterval(this.timer);
    this.setState({ playing: on });
    if (on) this.timer = window.setInterval(() => this.show(this.state.index + 1), 700 / this.state.speed);
  }

  onKeyDown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
    if (event.target.closest("select")) return;
    if (step) {
      event.preventDefault();
      this.play(false);
      this.show(this.state.index + step);
    } else if (event.key === " " && !event.target.closest("button")) {
      event.preventDefault();
      this.play(!this.state.playing);
    }
  };

  render({ onClose }) {
    const { frames, index, playing, speed, told } = this.state;
    if (told) return html`<p class="error" role="alert">${told}</p><button onClick=${onClose}>Back to the game</button>`;
    if (!frames) return html`<p class="note">Setting up the film …</p>`;
    const last = frames.length - 1;
    const to = (at) => () => {
      this.play(false);
      this.show(at);
    };
    return html`<div class="film" onKeyDown=${this.onKeyDown}>
      <p class="film-note" role="status">Film: move ${index} of ${last}</p>
      <input type="range" min="0" max=${last} value=${index} aria-label="move of the film" onInput=${(event) => to(Number(event.target.value))()} />
      <div class="transport steps">
        <button aria-label="to the start" onClick=${to(0)}><${Icon} name="first" /></button>
        <button aria-label="step back" onClick=${to(index - 1)}><${Icon} name="back" /></button>
        <button class="primary" ref=${(button) => (this.button = button)} aria-label=${playing ? "pause" : "play"} onClick=${() => (index === last ? (this.show(0), this.play(true)) : this.play(!playing))}><${Icon} name=${playing ? "pause" : "play"} /></button>
        <button aria-label="step" onClick=${to(index + 1)}><${Icon} name="forward" /></button>
        <button aria-label="to the end" onClick=${to(last)}><${Icon} name="last" /></button>
        <label class="inline">Speed <select value=${speed} onChange=${(event) => this.setState({ speed: Number(event.target.value) }, () => this.play(playing))}>${SPEEDS.map((each) => html`<option value=${each}>${each}×</option>`)}</select></label>
      </div>
      <div class="script" ref=${(script) => (this.script = script)} tabindex="0" role="region" aria-label="moves of the film"><p class="note">${counted(last, "move")}</p><ol class="line">${frames.slice(1).map((frame, i) => html`<li key=${i} class=${`move ${i + 1 === index ? "here" : ""}`}><button class="move-button" aria-current=${i + 1 === index ? "step" : "false"} onClick=${to(i + 1)}><span class="number">${i + 1}</span><${Short} view=${frames[i].position.view} move=${frames[i].position.view.moves.find((move) => move.text === frame.move) ?? frame} /></button></li>`)}</ol></div>
      <button onClick=${onClose}>Back to the game</button>
    </div>`;
  }
}
