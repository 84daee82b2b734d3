// One of the searches that stand side by side: what is chosen, where it is, what its heuristic sees
// there, and how its tree grows.
import { control, job } from "../api/api";
import type { Ask, Evaluated, Game, Position, View } from "../api/types";
import { Board } from "../board/board";
import { runsDown } from "../board/down";
import type { Settings } from "../browser/storage";
import type { Choice } from "../model/link";
import { firstKeys } from "../model/session";
import { WatchedSearch, estimateOf } from "../model/watched";
import { Told } from "../panels/search";
import { Counters } from "../parts/counters";
import { Parts } from "../parts/parts";
import { Tree, costsOf } from "../parts/plots";
import { SearchFields, algorithmOf, heuristicOf } from "../parts/search-fields";

/** A search, with what is shown of it. */
export class Lane {
  readonly search: WatchedSearch;
  /** The position that is looked at in the tree; null follows the search. */
  chosen: number | null = null;
  view: View | null = null;
  /** What the heuristics say of the position shown. */
  values: Evaluated[] = [];
  /** The board whose values are there, and the one that they are wanted of. */
  private valued = "";
  private wanted = "";

  constructor(
    public choice: Choice,
    private ask: Ask,
    private game: string,
    private changed: () => void,
  ) {
    this.search = new WatchedSearch({ job, control }, (picture) => {
      if (picture?.view && picture.board !== undefined && this.chosen === null)
        this.show(picture.view, picture.board);
      changed();
    });
  }

  private show(view: View, board: string) {
    this.view = { ...view, moves: [] };
    this.look(board);
  }

  /** Asks for the values of a board, of the last one only where they come faster than answers. */
  private async look(board: string) {
    const busy = this.wanted !== this.valued;
    this.wanted = board;
    if (busy) return;
    while (this.wanted !== this.valued) {
      const board = this.wanted;
      const asked = this.ask("evaluate", { game: this.game, board });
      this.values = await asked.then(
        ({ heuristics }) => heuristics,
        () => [],
      );
      this.valued = board;
      this.changed();
    }
  }

  /** Shows a position of the tree; the same again follows the search. */
  async choose(id: number) {
    this.chosen = this.chosen === id ? null : id;
    const node = this.node;
    if (node) {
      const { board } = node;
      const { view } = await this.ask("position", { game: this.game, board });
      this.show(view, board);
    }
    this.changed();
  }

  /** The position that is looked at in the tree. */
  get node() {
    const { chosen } = this;
    return chosen === null ? undefined : this.search.run?.nodes.find(({ id }) => id === chosen);
  }

  /** Where the search is, or what is looked at. */
  get where() {
    const { node, search } = this;
    const { run } = search;
    if (node) return `position ${node.id + 1} of the tree: ${costsOf(node)}`;
    if (run?.progress) return `expanding number ${run.progress.expanded}`;
    return run && search.isLive ? "waiting for a place to search …" : "not started";
  }
}

interface Props {
  lane: Lane;
  number: number;
  info: Game;
  disabled: boolean;
  position: Position;
  settings: Settings;
  onChoice: (choice: Choice) => void;
}

export function LaneView({ lane, number, info, disabled, position, settings, onChoice }: Props) {
  const { choice, search, chosen, where } = lane;
  const { run, fault } = search;
  const algorithm = algorithmOf(info, choice);
  const heuristic = heuristicOf(algorithm, choice);
  const values = run ? lane.values.find((each) => each.heuristic === heuristic) : null;
  const view = run && lane.view ? lane.view : { ...position.view, moves: [] };
  const progress = run?.progress;
  const { report = null, nodes = [], stopped = false } = run ?? {};
  return (
    <section class="lane" aria-label={`search ${number}`}>
      <div class="fields">
        <SearchFields info={info} choice={choice} disabled={disabled} onChange={onChoice} />
      </div>
      <p class="note">{algorithm.summary}</p>
      <div class="lane-room room">
        <Board
          view={view}
          keys={firstKeys(view)}
          game={position.game}
          letters={settings.letters}
          down={runsDown(view)}
          instant
          label={`search ${number}, ${where}`}
        />
      </div>
      <div class="lane-facts">
        <p class="lane-where" role="status">
          {report || fault ? "" : stopped ? "Stopped." : where}
        </p>
        {fault ? (
          <p class="error" role="alert">
            {fault}
          </p>
        ) : null}
        {report ? <Told report={report} /> : null}
        <Counters
          counters={[
            ["expanded", progress?.expanded],
            ["open", progress?.open],
            ["closed", progress?.closed],
            ["g", progress?.g],
            ["h", progress?.h],
            ["f", progress && estimateOf(progress)],
          ]}
        />
        {values ? <Parts {...values} /> : null}
      </div>
      <div class="lane-tree">
        {nodes.length ? (
          <Tree nodes={nodes} chosen={chosen} onChoose={(id) => lane.choose(id)} />
        ) : null}
      </div>
    </section>
  );
}
