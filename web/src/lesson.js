// A lesson that is played: "Next" opens once what is asked for is done.
import { Component, html } from "./html.js";
import { Board } from "./board.js";
import { Dialog } from "./dialog.js";
import { byFingers } from "./fingers.js";
import { Inputs } from "./inputs.js";
import { LESSONS } from "./lessons.js";
import { firstKeys, movedKeys } from "./session.js";

const shown = () => new Promise((done) => setTimeout(() => done(undefined)));

export class LessonDialog extends Component {
  state = { step: 0, position: /** @type {any} */ (null), keys: /** @type {(string|null)[]} */ ([]), done: false, error: "" };
  inputs = new Inputs(shown);

  componentDidMount() {
    this.begin(0);
  }

  get steps() {
    return LESSONS[this.props.current] ?? [];
  }

  async begin(step) {
    this.setState({ step, done: false, error: "" });
    try {
      const position = await this.props.ask("position", { game: this.props.current, board: this.steps[step].board });
      this.setState({ position, keys: firstKeys(position.view) });
    } catch (error) {
      this.setState({ error: error.message });
    }
  }

  /** @param {import("./api.js").Move} move */
  make = async (move) => {
    const { position, keys, step } = this.state;
    const next = await this.props.ask("position", { game: this.props.current, board: position.board, moves: move.text });
    const { wanted } = this.steps[step];
    this.setState({ position: next, keys: movedKeys(keys, move), done: wanted ? move.text === wanted : next.won });
    const isStuck = !next.won && next.view.moves.length === 0;
    this.setState({ error: wanted && move.text !== wanted ? "That is a move, too, but not the one asked for." : !wanted && isStuck ? "Stuck: no move is left. Begin again." : "" });
  };

  render({ onClose, onPlay, settings }) {
    const { step, position, keys, done, error } = this.state;
    const lesson = this.steps[step];
    const last = step === this.steps.length - 1;
    return html`<${Dialog} title=${lesson.title} onClose=${onClose}>
      <p class="dots" role="img" aria-label=${`step ${step + 1} of ${this.steps.length}`}>${this.steps.map((_, index) => html`<i class=${index === step ? "on" : ""}></i>`)}</p>
      <p>${(byFingers() && lesson.fingers) || lesson.say}</p>
      <div class="lesson-room room">${position ? html`<${Board} key=${step} view=${position.view} keys=${keys} game=${this.props.current} letters=${settings.letters} movable=${true} label=${`lesson: ${lesson.title}`} enqueue=${(work) => this.inputs.add(work)} onMove=${done ? undefined : this.make} last=${null} />` : null}</div>
      <p role="status" class=${error ? "error" : "note"}>${done ? "Well done." : error}</p>
      <div class="transport lesson-bar">
        ${step > 0 ? html`<button onClick=${() => this.begin(step - 1)}>Back</button>` : null}<button onClick=${() => this.begin(step)}>Again</button><span class="space"></span>
        ${last ? null : html`<button onClick=${onClose}><span>Skip<span class="long"> the lesson</span></span></button>`}
        ${last ? html`<button class="primary" disabled=${!done} onClick=${onPlay}>Play a deal</button>` : html`<button class="primary" disabled=${!done} onClick=${() => this.begin(step + 1)}>Next</button>`}
      </div>
    <//>`;
  }
}
