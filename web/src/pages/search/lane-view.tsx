// A search at a step: its tree, with what the looks of nodes mean.
import { Component, createRef } from "preact";
import type { Algorithm, Position, View } from "../../api/types";
import { Board } from "../../board/board";
import { runsDown } from "../../board/down";
import type { Settings } from "../../browser/storage";
import { firstKeys } from "../../model/session";
import { Icon } from "../../parts/icons";
import type { Lane } from "./lane";
import { McView, Phases } from "./mc-view";
import { graphAt, mcAt, partOf } from "./playback";
import { sizeFor } from "./size";
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
  /** whether it has a head with the legend */
  legend: boolean;
  onStep: (step: number) => void;
  onChanged: () => void;
}

interface State {
  width: number;
  height: number;
}

/** The picture of a search. */
export class LaneTree extends Component<Props, State> {
  state: State = { width: 760, height: 520 };
  private box = createRef<HTMLDivElement>();
  private observer: ResizeObserver | null = null;

  componentDidMount() {
    const box = this.box.current;
    if (!box) return;
    this.observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = box;
      if (width !== this.state.width || height !== this.state.height)
        this.setState({ width, height });
    });
    this.observer.observe(box);
  }

  componentWillUnmount() {
    this.observer?.disconnect();
  }

  private picture({ lane, step, isClass, onStep, onChanged }: Props) {
    const { playback, recording } = lane;
    if (!playback) return <Nothing lane={lane} />;
    if (playback.form === "mc") {
      const { tree } = playback;
      const moment = {
        tree,
        simulations: recording.simulations,
        exploration: explorationOf(lane),
        ...mcAt(playback, step),
      };
      return (
        <McView
          moment={moment}
          size={sizeFor(tree, this.state, { isClass, isMc: true })}
          chosen={lane.chosen && "path" in lane.chosen ? lane.chosen : null}
          onChoose={(node) => {
            lane.chosen = lane.chosen === node ? null : node;
            onChanged();
          }}
        />
      );
    }
    const { tree, done, now } = graphAt(playback, step);
    if (!tree) return null;
    return (
      <TreeView
        tree={tree}
        kind={playback.kind}
        done={done}
        level={now?.g ?? 0}
        size={sizeFor(tree, this.state, { isClass })}
        path={lane.pathAt(step)}
        chosen={lane.chosen && "board" in lane.chosen ? lane.chosen : null}
        onChoose={(node) => {
          // An expanded node leads to its step; an open one is shown from here.
          if (node.expanded !== null && node.expanded < done) return onStep(node.expanded + 1);
          lane.chosen = lane.chosen === node ? null : node;
          onChanged();
        }}
      />
    );
  }

  render(props: Props) {
    const { lane, step, legend, algorithm } = props;
    const { playback, recording } = lane;
    const isMc = playback?.form === "mc";
    const part = partOf(recording);
    return (
      <section class="panel tree-panel" aria-label={`tree of ${textOf(algorithm).title}`}>
        {isMc ? (
          <Phases phase={mcAt(playback, step).phase} />
        ) : !legend ? null : (
          <div class="sec tree-head">
            <h3>Tree</h3>
            <small>
              {algorithm.heuristic ? "large f, below it g+h" : "large: moves made"}; rows by moves
              made. {part}
            </small>
            {playback ? (
              <Legend kinds={kindsOf(playback.kind, playback.trees, playback.ends)} />
            ) : null}
          </div>
        )}
        {playback?.form === "graph" && playback.kind === "deepening" ? (
          <Bounds lane={lane} step={step} onStep={props.onStep} />
        ) : null}
        <div class="tree-box" ref={this.box}>
          {this.picture(props)}
        </div>
      </section>
    );
  }
}

/** What stands there while nothing can be drawn. */
function Nothing({ lane }: { lane: Lane }) {
  const { live, fault, report } = lane.recording;
  if (fault)
    return (
      <p class="error" role="alert">
        {fault}
      </p>
    );
  if (live) return <p class="note">Searching …</p>;
  return (
    <p class="note">
      {report
        ? "This solver works on packed positions or ends without a search: there is no tree to draw. Choose another algorithm to see one."
        : "Nothing was recorded."}
    </p>
  );
}

/** The bounds of a deepening search, one tree each. */
function Bounds({ lane, step, onStep }: Pick<Props, "lane" | "step" | "onStep">) {
  const { playback } = lane;
  if (playback?.form !== "graph") return null;
  const { tree } = graphAt(playback, step);
  return (
    <div class="tree-bounds" role="group" aria-label="bounds">
      <span>Bound</span>
      {playback.trees.map((each) => (
        <button aria-pressed={each === tree} onClick={() => onStep(each.from + 1)}>
          <b>{each.bound}</b>
          <small>{each.to - each.from} expanded</small>
        </button>
      ))}
    </div>
  );
}

/** Where a window is as narrow as a phone. */
const NARROW = window.matchMedia("(max-width: 900px)");

/** Whether a board of cards is wider than the column that it stands in. */
const isWide = (view: View) => view.control === "place" && view.columns > 8;

/** The board of a lane, or one that is painted. */
export function LaneBoard({
  position,
  settings,
  label,
  chosen = null,
  onCell,
}: {
  position: Position | null;
  settings: Settings;
  label: string;
  chosen?: number | null;
  onCell?: (cell: number) => void;
}) {
  if (!position) return <div class="page-room room" />;
  const view = { ...position.view, moves: [] };
  const wide = isWide(view);
  return (
    <div class={`page-room room ${wide ? "is-wide" : ""}`}>
      <Board
        view={view}
        keys={firstKeys(view)}
        game={position.game}
        letters={settings.letters}
        down={wide ? !NARROW.matches : runsDown(view)}
        instant
        label={label}
        {...(onCell ? { onCell, chosen } : {})}
      />
    </div>
  );
}

/** How a lane's search has ended, in few words. */
export function Ended({ lane }: { lane: Lane }) {
  const { report } = lane.recording;
  if (!report) return null;
  if (report.verdict === "solved")
    return (
      <span class="badge wins">
        <Icon name="check" />
        solved in {report.length}
      </span>
    );
  return (
    <span class={`badge ${report.verdict === "unsolvable" ? "loses" : "unknown"}`}>
      <Icon name={report.verdict === "unsolvable" ? "cross" : "question"} />
      {report.verdict === "unsolvable" ? "cannot be solved" : "no answer"}
    </span>
  );
}
