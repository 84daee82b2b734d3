// A search at a step: its tree, with a legend of its nodes.
import { Component, createRef } from "preact";
import type { VNode } from "preact";
import type { Algorithm, Position, View } from "../../api/types";
import { Board } from "../../board/board";
import { runsDown } from "../../board/down";
import type { Settings } from "../../browser/storage";
import { talliesOf } from "../../model/monte-carlo";
import type { McNode, McTree } from "../../model/monte-carlo";
import { statusOf } from "../../model/search-tree";
import type { TreeNode } from "../../model/search-tree";
import { firstKeys } from "../../model/session";
import { frameOf, layOut } from "../../model/tree-frame";
import type { Frame } from "../../model/tree-frame";
import { graphPart, visitedPart, wholeWith } from "../../model/tree-part";
import type { Space } from "../../model/tree-part";
import { nodeAt } from "../../model/tree-ways";
import { Icon } from "../../parts/icons";
import type { Lane } from "./lane";
import { Bounds, Nothing } from "./lane-parts";
import { McKey, McView, Phases, mcMoment, shownOf } from "./mc-view";
import { PHASES, graphAt, mcAt, momentAt, number, partOf } from "./playback";
import type { GraphPlayback, McPlayback } from "./playback";
import { Overview } from "./overview";
import { fits, formFor, grownFor, sizeFor, spaceFor, wholeSize, zoomed, zoomsFor } from "./size";
import type { Size } from "./size";
import { TreeRoom } from "./tree-room";
import { Legend, TreeView, kindsOf } from "./tree-view";
import { textOf } from "./algorithm-texts";

/** The constant of exploration of a search. */
export const explorationOf = ({ choice }: Pick<Lane, "choice">) =>
  Number(choice.texts["exploration"] || 1.4);

interface Props {
  lane: Lane;
  step: number;
  algorithm: Algorithm;
  isClass: boolean;
  /** whether it is one of two, which have half the window and no legend */
  isPair: boolean;
  onStep: (step: number) => void;
  onChanged: () => void;
}

interface State {
  /** of the room */
  width: number;
  height: number;
  /** the magnification */
  zoom: number;
  /** whether the whole of a large tree is shown, not only the part around the step */
  isWhole: boolean;
}

/** The frames of a tree: the whole, and the part around the step. */
interface Frames<N> {
  whole: Frame<N>;
  part: (space: Space) => Frame<N>;
  /** the length of the longest f=g+h, 0 without estimates, and of the longest single number */
  signs?: number;
  digits?: number;
}

interface Drawn<N> {
  frame: Frame<N>;
  room: { width: number; height: number };
  size: Size;
  scale: number;
  choose: (node: N) => void;
  chosen: N | null;
  /** the node of the step */
  from: N | null;
}

const wholes = new WeakMap<McTree, Frame<McNode>>();

/** The whole Monte Carlo tree. */
function wholeOf(tree: McTree) {
  const frame = wholes.get(tree) ?? layOut(tree.root, ({ children }: McNode) => children);
  wholes.set(tree, frame);
  return frame;
}

/** The picture of a search. */
export class LaneTree extends Component<Props, State> {
  state: State = { width: 760, height: 520, zoom: 1, isWhole: false };
  private box = createRef<HTMLDivElement>();
  private observer: ResizeObserver | null = null;

  componentDidMount() {
    const box = this.box.current;
    if (!box) return;
    this.observer = new ResizeObserver(this.measure);
    this.observer.observe(box);
  }

  componentDidUpdate() {
    this.measure();
  }

  componentWillUnmount() {
    this.observer?.disconnect();
  }

  /** The size of the space for the tree, without the buttons of its frame. */
  private measure = () => {
    const box = this.box.current;
    const room = box?.querySelector<HTMLElement>(".tree-room") ?? box;
    if (!room) return;
    const { offsetWidth: width, offsetHeight: height } = room;
    if (width !== this.state.width || height !== this.state.height)
      this.setState({ width, height });
  };

  private zoomTo = (zoom: number) => this.setState({ zoom });
  private toWhole = (isWhole: boolean) => this.setState({ isWhole, zoom: isWhole ? 0 : 1 });

  /** A tree in its frame: it can be zoomed, and walked through with keys. */
  private room<N extends TreeNode | McNode>(
    { whole, part, signs = 0, digits = 2 }: Frames<N>,
    from: N | undefined,
    ways: {
      shown: () => N[];
      /** with the nodes of a solution beyond the recording, in the order of the picture */
      drawn: () => N[];
      rankOf: (node: N) => number;
      stepOf: (node: N) => number | null;
    },
    draw: (drawn: Drawn<N>) => VNode,
  ) {
    const { lane, step, isClass, isPair, onStep, onChanged } = this.props;
    const { state } = this;
    const room = { width: state.width, height: state.height };
    const isMc = lane.playback?.form === "mc";
    const form = formFor(whole, room, { isClass, isPair, isMc, digits }, signs);
    const space = spaceFor(room, form);
    const isLarge = !fits(whole, space);
    const isPart = isLarge && !state.isWhole;
    const frame = isPart ? part(space) : whole;
    const usual = isLarge && !isPart ? wholeSize(form) : sizeFor(frame, room, form);
    const bounds = zoomsFor(frame, room, usual, form);
    const zoom = Math.max(bounds.least, Math.min(bounds.most, state.zoom));
    const chosen = lane.chosen as N | null;
    const rows = { isMc, rows: frame.depth, height: room.height };
    const grown = isLarge && !isPart ? 1 : grownFor(frame, room, usual, form);
    const { size, scale } =
      isLarge && !isPart ? zoomed(usual, zoom, rows) : { size: usual, scale: zoom * grown };
    const look = (node: N | null) => {
      lane.chosen = node;
      onChanged();
    };
    return (
      <TreeRoom
        {...bounds}
        zoom={zoom}
        isPart={isPart}
        follow={[whole, step, chosen, isClass, room.width, room.height, state.isWhole]}
        targets={
          isMc && !chosen
            ? [".mc-tail:not(.past) .mc-result", ".mc-end"]
            : [".st-chosen", ".st-last", ".st-now"]
        }
        overview={
          isLarge ? (
            <Overview
              whole={whole}
              part={frame}
              shown={ways.shown()}
              now={chosen ?? from ?? null}
              isPart={isPart}
            />
          ) : null
        }
        onZoom={this.zoomTo}
        onWhole={isLarge ? this.toWhole : null}
        onWay={(way) => {
          const at = chosen ?? from;
          const xOf = (node: N) => whole.x.get(node) ?? 0;
          // Its ends are those of the drawn part.
          const isEnd = way === "first" || way === "last";
          const all = isEnd ? ways.drawn().filter((node) => frame.x.has(node)) : ways.shown();
          const next = at && nodeAt(at as never, way, all as never[], ways.rankOf, xOf);
          if (next) look(next);
        }}
        onEnter={() => {
          const to = chosen && ways.stepOf(chosen);
          if (to !== null) onStep(to);
          else if (!chosen && from) look(from);
        }}
      >
        {draw({
          frame,
          room,
          size,
          scale,
          chosen,
          from: from ?? null,
          choose: (node) => look(chosen === node ? null : node),
        })}
      </TreeRoom>
    );
  }

  private mc(playback: McPlayback) {
    const { lane, step, isClass } = this.props;
    const { simulations } = lane.recording;
    const { tree } = playback;
    const at = mcAt(playback, step);
    const moment = { tree, simulations, exploration: explorationOf(lane), ...at };
    const ways = {
      shown: () => shownOf(moment),
      drawn: () => shownOf(moment),
      rankOf: (node: McNode) => mcMoment(moment).tallies.get(node)?.visits ?? 0,
      stepOf: ({ added }: McNode) => added * PHASES + 2,
    };
    const visits = (end: number) => talliesOf(tree, simulations, end);
    const chosen = lane.chosen && "path" in lane.chosen ? lane.chosen : null;
    const frames = {
      whole: wholeOf(tree),
      part: (space: Space) => visitedPart(tree, at.index, visits, chosen, space),
    };
    const last = tree.ways[at.index]?.at(-1);
    return this.room<McNode>(frames, last, ways, ({ choose, ...rest }) => (
      <McView
        moment={moment}
        isClass={isClass}
        wordsOf={({ path }) => lane.wordsBehind(path.slice(0, -1)).get(path.at(-1) ?? "") ?? ""}
        onChoose={choose}
        {...rest}
      />
    ));
  }

  private graph(playback: GraphPlayback) {
    const { lane, step, onStep } = this.props;
    const { tree, done } = graphAt(playback, step);
    if (!tree) return null;
    const path = lane.pathAt(step);
    const chosen = lane.chosen && "board" in lane.chosen ? lane.chosen : null;
    const isBeyond = [...path].some(({ id }) => id < 0);
    const part = (space: Space) => graphPart({ tree, done, path, chosen }, space);
    const longest = (words: (node: TreeNode) => string) =>
      Math.max(0, ...tree.nodes.map((node) => words(node).length));
    const frames = {
      // A solution beyond the recording belongs to no frame but its own.
      whole: isBeyond ? wholeWith(tree, done, path) : frameOf(tree, done),
      part,
      signs: longest(({ g, h }) => (h === null ? "" : `${g + h}=${g}+${h}`)),
      digits: longest(({ g, h }) => String(g + (h ?? 0))),
    };
    const given = momentAt(playback, step);
    const isExpanded = ({ expanded }: TreeNode) => expanded !== null && expanded < done;
    const shown = () => tree.nodes.filter((node) => statusOf(node, given) !== "hidden");
    const ways = {
      shown,
      drawn: () => [...shown(), ...[...path].filter(({ id }) => id < 0)],
      rankOf: (node: TreeNode) => (isExpanded(node) ? 1 : 0),
      stepOf: (node: TreeNode) => (isExpanded(node) ? (node.expanded ?? 0) + 1 : null),
    };
    const from = tree.nodes.find(({ expanded }) => expanded === done - 1);
    return this.room<TreeNode>(frames, from, ways, ({ choose, ...rest }) => (
      <TreeView
        tree={tree}
        {...given}
        path={path}
        isClass={this.props.isClass}
        onChoose={(node) => {
          // An expanded node leads to its step; an open one is shown from here.
          const to = ways.stepOf(node);
          if (to === null) choose(node);
          else onStep(to);
        }}
        {...rest}
      />
    ));
  }

  private picture() {
    const { lane } = this.props;
    const { playback } = lane;
    if (!playback) return <Nothing lane={lane} />;
    return playback.form === "mc" ? this.mc(playback) : this.graph(playback);
  }

  render(props: Props) {
    const { lane, step, isClass, isPair, algorithm } = props;
    const { playback, recording } = lane;
    const isMc = playback?.form === "mc";
    const part = partOf(recording);
    return (
      <section class="panel tree-panel" aria-label={`tree of ${textOf(algorithm).title}`}>
        {isMc ? (
          <>
            <Phases phase={mcAt(playback, step).phase} />
            {isPair ? null : <McKey />}
          </>
        ) : isPair || isClass ? null : (
          <div class="sec tree-head">
            <h3>Tree</h3>
            <small>
              {algorithm.heuristic ? (
                <>
                  number: f<span class="two-lines">, below it g+h</span>
                </>
              ) : (
                "number: moves made"
              )}
              ; rows by moves made. {part}
            </small>
            {playback ? (
              <Legend kinds={kindsOf(playback.kind, playback.trees, playback.isSolved)} />
            ) : null}
          </div>
        )}
        {playback?.form === "graph" && playback.kind === "deepening" ? (
          <Bounds lane={lane} step={step} isClass={isClass} onStep={props.onStep} />
        ) : null}
        <div class="tree-box" ref={this.box}>
          {this.picture()}
        </div>
      </section>
    );
  }
}

/** Applies if the window is as narrow as a phone. */
export const NARROW = window.matchMedia("(max-width: 900px)");
/** Where the board has the whole width: on a phone held upright. */
const ACROSS = window.matchMedia("(max-width: 900px) and (min-height: 521px)");
/** Whether there is room for a board of cards in the orientation of the game. */
const ROOMY = window.matchMedia("(min-width: 1500px)");

/** Whether a board of cards is wider than its column. */
const isWide = (view: View) => view.control === "place" && view.columns > 8;

/** The board of a lane, or a painted one. */
export function LaneBoard({
  position,
  settings,
  label,
  isAlone = true,
  chosen = null,
  onCell,
}: {
  position: Position | null;
  settings: Settings;
  label: string;
  /** whether no other search is next to it */
  isAlone?: boolean;
  chosen?: number | null;
  onCell?: (cell: number) => void;
}) {
  if (!position) return <div class="page-room room" />;
  const view = { ...position.view, moves: [] };
  // On an upright phone it runs down as in the game, next to its sentence.
  const wide = isWide(view) && !(isAlone && !onCell && runsDown(view));
  const isLying = ACROSS.matches || (ROOMY.matches && isAlone);
  return (
    <div class={`page-room room ${wide ? "is-wide" : ""}`}>
      <Board
        view={view}
        keys={firstKeys(view)}
        game={position.game}
        letters={settings.letters}
        down={wide ? !isLying : runsDown(view)}
        instant
        label={label}
        {...(onCell ? { onCell, chosen } : {})}
      />
    </div>
  );
}

/** The end of a lane's search in a few words; in a race, with its number of expansions. */
export function Ended({ lane, isRace = false }: { lane: Lane; isRace?: boolean }) {
  const { report } = lane.recording;
  if (!report) return null;
  if (report.verdict === "solved")
    return (
      <span class="badge wins">
        <Icon name="check" />
        <span>
          solved in {number(report.length ?? 0)}
          {isRace ? <span>, at expansion {number(report.expanded)}</span> : null}
        </span>
      </span>
    );
  return (
    <span class={`badge ${report.verdict === "unsolvable" ? "loses" : "unknown"}`}>
      <Icon name={report.verdict === "unsolvable" ? "cross" : "question"} />
      {report.verdict === "unsolvable" ? "cannot be solved" : "no answer"}
    </span>
  );
}
