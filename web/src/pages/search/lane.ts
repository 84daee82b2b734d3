// A search in the window: its settings, its recording, and the boards that it visits.
import { job } from "../../api/api";
import type { Ask, Game, Position, Solve, Where } from "../../api/types";
import type { Choice } from "../../model/link";
import type { McNode } from "../../model/monte-carlo";
import { Recorder } from "../../model/recording";
import { plainWords } from "../../model/say";
import { solutionOf } from "../../model/search-tree";
import type { Iteration, TreeNode } from "../../model/search-tree";
import { graphAt, mcAt, playbackOf, recordedQuestion } from "./playback";
import type { Playback } from "./playback";

/** The position shown in a lane: a board, and the moves from it. */
interface Spot {
  board: string;
  moves: string;
}

/** Maximum number of moves to a position that the server accepts. */
const MAX_ASKED = 2000;

export class Lane {
  readonly recorder: Recorder;
  /** the node selected in the tree, instead of the step's own position */
  chosen: TreeNode | McNode | null = null;
  /** the displayed position */
  position: Position | null = null;
  /** the start of the search */
  private start: Required<Pick<Where, "game" | "board">> | null = null;
  private question: Solve | null = null;
  private made: { of: unknown; size: number; playback: Playback | null } | null = null;
  private solution: { of: Iteration; path: Set<TreeNode> } | null = null;
  private shown = "";
  private boards = new Map<string, Position>();
  private words = new Map<string, Map<string, string>>();

  constructor(
    public choice: Choice,
    private ask: Ask,
    private changed: () => void,
  ) {
    this.recorder = new Recorder(job, changed);
  }

  record(info: Game, at: Required<Pick<Where, "game" | "board">>) {
    this.start = at;
    this.chosen = null;
    this.boards.clear();
    this.shown = "";
    this.question = recordedQuestion(info, this.choice, at);
    return this.recorder.start(this.question);
  }

  /** Records more of the search. */
  further = () => {
    if (this.question) this.recorder.further(this.question);
  };

  get recording() {
    return this.recorder.recording;
  }

  /** The part that can be played back; rebuilt only when the recording has grown. */
  get playback() {
    const { recording } = this;
    const { nodes, simulations, report } = recording;
    const size = nodes.length + simulations.length + (report ? 0.5 : 0);
    if (this.made?.of !== recording || this.made.size !== size) {
      const before = this.made?.of === recording ? this.made.playback : null;
      this.made = { of: recording, size, playback: playbackOf(recording, before) };
    }
    return this.made.playback;
  }

  get length() {
    return this.playback?.length ?? 0;
  }

  /** The position of a step, relative to a start. */
  private spot(at: Required<Pick<Where, "game" | "board">>, step: number): Spot {
    const { playback, chosen, recording } = this;
    if (chosen && "path" in chosen) return { board: at.board, moves: chosen.path.join(" ") };
    // Beyond the recording only the moves are known.
    const made = chosen && chosen.id < 0 ? recording.report?.plan?.slice(0, chosen.g) : null;
    if (made && made.length <= MAX_ASKED) return { board: at.board, moves: made.join(" ") };
    if (chosen) return { board: chosen.board, moves: "" };
    if (playback?.form === "graph") {
      const { isEnd, now } = graphAt(playback, step);
      const plan = isEnd ? recording.report?.plan : null;
      if (plan && plan.length <= MAX_ASKED) return { board: at.board, moves: plan.join(" ") };
      return { board: now?.board ?? at.board, moves: "" };
    }
    if (playback?.form !== "mc") return { board: at.board, moves: "" };
    const { index, phase } = mcAt(playback, step);
    const way = playback.tree.ways[index] ?? [];
    const last = way.at(-1);
    const isNew = last?.added === index;
    const node = phase === 0 && isNew ? way.at(-2) : last;
    const playout = phase >= 2 ? (playback.tree.playouts[index] ?? []) : [];
    return { board: at.board, moves: [...(node?.path ?? []), ...playout].join(" ") };
  }

  /** Shows the board of a step, requested once. */
  async show(at: Required<Pick<Where, "game" | "board">>, step: number) {
    const { board, moves } = this.spot(at, step);
    const wanted = `${at.game} ${board} ${moves}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    const known = this.boards.get(wanted);
    const position =
      known ?? (await this.ask("position", { game: at.game, board, moves }).catch(() => null));
    if (!position || this.shown !== wanted) return;
    this.boards.set(wanted, position);
    this.position = position;
    this.changed();
  }

  /**
   * The names of the moves after some moves; requested once, and empty until the answer arrives.
   */
  wordsBehind(path: string[]): Map<string, string> {
    const at = this.start;
    if (!at) return new Map();
    const moves = path.join(" ");
    const key = `${at.game} ${at.board} ${moves}`;
    const known = this.words.get(key);
    if (known) return known;
    this.words.set(key, new Map());
    this.learn(key, { ...at, moves });
    return new Map();
  }

  /** The name of the move to a node. */
  wordsOf({ path }: McNode): string {
    const move = path.at(-1);
    if (!move) return "The start";
    return this.wordsBehind(path.slice(0, -1)).get(move) ?? move;
  }

  private async learn(key: string, where: Where) {
    const position = await this.ask("position", where).catch(() => null);
    if (!position) return;
    this.words.set(
      key,
      new Map(position.view.moves.map(({ text, words }) => [text, plainWords(words)])),
    );
    this.changed();
  }

  /** The nodes of the solution, at the last step of the search. */
  pathAt(step: number): Set<TreeNode> {
    const { playback, recording } = this;
    if (playback?.form !== "graph") return new Set();
    const { isEnd, tree } = graphAt(playback, step);
    const plan = recording.report?.plan;
    if (!isEnd || !tree || !plan) return new Set();
    if (this.solution?.of !== tree)
      this.solution = { of: tree, path: new Set(solutionOf(tree, plan)) };
    return this.solution.path;
  }
}
