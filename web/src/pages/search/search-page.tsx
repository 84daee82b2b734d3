// The search window: a search is recorded at full speed and played back, alone or next to another,
// step by step in both directions; for a class in large letters.
import { Component } from "preact";
import { messageOf } from "../../api/error";
import { stepOnKey } from "../../browser/step-keys";
import type { Game, Position } from "../../api/types";
import type { DialogProps } from "../../dialogs/dialog-props";
import { fresh, lanesLink } from "../../model/link";
import type { Choice } from "../../model/link";
import { Player } from "../../model/player";
import { names, shortTitle } from "../../model/say";
import { Compare } from "../../panels/compare";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icons";
import { algorithmOf, watchable } from "../../parts/search-fields";
import { Algorithms } from "./algorithms";
import { textOf } from "./algorithm-texts";
import { Bar, BoardNote, ClassBar } from "./bars";
import { ExampleNote } from "./example";
import { Lane } from "./lane";
import { LaneBoard, NARROW } from "./lane-view";
import { One } from "./one";
import { Paint, painted } from "./paint";
import { Pair } from "./pair";
import { exampleOf, isExample, ofLink, taught } from "./playback";
import { ClassTransport, Transport } from "./transport";

type Show = "search" | "algorithms" | "compare";
export type Begin = Show | "lanes";

interface State {
  show: Show;
  /** the algorithm whose page is open */
  about: string;
  position: Position;
  isClass: boolean;
  /** the piece to paint with; undefined outside of painting */
  brush: string | null | undefined;
  picked: number | null;
  error: string;
}

type Props = DialogProps & { begin: Begin };

const TITLES = { search: "Search", algorithms: "Algorithms", compare: "Compare algorithms" };

const at = ({ game, rules, board }: Position) => ({ game: `${game}+${rules}`, board });

export class SearchPage extends Component<Props, State> {
  state: State = {
    show: this.props.begin === "lanes" ? "search" : this.props.begin,
    // If the list is next to it, a page is open at once.
    about: this.props.begin === "algorithms" && !NARROW.matches ? this.first : "",
    position: this.props.position,
    isClass: false,
    brush: undefined,
    picked: null,
    error: "",
  };
  private lanes: Lane[] = [];
  private player = new Player(
    () => Math.max(...this.lanes.map((lane) => lane.length)),
    () => {
      for (const lane of this.lanes) lane.chosen = null;
      this.changed();
    },
  );

  componentDidMount() {
    const { info, lanes, begin } = this.props;
    document.addEventListener("fullscreenchange", this.onFullscreen);
    // Comes before the game below, which gets the keys if nothing has the focus.
    window.addEventListener("keydown", this.onKey, true);
    if (!info) return;
    const count = begin === "lanes" ? 2 : 1;
    const missing = this.usual(count).slice(lanes.length);
    const choices = [...lanes.map(ofLink), ...missing].slice(0, count);
    this.lanes = choices.map((each) => this.lane(each));
    if (this.state.show === "search") this.record();
  }

  componentWillUnmount() {
    this.player.stop();
    for (const lane of this.lanes) lane.recorder.stop();
    document.removeEventListener("fullscreenchange", this.onFullscreen);
    window.removeEventListener("keydown", this.onKey, true);
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /** The search that is shown first: A*, if the game has it. */
  private get first() {
    const { info } = this.props;
    if (!info || info.algorithms.some(({ name }) => name === "astar")) return "astar";
    return watchable(info);
  }

  /** The default searches; breadth-first search is shown next to the first. */
  private usual(count: number) {
    return [this.first, "bfs"].slice(0, count).map(taught);
  }

  private lane(choice: Choice) {
    return new Lane(choice, this.props.ask, this.changed);
  }

  /** After a change, shows the boards of the step. */
  private changed = () => {
    this.setState({});
    const where = at(this.state.position);
    for (const lane of this.lanes) lane.show(where, this.player.at);
  };

  private record(position = this.state.position) {
    const { info, command } = this.props;
    if (!info) return;
    command.help();
    this.player.rewind();
    for (const lane of this.lanes) lane.record(info, at(position));
  }

  private onKey = (event: KeyboardEvent) => {
    const out = event.key === "Escape" ? this.out : null;
    if (out) {
      // The dialog would close with it.
      event.preventDefault();
      event.stopPropagation();
      return out();
    }
    if (this.state.show === "search") stepOnKey(this.player, event);
  };

  /** Closes the part that covers the search; null if there is none. */
  private get out() {
    const { isClass, brush, show } = this.state;
    if (isClass) return this.leave;
    if (brush !== undefined) return () => this.setState({ brush: undefined, picked: null });
    const begin = this.props.begin === "lanes" ? "search" : this.props.begin;
    return show !== begin && begin === "search" ? this.toSearch : null;
  }

  // ——— The board and the searches.

  private choose = (index: number, choice: Choice) => {
    const lane = this.lanes[index];
    if (!lane) return;
    lane.choice = choice;
    this.record();
    this.linked();
  };

  /** The address leads to the current view. */
  private linked = () => this.setState({}, () => this.props.onLanes(this.link()));

  /** Another search next to it, or only the first. */
  private pair = () => {
    const [first, ...others] = this.lanes;
    for (const lane of others) lane.recorder.stop();
    if (!first) return;
    const other = first.choice.algorithm === "bfs" ? "astar" : "bfs";
    this.lanes = others.length ? [first] : [first, this.lane(taught(other))];
    this.record();
    this.linked();
  };

  private get isOwn() {
    return this.state.position.board !== this.props.at.board;
  }

  private link() {
    const { where, moves, info } = this.props;
    const choices = this.lanes.map(({ choice }) => ({
      ...choice,
      algorithm: info ? algorithmOf(info, choice).name : choice.algorithm,
    }));
    return this.isOwn
      ? lanesLink(at(this.state.position), "", choices)
      : lanesLink(where, moves, choices);
  }

  private copy = () => {
    const address = new URL(this.link(), location.href).href;
    const stands = "The link is in the address bar.";
    return this.props.onCopy(address, "the link to this search", stands);
  };

  /** Exchanges the board for an example of the algorithm. */
  private toExample = async (board: string) => {
    const { game } = at(this.state.position);
    this.lay(await this.props.ask("position", { game, board }));
    this.linked();
  };

  /** Shows the example of an algorithm; null if it has none, or if that is on the board. */
  private exampleFor(algorithm: string) {
    const { game, board: now } = at(this.state.position);
    const board = exampleOf(algorithm, game)?.board;
    return board && board !== now ? () => void this.toExample(board) : null;
  }

  private lay = (position: Position) => {
    this.setState({ position, error: "", picked: null });
    this.record(position);
  };

  /** Puts the sign down, or swaps two cells. */
  private paint = async (cell: number) => {
    const { brush, picked, position } = this.state;
    if (brush === undefined) return;
    if (brush === null && picked === null) return this.setState({ picked: cell });
    try {
      const next = await painted(this.props.ask, position, (signs) => {
        const here = signs[cell] ?? "";
        signs[cell] = brush ?? signs[picked ?? cell] ?? "";
        if (brush === null && picked !== null) signs[picked] = here;
      });
      this.lay(next);
    } catch (error) {
      this.setState({ error: messageOf(error), picked: null });
    }
  };

  // ——— Class mode.

  private enter = () => {
    this.setState({ isClass: true, brush: undefined });
    document.documentElement.requestFullscreen?.().catch(() => {});
  };

  private leave = () => {
    this.setState({ isClass: false });
    if (document.fullscreenElement) document.exitFullscreen();
  };

  /** Leaving the full screen leaves the mode. */
  private onFullscreen = () => {
    if (!document.fullscreenElement) this.setState({ isClass: false });
  };

  // ——— Drawing.

  /** The name of the player's deal. */
  private get deal() {
    const { where, here } = this.props;
    return names({ where, root: { position: here } }, "").head;
  }

  /** The name of the board. */
  private get name() {
    if (this.isOwn) return isExample(this.state.position.board) ? "Example board" : "Own board";
    return this.deal;
  }

  private painting() {
    const { brush, error, position } = this.state;
    if (brush === undefined) return null;
    return (
      <Paint
        position={position}
        ask={this.props.ask}
        brush={brush}
        error={error}
        onBrush={(next) => this.setState({ brush: next, picked: null })}
        onBoard={this.lay}
        onError={(fault) => this.setState({ error: fault })}
        onDone={() => this.setState({ brush: undefined })}
      />
    );
  }

  /** The board of a lane, or the one that is painted. */
  private board = (lane: Lane, index: number) => {
    const { brush, position, picked } = this.state;
    const { settings } = this.props;
    if (brush === undefined || index > 0)
      return (
        <LaneBoard
          position={lane.position}
          settings={settings}
          isAlone={this.lanes.length === 1}
          label={`position of step ${this.player.at}`}
        />
      );
    return (
      <LaneBoard
        position={position}
        settings={settings}
        isAlone={this.lanes.length === 1}
        label="paint: choose cells"
        chosen={picked}
        onCell={this.paint}
      />
    );
  };

  private bar(info: Game) {
    const { brush, isClass } = this.state;
    const { lanes } = this;
    const [first] = lanes;
    if (isClass) {
      const one = lanes.length === 1 && first ? textOf(algorithmOf(info, first.choice)).title : "";
      const title = [one, this.isOwn || !one ? this.name : ""].filter(Boolean).join(", ");
      return <ClassBar title={title} lanes={lanes} onLeave={this.leave} />;
    }
    return (
      <Bar
        info={info}
        lanes={lanes}
        name={this.name}
        game={shortTitle(info.title)}
        painting={brush !== undefined}
        onChoice={(choice) => this.choose(0, choice)}
        onPaint={() => this.setState({ brush: brush === undefined ? null : undefined })}
        onPair={this.pair}
        onAll={() => this.setState({ show: "compare" })}
        onCopy={this.copy}
        onClass={this.enter}
      />
    );
  }

  private search(info: Game) {
    const { isClass, brush } = this.state;
    const { lanes, player } = this;
    const [lane] = lanes;
    return (
      <>
        {this.bar(info)}
        {brush !== undefined ? null : this.isOwn && lane && !isClass ? (
          <BoardNote
            name={this.name}
            algorithm={algorithmOf(info, lane.choice)}
            at={at(this.state.position)}
            deal={this.deal}
            onDeal={() => {
              this.lay(this.props.position);
              this.linked();
            }}
            onPlay={this.playOwn}
          />
        ) : lane && lanes.length === 1 && !isClass ? (
          <ExampleNote
            lane={lane}
            algorithm={algorithmOf(info, lane.choice)}
            game={at(this.state.position).game}
            onExample={this.toExample}
          />
        ) : null}
        {lanes.length === 2 ? (
          <>
            {this.painting()}
            <Pair
              info={info}
              lanes={lanes}
              step={player.at}
              isClass={isClass}
              boardOf={this.board}
              onChoice={this.choose}
              onStep={player.go}
              onChanged={this.changed}
            />
          </>
        ) : lane ? (
          <One
            info={info}
            lane={lane}
            step={player.at}
            isClass={isClass}
            board={this.board(lane, 0)}
            painting={this.painting()}
            onChoice={(choice) => this.choose(0, choice)}
            onStep={player.go}
            onChanged={this.changed}
            onMore={(about) => this.setState({ show: "algorithms", about })}
            onExample={this.exampleFor(algorithmOf(info, lane.choice).name)}
          />
        ) : null}
        {isClass ? (
          <ClassTransport player={player} lanes={lanes} />
        ) : (
          <Transport player={player} lanes={lanes} />
        )}
      </>
    );
  }

  private toSearch = () => {
    this.setState({ show: "search", about: "" });
    if (!this.lanes.some((lane) => lane.length)) this.record();
  };

  private content(info: Game) {
    const { show, about, position } = this.state;
    if (show === "search") return this.search(info);
    if (show === "algorithms")
      return (
        <Algorithms
          {...this.props}
          info={info}
          about={about}
          onAbout={(next) => this.setState({ about: next })}
          onBack={this.toSearch}
          onRun={(choice) => {
            this.lanes = [this.lane(choice)];
            this.setState({ show: "search" });
            this.record();
          }}
        />
      );
    return (
      <div class="search-compare">
        <button class="quiet" onClick={this.toSearch}>
          <Icon name="back" />
          One search
        </button>
        <Compare info={info} at={at(position)} onHelp={this.props.command.help} isAtOnce />
      </div>
    );
  }

  /** The painted board as a game. */
  private playOwn = () => {
    const { onClose, onLink } = this.props;
    onClose();
    onLink(fresh(at(this.state.position)));
  };

  render({ info, onClose }: Props) {
    const { show, isClass } = this.state;
    return (
      <Dialog title={TITLES[show]} onClose={onClose} full>
        <div class={`page-search show-${show} ${isClass ? "is-class" : ""}`}>
          {info ? this.content(info) : null}
        </div>
      </Dialog>
    );
  }
}
