// Playback of a plan on the board: play, scrub, step.
import { Component, createRef } from "preact";
import type { TargetedKeyboardEvent } from "preact";
import { messageOf } from "../api/error";
import type { Ask } from "../api/types";
import { framesOf, stageOf } from "../board/preview";
import type { Frame } from "../board/preview";
import type { Stage } from "../board/stage";
import { follow } from "../browser/focus";
import { counted } from "../model/say";
import type { Node } from "../model/session";
import { Icon } from "../parts/icons";
import { Short } from "./move-list";

const SPEEDS = [0.5, 1, 2, 4, 8];

/** The number of moves that a key steps. */
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["Home", -1e9],
  ["End", 1e9],
]);

interface Props {
  node: Node;
  plan: string[];
  ask: Ask;
  onStage: (stage: Stage) => void;
  /** the label of the way back */
  back?: string;
  onClose: () => void;
}

interface State {
  frames: Frame[] | null;
  index: number;
  playing: boolean;
  /** Compared with a move in 700 ms. */
  speed: number;
  /** The reason why there is no playback. */
  fault: string;
}

export class Film extends Component<Props, State> {
  state: State = { frames: null, index: 0, playing: false, speed: 1, fault: "" };
  private timer = 0;
  private script = createRef<HTMLDivElement>();
  private button = createRef<HTMLButtonElement>();

  componentDidMount() {
    this.open();
  }

  componentDidUpdate(before: Props, state: State) {
    if (before.plan !== this.props.plan) this.open();
    if (state.index === this.state.index) return;
    // The current move of the script stays visible.
    follow(this.script.current, (script, box, part) => {
      script.scrollTop += part.top - box.top - box.height / 2;
    });
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  private async open() {
    const { node, plan, ask } = this.props;
    clearInterval(this.timer);
    this.setState({ frames: null, fault: "" });
    try {
      const frames = await framesOf(ask, node, plan);
      if (this.props.plan !== plan) return;
      this.setState({ frames }, this.takeFocus);
      this.show(0, frames);
      this.play(true);
    } catch (error) {
      this.setState({ fault: messageOf(error) });
    }
  }

  /** The button that opened the playback has disappeared, but its keys work at once. */
  private takeFocus = () => {
    if (document.activeElement === document.body)
      this.button.current?.focus({ preventScroll: true });
  };

  private show(index: number, frames = this.state.frames) {
    if (!frames) return;
    const last = frames.length - 1;
    const at = Math.max(0, Math.min(last, index));
    const stage = stageOf(frames, at, "film");
    this.setState({ index: at });
    if (stage) this.props.onStage({ ...stage, note: `Playback: move ${at} of ${last}` });
    if (at === last) this.play(false);
  }

  private play(on: boolean) {
    clearInterval(this.timer);
    this.setState({ playing: on });
    if (!on) return;
    const next = () => this.show(this.state.index + 1);
    this.timer = window.setInterval(next, 700 / this.state.speed);
  }

  private onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = STEPS.get(event.key);
    const target = event.target as Element;
    if (target.closest("select")) return;
    if (step) {
      event.preventDefault();
      this.play(false);
      this.show(this.state.index + step);
    } else if (event.key === " " && !target.closest("button")) {
      event.preventDefault();
      this.play(!this.state.playing);
    }
  };

  /** Continues; at the end, restarts from the beginning. */
  private toggle = () => {
    const { frames, index, playing } = this.state;
    const isOver = index + 1 === frames?.length;
    if (isOver) this.show(0);
    this.play(isOver || !playing);
  };

  /** Continues at another speed. */
  private hurry(speed: number) {
    this.setState({ speed }, () => this.play(this.state.playing));
  }

  render({ onClose, back = "Back to the game" }: Props) {
    const { frames, index, playing, speed, fault } = this.state;
    if (fault)
      return (
        <>
          <p class="error" role="alert">
            {fault}
          </p>
          <button onClick={onClose}>{back}</button>
        </>
      );
    if (!frames) return <p class="note">Preparing the playback …</p>;
    const last = frames.length - 1;
    const to = (at: number) => () => {
      this.play(false);
      this.show(at);
    };
    return (
      <div class="film" onKeyDown={this.onKeyDown}>
        <p class="film-note" role="status">
          Playback: move {index} of {last}
        </p>
        <input
          type="range"
          min="0"
          max={last}
          value={index}
          aria-label="move of the playback"
          onInput={(event) => to(Number(event.currentTarget.value))()}
        />
        <div class="transport steps">
          <button aria-label="to the start" onClick={to(0)}>
            <Icon name="first" />
          </button>
          <button aria-label="step back" onClick={to(index - 1)}>
            <Icon name="back" />
          </button>
          <button
            class="primary"
            ref={this.button}
            aria-label={playing ? "pause" : "play"}
            onClick={this.toggle}
          >
            <Icon name={playing ? "pause" : "play"} />
          </button>
          <button aria-label="step" onClick={to(index + 1)}>
            <Icon name="forward" />
          </button>
          <button aria-label="to the end" onClick={to(last)}>
            <Icon name="last" />
          </button>
          <label class="inline">
            Speed{" "}
            <select
              value={speed}
              onChange={(event) => this.hurry(Number(event.currentTarget.value))}
            >
              {SPEEDS.map((each) => (
                <option value={each}>{each}×</option>
              ))}
            </select>
          </label>
        </div>
        <div
          class="script"
          ref={this.script}
          tabindex={0}
          role="region"
          aria-label="moves of the playback"
        >
          <p class="note">{counted(last, "move")}</p>
          <ol class="line">
            {frames.slice(1).map((frame, i) => this.item(frame, i + 1, frames[i]))}
          </ol>
        </div>
        <button onClick={onClose}>{back}</button>
      </div>
    );
  }

  /** A move of the script. */
  private item(frame: Frame, at: number, before: Frame | undefined) {
    const view = (before ?? frame).position.view;
    const isHere = at === this.state.index;
    const show = () => {
      this.play(false);
      this.show(at);
    };
    return (
      <li key={at} class={`move ${isHere ? "here" : ""}`}>
        <button class="move-button" aria-current={isHere ? "step" : "false"} onClick={show}>
          <span class="number">{at}</span>
          <Short view={view} move={view.moves.find((move) => move.text === frame.move) ?? frame} />
        </button>
      </li>
    );
  }
}
