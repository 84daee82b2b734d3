// A running search, which can be slowed, paused or stepped; the region where it works, and the
// start of its tree.
import { Component } from "preact";
import { control, job, offline } from "../api/api";
import type { Ask, Game, Progress, Report, View, Where } from "../api/types";
import type { Stage } from "../board/stage";
import type { Choice } from "../model/link";
import { algorithmTitle, heuristicTitle } from "../model/search-names";
import { firstKeys } from "../model/session";
import { WatchedSearch } from "../model/watched";
import type { Point } from "../model/watched";
import { Icon } from "../parts/icons";
import { Frontier, Lines, Tree, costsOf } from "../parts/plots";
import {
  SearchFields,
  SpeedField,
  algorithmOf,
  heuristicOf,
  questionOf,
} from "../parts/search-fields";
import { SearchFigures } from "./search-figures";

/** The available speeds in expansions per second. */
const RATES = [1, 4, 20, 100, null];

/** Follows a search that no server slows down. */
export const AHEAD =
  "Here the search runs ahead of the display. Its first thousand steps can be followed one by one, the later ones in leaps.";

/** Size of the tree next to a wide board, and next to a square one. */
const LARGE = {
  wide: window.matchMedia("(min-width: 1600px)"),
  square: window.matchMedia("(min-width: 1200px) and (min-height: 700px)"),
};

interface Props {
  info: Game;
  at: Where;
  ask: Ask;
  /** Whether other content than the game is shown. */
  staged: boolean;
  onStage: (stage: Stage | null) => void;
  onHelp: () => void;
  /** Opens the search window, with one search or two. */
  onWindow: (dialog: "search" | "lanes") => void;
  onFilm: (plan: string[]) => void;
}

interface State {
  choice: Choice;
  rate: number | null;
  /** The position selected in the tree; null follows the search. */
  chosen: number | null;
}

/** The history of a search's figure by expansions. */
const lineOf = (series: Point[], name: "open" | "closed" | "f") => ({
  name,
  points: series.flatMap((point): [number, number][] => {
    const value = point[name];
    return value === null ? [] : [[point.expanded, value]];
  }),
});

export class Search extends Component<Props, State> {
  state: State = { choice: { algorithm: "", heuristic: "", texts: {} }, rate: 1, chosen: null };
  private watched = new WatchedSearch({ job, control }, (picture) => {
    if (picture?.view && this.state.chosen === null)
      this.stage(picture.view, `expanding number ${picture.expanded}`);
    this.setState({});
  });

  componentWillUnmount() {
    this.watched.stop();
  }

  private start = () => {
    const { info, at, onHelp } = this.props;
    onHelp();
    this.setState({ chosen: null });
    return this.watched.start(questionOf(info, this.state.choice, at), this.state.rate);
  };

  private stage(view: View, note: string) {
    this.props.onStage({
      view: { ...view, moves: [] },
      keys: firstKeys(view),
      instant: this.state.rate === null || this.state.rate > 4,
      label: `search, ${note}`,
      note: `Search: ${note}`,
      tree: this.isLarge(view) ? this.tree() : null,
    });
  }

  private isLarge(view = this.watched.run?.progress?.view) {
    return !!view && LARGE[view.columns > 1.6 * view.rows ? "wide" : "square"].matches;
  }

  /** The previously expanded position; those that the tree shows are stored. */
  private back = () => {
    const { chosen } = this.state;
    const { run, paused, isLive } = this.watched;
    const nodes = run?.nodes ?? [];
    if (isLive && !paused) this.watched.pause();
    const last = nodes.length < (run?.progress?.expanded ?? 0) ? nodes.length : nodes.length - 1;
    if (nodes.length) this.choose(Math.max(0, (chosen ?? last) - 1));
  };

  /** One position forward, through those stepped back over, and then in the search. */
  private step = () => {
    const { chosen } = this.state;
    if (chosen !== null && chosen + 1 < (this.watched.run?.nodes.length ?? 0))
      return this.choose(chosen + 1);
    this.setState({ chosen: null });
    this.watched.step();
  };

  private resume = () => {
    this.setState({ chosen: null });
    this.watched.resume(this.state.rate);
  };

  private tree() {
    const nodes = this.watched.run?.nodes ?? [];
    return nodes.length ? (
      <Tree nodes={nodes} chosen={this.state.chosen} onChoose={this.choose} />
    ) : null;
  }

  /** Shows a position of the tree. */
  private choose = async (id: number) => {
    const { ask, at } = this.props;
    const node = this.watched.run?.nodes.find((each) => each.id === id);
    this.setState({ chosen: id });
    if (!node) return;
    const { view } = await ask("position", { ...at, board: node.board });
    this.stage(view, `position ${id + 1} in the order of expansion, ${costsOf(node)}`);
  };

  /** The behaviour of the search from now on. */
  private hurry = (rate: number | null) => {
    this.setState({ rate });
    if (this.watched.isLive && !this.watched.paused) this.watched.resume(rate);
  };

  private buttons() {
    const { watched } = this;
    const { paused, isLive, isReady, run } = watched;
    const { staged, onStage, onWindow } = this.props;
    return (
      <div class="transport">
        {isLive ? (
          <>
            <button
              class="icon-button primary"
              aria-label={paused ? "resume" : "pause"}
              disabled={!isReady}
              onClick={() => (paused ? this.resume() : watched.pause())}
            >
              <Icon name={paused ? "play" : "pause"} />
            </button>
            <button
              class="icon-button"
              aria-label="step back"
              disabled={!isReady || !run?.nodes.length || this.state.chosen === 0}
              onClick={this.back}
            >
              <Icon name="back" />
            </button>
            <button class="icon-button" aria-label="step" disabled={!isReady} onClick={this.step}>
              <Icon name="step" />
            </button>
            <button class="stop" aria-label="Stop the search" onClick={() => watched.stop()}>
              <Icon name="stop" />
              Stop
            </button>
          </>
        ) : (
          <>
            <button class="primary" onClick={this.start}>
              <Icon name="play" />
              Start the search
            </button>
            <button onClick={() => onWindow("search")}>
              <Icon name="tree" />
              Search window
            </button>
            <button onClick={() => onWindow("lanes")}>
              <Icon name="lanes" />
              Two side by side
            </button>
          </>
        )}
        {staged && !isLive ? (
          <button
            onClick={() => {
              watched.stop();
              onStage(null);
            }}
          >
            Back to the game
          </button>
        ) : null}
      </div>
    );
  }

  private plots(progress: Progress | null, series: Point[]) {
    const estimates = lineOf(series, "f");
    return (
      <>
        {progress ? <Frontier frontier={progress.frontier} now={progress} /> : null}
        {series.length > 1 ? (
          <Lines
            title="Open and stored positions"
            x="expanded"
            series={[lineOf(series, "open"), lineOf(series, "closed")]}
          />
        ) : null}
        {estimates.points.length > 1 ? (
          <Lines title="f of the position expanded" x="expanded" series={[estimates]} />
        ) : null}
      </>
    );
  }

  render({ info, staged, onFilm }: Props) {
    const { rate, choice } = this.state;
    const { run, fault, isLive } = this.watched;
    const { progress = null, report = null, series = [] } = run ?? {};
    const algorithm = algorithmOf(info, choice);
    const heuristic = heuristicOf(algorithm, choice);
    return (
      <div class="search">
        <div class={`fields ${isLive ? "is-live" : ""}`}>
          {isLive ? (
            <p class="search-name">
              <b>{algorithmTitle(algorithm.name)}</b>
              <small>{heuristic ? heuristicTitle(heuristic) : ""}</small>
            </p>
          ) : (
            <SearchFields
              info={info}
              choice={choice}
              disabled={false}
              onChange={(choice) => this.setState({ choice })}
            />
          )}
          <SpeedField rates={RATES} rate={rate} onChange={this.hurry} />
        </div>
        {isLive ? null : <p class="note">{algorithm.summary}</p>}
        {offline ? <p class="note">{AHEAD}</p> : null}
        {this.buttons()}
        {fault ? (
          <p class="error" role="alert">
            {fault}
          </p>
        ) : null}
        {report ? <Told report={report} onFilm={() => onFilm(report.plan)} /> : null}
        {!report && run?.stopped ? <p role="status">Stopped.</p> : null}
        {progress ? (
          <SearchFigures progress={progress} series={series} length={report?.length ?? null} />
        ) : null}
        {this.plots(progress, series)}
        {staged && this.isLarge() ? null : this.tree()}
      </div>
    );
  }
}

export function Told({ report, onFilm }: { report: Report; onFilm?: () => void }) {
  if (report.verdict === "solved") {
    return (
      <p role="status">
        <strong>Solved</strong> in {report.length} moves
        {report.optimal ? ", and no plan is shorter" : ""}.{" "}
        {onFilm ? <button onClick={onFilm}>Watch the plan</button> : null}
      </p>
    );
  }
  if (report.verdict === "unsolvable")
    return (
      <p role="status">
        <strong>Unsolvable</strong>: every line was followed to its end.
      </p>
    );
  return (
    <p role="status">
      <strong>Unknown</strong>: stopped by {report.stop}.
    </p>
  );
}
