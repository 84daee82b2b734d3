// An interactive lesson: "Next" opens once the task is done.
import { Component } from "preact";
import { messageOf } from "../api/error";
import type { Move, Position } from "../api/types";
import { Board } from "../board/board";
import { byFingers } from "../browser/fingers";
import { Inputs } from "../model/inputs";
import { LESSONS } from "../model/lessons";
import type { Step } from "../model/lessons";
import { blockedWords } from "../model/spoken";
import { firstKeys, movedKeys } from "../model/session";
import type { Keys } from "../model/session";
import { Dialog } from "../parts/dialog";
import type { DialogProps } from "./dialog-props";

const shown = () => new Promise<void>((done) => setTimeout(done));

interface State {
  step: number;
  position: Position | null;
  keys: Keys;
  done: boolean;
  error: string;
  picked: number | null;
}

/** The fault of a move, or of the position after it. */
function faultOf(lesson: Step, move: Move, next: Position) {
  if (lesson.wanted)
    return move.text === lesson.wanted
      ? ""
      : "That move is legal, but it is not the one asked for.";
  const isStuck = !next.won && next.view.moves.length === 0;
  return isStuck ? "Stuck: no moves are left. Start again." : "";
}

export class LessonDialog extends Component<DialogProps, State> {
  state: State = { step: 0, position: null, keys: [], done: false, error: "", picked: null };
  private inputs = new Inputs(shown);

  componentDidMount() {
    this.begin(0);
  }

  private get game() {
    return this.props.here.game;
  }

  private get steps() {
    return LESSONS[this.game] ?? [];
  }

  /** Text and board of a step change together, so that a tap never reaches the board of another step. */
  private async begin(step: number) {
    const lesson = this.steps[step];
    if (!lesson) return;
    try {
      const position = await this.props.ask("position", { game: this.game, board: lesson.board });
      const keys = firstKeys(position.view);
      this.setState({ step, position, keys, done: false, error: "" });
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  }

  private make = async (move: Move) => {
    const { position, keys, step } = this.state;
    const lesson = this.steps[step];
    if (!position || !lesson) return;
    const { board } = position;
    const next = await this.props.ask("position", { game: this.game, board, moves: move.text });
    this.setState({
      position: next,
      keys: movedKeys(keys, move),
      done: lesson.wanted ? move.text === lesson.wanted : next.won,
      error: faultOf(lesson, move, next),
    });
  };

  render({ onClose, settings, isDown }: DialogProps) {
    const { step, position, keys, done, error, picked } = this.state;
    const lesson = this.steps[step];
    if (!lesson) return null;
    const blocked = position && picked !== null ? blockedWords(position, picked) : "";
    return (
      <Dialog title={lesson.title} onClose={onClose}>
        <p class="dots" role="img" aria-label={`step ${step + 1} of ${this.steps.length}`}>
          {this.steps.map((_, index) => (
            <i class={index === step ? "on" : ""} />
          ))}
        </p>
        <p>{(isDown && lesson.down) || (byFingers() && lesson.fingers) || lesson.say}</p>
        <div class="lesson-room room">
          {position ? (
            <Board
              key={step}
              view={position.view}
              keys={keys}
              game={this.game}
              down={isDown}
              letters={settings.letters}
              movable
              label={`lesson: ${lesson.title}`}
              enqueue={(work) => this.inputs.add(work)}
              onMove={done ? undefined : this.make}
              onPick={(cell) => this.setState({ picked: cell })}
            />
          ) : null}
        </div>
        <p role="status" class={error ? "error" : "note"}>
          {done ? "Well done." : error || blocked}
        </p>
        {this.buttons()}
      </Dialog>
    );
  }

  private buttons() {
    const { onPlay } = this.props;
    const { step, done } = this.state;
    const isLast = step === this.steps.length - 1;
    return (
      <div class="transport lesson-bar">
        {step > 0 ? <button onClick={() => this.begin(step - 1)}>Back</button> : null}
        <button onClick={() => this.begin(step)}>Again</button>
        <span class="space" />
        {isLast ? (
          <button class="primary" disabled={!done} onClick={onPlay}>
            Play a deal
          </button>
        ) : (
          <>
            <button onClick={() => this.begin(step + 1)}>
              <span>
                Skip<span class="long"> this step</span>
              </span>
            </button>
            <button class="primary" disabled={!done} onClick={() => this.begin(step + 1)}>
              Next
            </button>
          </>
        )}
      </div>
    );
  }
}
