// Two searches side by side on one position, step by step: what a teacher projects. Each lane has
// its board, the parts of its heuristic there, its counters and its tree; a link leads to the same
// comparison.
import { Component } from "preact";
import { offline } from "../api/api";
import type { Game } from "../api/types";
import { lanesLink } from "../model/link";
import type { Choice } from "../model/link";
import { Lockstep } from "../model/lockstep";
import { Compare } from "../panels/compare";
import { AHEAD } from "../panels/search";
import { CopyButton } from "../parts/copy-button";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { SpeedField, algorithmOf, questionOf, watchable } from "../parts/search-fields";
import type { DialogProps } from "./dialog-props";
import { Lane, LaneView } from "./lane";

/** How many steps a second can be chosen. */
const RATES = [1, 4, 20, null];

/** What stands side by side unless told otherwise: the same search with an estimate and without. */
function usual(info: Game): Choice[] {
  const plain = (algorithm: string) => ({ algorithm, heuristic: "", texts: {} });
  const first = watchable(info);
  return [plain(first), plain(first === "bfs" ? "astar" : "bfs")];
}

interface State {
  rate: number | null;
  /** Whether all algorithms are compared below. */
  all: boolean;
}

export class SideBySideDialog extends Component<DialogProps, State> {
  state: State = { rate: 4, all: false };
  private lanes = this.props.lanes.map((choice) => this.lane(choice));
  private lockstep = new Lockstep(
    () => this.lanes.map((lane) => lane.search),
    () => this.setState({}),
  );

  componentDidMount() {
    this.fill();
  }

  componentDidUpdate() {
    this.fill();
  }

  componentWillUnmount() {
    this.lockstep.halt();
    for (const lane of this.lanes) lane.search.stop();
  }

  /** What the link does not say, once the game's algorithms are known. */
  private fill() {
    const { info } = this.props;
    if (!info || this.lanes.length === 2) return;
    const missing = usual(info).slice(this.lanes.length);
    this.lanes.push(...missing.map((choice) => this.lane(choice)));
    this.setState({});
  }

  private lane(choice: Choice) {
    return new Lane(choice, this.props.ask, this.props.at.game, () => this.setState({}));
  }

  private begin(info: Game) {
    const { at, command } = this.props;
    command.help();
    for (const lane of this.lanes) {
      lane.chosen = null;
      lane.search.start(questionOf(info, lane.choice, at), 0);
    }
    this.lockstep.play(this.state.rate);
  }

  private stop = () => {
    this.lockstep.pause();
    for (const lane of this.lanes) lane.search.stop();
  };

  private choose(info: Game, lane: Lane, choice: Choice) {
    lane.choice = choice;
    lane.search.run = null;
    this.props.onLanes(this.link(info));
    this.setState({});
  }

  private link(info: Game) {
    const { where, moves } = this.props;
    const choices = this.lanes.map(({ choice }) => ({
      ...choice,
      algorithm: algorithmOf(info, choice).name,
    }));
    return lanesLink(where, moves, choices);
  }

  private copy(info: Game) {
    const address = new URL(this.link(info), location.href).href;
    const stands = "The link stands in the address bar.";
    return this.props.onCopy(address, "the link to this comparison", stands);
  }

  private hurry = (rate: number | null) => {
    this.setState({ rate });
    if (this.lockstep.isPlaying) this.lockstep.play(rate);
  };

  private edit = () => {
    this.props.onClose();
    this.props.command.edit();
  };

  private get isLive() {
    return this.lanes.some(({ search }) => search.isLive);
  }

  /** Start, or pause, step and stop. */
  private buttons(info: Game) {
    const { lockstep } = this;
    if (!this.isLive)
      return (
        <button class="primary" disabled={!this.lanes.length} onClick={() => this.begin(info)}>
          <Icon name="play" />
          Start both
        </button>
      );
    const isRunning = this.lanes.some(({ search }) => search.isLive && !search.paused);
    const playing = lockstep.isPlaying || isRunning;
    const step = () => {
      if (playing) lockstep.pause();
      lockstep.step();
    };
    return (
      <>
        <button
          class="icon-button primary"
          aria-label={playing ? "pause both" : "resume both"}
          onClick={() => (playing ? lockstep.pause() : lockstep.play(this.state.rate))}
        >
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <button class="icon-button" aria-label="step both" onClick={step}>
          <Icon name="step" />
        </button>
        <button onClick={this.stop}>
          <Icon name="stop" />
          Stop the searches
        </button>
      </>
    );
  }

  render({ info, at, onClose, command, position, settings, name }: DialogProps) {
    const { rate, all } = this.state;
    if (!info) return null;
    const link = (
      <>
        <Icon name="link" />
        Link
      </>
    );
    return (
      <Dialog title="Two searches, side by side" onClose={onClose} full>
        <div class="transport lanes-bar">
          {this.buttons(info)}
          <SpeedField rates={RATES} rate={rate} onChange={this.hurry} />
          <span class="space" />
          <CopyButton words={link} onCopy={() => this.copy(info)} />
          <button onClick={this.edit}>
            <Icon name="edit" />
            Draw a board
          </button>
        </div>
        <p class="note">
          {name}: at one speed neither takes its next position before the other has taken its own;
          at full speed each runs as fast as it can.{offline ? ` ${AHEAD}` : ""}
        </p>
        <div class="lanes">
          {this.lanes.map((lane, index) => (
            <LaneView
              key={index}
              lane={lane}
              number={index + 1}
              info={info}
              disabled={this.isLive}
              position={position}
              settings={settings}
              onChoice={(choice) => this.choose(info, lane, choice)}
            />
          ))}
        </div>
        <details
          class="all-algorithms"
          open={all}
          onToggle={(event) => this.setState({ all: event.currentTarget.open })}
        >
          <summary>All algorithms on this board</summary>
          {all ? <Compare info={info} at={at} onHelp={command.help} /> : null}
        </details>
      </Dialog>
    );
  }
}
