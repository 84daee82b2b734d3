// The algorithms of a game, a page for each: a description, its picture on a small board, and a way
// to run it.
import { Component } from "preact";
import type { Algorithm, Game, Position, Where } from "../../api/types";
import type { DialogProps } from "../../dialogs/dialog-props";
import type { Choice } from "../../model/link";
import { stepOnKey } from "../../browser/step-keys";
import { Player } from "../../model/player";
import { Icon } from "../../parts/icons";
import { inOrder } from "../../model/search-names";
import { promiseOf, textOf } from "./algorithm-texts";
import { Lane } from "./lane";
import { Ended, LaneBoard, LaneTree } from "./lane-view";
import { exampleOf, taught } from "./playback";
import { Figures, Happens, figuresOf } from "./side";
import { Transport } from "./transport";

/** A small board of each game, on which a whole search can be drawn. */
const BOARDS: Record<string, string> = {
  gaps: "gaps:random/2x5/1",
  birds: "birds:neller/1",
  cohesion: "cohesion:level/vieira-1",
  tiles: "tiles:level/iartistas-07",
  sliding: "sliding:random/2x3/1",
};

/** The board on which an algorithm is shown: its example, or the small board of the game. */
function boardOf(algorithm: string, game: string): Where | null {
  const rules = `${game}+standard`;
  const example = exampleOf(algorithm, rules);
  if (example) return { game: rules, board: example.board };
  const instance = BOARDS[game];
  return instance ? { instance } : null;
}

interface Props extends DialogProps {
  info: Game;
  about: string;
  onAbout: (algorithm: string) => void;
  onBack: () => void;
  onRun: (choice: Choice) => void;
}

interface State {
  position: Position | null;
}

export class Algorithms extends Component<Props, State> {
  state: State = { position: null };
  private lane: Lane | null = null;
  private player = new Player(
    () => this.lane?.length ?? 0,
    () => {
      if (this.lane) this.lane.chosen = null;
      this.changed();
    },
  );

  componentDidMount() {
    window.addEventListener("keydown", this.onKey, true);
    this.show();
  }

  componentDidUpdate(before: Props) {
    if (before.about !== this.props.about) this.show();
  }

  componentWillUnmount() {
    window.removeEventListener("keydown", this.onKey, true);
    this.player.stop();
    this.lane?.recorder.stop();
  }

  private onKey = (event: KeyboardEvent) => {
    if (this.lane) stepOnKey(this.player, event);
  };

  private get algorithm(): Algorithm | undefined {
    const { info, about } = this.props;
    return info.algorithms.find(({ name }) => name === about);
  }

  /** Records the algorithm on the small board. */
  private async show() {
    const { info, ask } = this.props;
    const { algorithm } = this;
    this.player.rewind();
    this.lane?.recorder.stop();
    this.lane = null;
    this.setState({});
    const board = algorithm && boardOf(algorithm.name, info.name);
    if (!board) return;
    const position = await ask("position", board).catch(() => null);
    if (!position || this.algorithm !== algorithm) return;
    const lane = (this.lane = new Lane(taught(algorithm.name), ask, () => this.changed()));
    this.setState({ position });
    lane.record(info, this.at(position));
  }

  private at = ({ game, rules, board }: Position) => ({ game: `${game}+${rules}`, board });

  private changed() {
    const { position } = this.state;
    this.setState({});
    if (position) this.lane?.show(this.at(position), this.player.at);
  }

  private picture(algorithm: Algorithm, lane: Lane) {
    const { player } = this;
    const step = player.at;
    return (
      <div class="algorithm-picture">
        <div class="algorithm-left">
          <LaneBoard
            position={lane.position}
            settings={this.props.settings}
            label={`position of step ${step}`}
          />
          <Figures figures={figuresOf(lane, step).slice(0, 4)} />
          <Happens lane={lane} step={step} algorithm={algorithm.name} />
          {lane.length > 1 && step >= lane.length ? <Ended lane={lane} /> : null}
        </div>
        <LaneTree
          lane={lane}
          step={step}
          algorithm={algorithm}
          isClass={false}
          isPair={false}
          onStep={player.go}
          onChanged={() => this.changed()}
        />
        <Transport player={player} lanes={[lane]} />
      </div>
    );
  }

  private article(algorithm: Algorithm) {
    const { info, onRun, onAbout } = this.props;
    const { title, idea, what, steps, look } = textOf(algorithm);
    const all = inOrder(info.algorithms);
    const next = all[all.indexOf(algorithm) + 1];
    return (
      <article class="algorithm">
        <header>
          <h3>{title}</h3>
          <p>{idea}</p>
        </header>
        <div class="algorithm-words">
          <div>
            <p>{what}</p>
            <p class="promise">
              <Icon name={algorithm.complete ? "check" : "question"} />
              {promiseOf(algorithm)}
            </p>
            {look ? (
              <p class="look">
                <Icon name="eye" />
                {look}
              </p>
            ) : null}
          </div>
          {steps.length ? (
            <ol>
              {steps.map((each) => (
                <li>{each}</li>
              ))}
            </ol>
          ) : null}
        </div>
        {this.lane ? this.picture(algorithm, this.lane) : <p class="note">Searching …</p>}
        <p class="algorithm-run">
          <button class="primary" onClick={() => onRun(taught(algorithm.name))}>
            <Icon name="play" />
            Run it on my board
          </button>
          {next ? (
            <button onClick={() => onAbout(next.name)}>
              Next: {textOf(next).title}
              <Icon name="forward" />
            </button>
          ) : null}
          <small>{algorithm.summary}</small>
        </p>
      </article>
    );
  }

  render({ info, about, onAbout, onBack }: Props) {
    const { algorithm } = this;
    return (
      <div class={`algorithms ${algorithm ? "has-article" : ""}`}>
        <nav class="algorithm-list" aria-label="algorithms">
          <button class="quiet" onClick={onBack}>
            <Icon name="back" />
            Search window
          </button>
          <ul>
            {inOrder(info.algorithms).map((each) => {
              const { title, idea } = textOf(each);
              return (
                <li>
                  <button
                    aria-current={each.name === about ? "page" : undefined}
                    onClick={() => onAbout(each.name)}
                  >
                    <b>{title}</b>
                    <small>{idea || each.summary.replace(/[:;(].*$/s, "")}</small>
                  </button>
                </li>
              );
            })}
          </ul>
        </nav>
        {algorithm ? (
          <div class="algorithm-page">
            <button class="quiet all-of-them" onClick={() => onAbout("")}>
              <Icon name="back" />
              All algorithms
            </button>
            {this.article(algorithm)}
          </div>
        ) : (
          <p class="algorithm-page note">
            Choose an algorithm: you see what it does, watch it on a small board, and then run it on
            your own.
          </p>
        )}
      </div>
    );
  }
}
