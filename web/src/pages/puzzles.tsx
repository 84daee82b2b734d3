// Puzzles: find the one right move, or the whole solution in a given number of moves.
import { Component } from "preact";
import { job } from "../api/api";
import { messageOf } from "../api/error";
import type { Move } from "../api/types";
import { Board } from "../board/board";
import { runsDown } from "../board/down";
import type { Stage } from "../board/stage";
import { puzzlesOf } from "../browser/data";
import { pace, shown } from "../browser/motion";
import { readPuzzleRecord, writePuzzleRecord } from "../browser/puzzle-record";
import type { DialogProps } from "../dialogs/dialog-props";
import { Inputs } from "../model/inputs";
import { afterAttempt, idOf, nextPuzzle } from "../model/puzzles";
import type { Puzzle, PuzzleRecord } from "../model/puzzles";
import { moveWords } from "../model/say";
import { begin, depth, goOn, visit } from "../model/session";
import type { Session } from "../model/session";
import { Film } from "../panels/film";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { HINTS, PuzzleHint, Source, Task, Verdict, hintFor } from "./puzzle-told";
import type { Told } from "./puzzle-told";
import { RatingLine } from "./page-parts";
import { PuzzleButtons, PuzzleChoice } from "./puzzle-parts";
import type { Acts, Choice } from "./puzzle-parts";

/** Maximum length of a lost play that is shown. */
const MAX_END = 60;

interface State extends Choice {
  puzzles: Puzzle[] | null;
  puzzle: Puzzle | null;
  session: Session | null;
  told: Told;
  /** whether the first attempt was counted */
  counted: boolean;
  /** the rating before it */
  before: number;
  /** hints given */
  hinted: number;
  record: PuzzleRecord;
  /** the solution that is played on the board */
  film: string[] | null;
  stage: Stage | null;
  fault: string;
}

/** Without a solution on the board. */
const NO_FILM = { film: null, stage: null };

export class PuzzlesPage extends Component<DialogProps, State> {
  state: State = {
    game: this.props.here.game,
    fifth: "any",
    quest: "move",
    puzzles: null,
    puzzle: null,
    session: null,
    told: { kind: "asked" },
    counted: false,
    before: 0,
    hinted: 0,
    record: readPuzzleRecord(),
    ...NO_FILM,
    fault: "",
  };
  private inputs = new Inputs(shown);
  private skipped = new Set<string>();
  /** Pending answers belong to this turn. */
  private turn = 0;

  componentDidMount() {
    this.choose({});
  }

  componentWillUnmount() {
    this.turn++;
  }

  /** Another game, difficulty or task. */
  private async choose(change: Partial<Choice>) {
    const wanted = { ...this.state, ...change };
    this.setState({ ...change, ...NO_FILM, puzzle: null, session: null, fault: "" });
    const turn = ++this.turn;
    try {
      const puzzles = await puzzlesOf(wanted.game);
      if (turn !== this.turn) return;
      this.setState({ puzzles });
      await this.next(puzzles, wanted);
    } catch (error) {
      if (turn === this.turn) this.setState({ fault: messageOf(error) });
    }
  }

  private async next(puzzles: Puzzle[], { game, fifth }: Choice) {
    const record = readPuzzleRecord();
    const puzzle = nextPuzzle(puzzles, game, record, fifth, this.skipped);
    this.setState({
      ...NO_FILM,
      puzzle,
      record,
      counted: false,
      before: record.rating,
      hinted: 0,
    });
    if (puzzle) await this.lay(puzzle, game);
  }

  /** Puts the puzzle on the board. */
  private async lay({ board }: Puzzle, game: string) {
    const turn = ++this.turn;
    const where = { game, board };
    try {
      const position = await this.props.ask("position", where);
      if (turn !== this.turn) return;
      this.inputs.clear();
      this.setState({ session: begin(where, "puzzle", position), told: { kind: "asked" } });
    } catch (error) {
      if (turn === this.turn) this.setState({ fault: messageOf(error) });
    }
  }

  /** Counts the first attempt. */
  private count(right: boolean) {
    const { counted, puzzle, record, game } = this.state;
    if (counted || !puzzle) return;
    const after = afterAttempt(record, game, puzzle, right);
    writePuzzleRecord(after);
    this.setState({ record: after, counted: true });
  }

  /** Makes a move on the board, unless another action has intervened. */
  private async go(session: Session, move: Move) {
    const { turn } = this;
    const from = session.current;
    const { game, board } = from.position;
    const position = await this.props.ask("position", { game, board, moves: move.text });
    if (turn !== this.turn) return false;
    goOn(session, from, move, position);
    this.setState({});
    return true;
  }

  private make = async (move: Move) => {
    const { session, puzzle, quest } = this.state;
    if (!session || !puzzle) return;
    const words = moveWords(session.current.position.view, move);
    try {
      if (!(await this.go(session, move))) return;
    } catch (error) {
      return this.setState({ fault: messageOf(error) });
    }
    if (quest === "win") return this.played(session, puzzle, words);
    const right = move.text === puzzle.answer;
    this.count(right && !this.state.hinted);
    if (right) return this.setState({ told: { kind: "right", move: words } });
    const plays = puzzle.kind === "wins" && session.current.position.view.control === "place";
    this.setState({ told: { kind: "wrong", move: words, end: null, stuck: false, plays } });
    if (plays) await this.end(session, words);
  };

  /** A move towards the whole solution. */
  private played(session: Session, puzzle: Puzzle, move: string) {
    const { position } = session.current;
    const made = depth(session.current);
    if (position.won) {
      this.count(true);
      return this.setState({ told: { kind: "right", move } });
    }
    const stuck = position.view.moves.length === 0;
    if (made < puzzle.length && !stuck) return;
    this.count(false);
    this.setState({ told: { kind: "over", stuck } });
  }

  /** Continues play after a losing move, until no moves are left. */
  private async end(session: Session, move: string) {
    const start = depth(session.current);
    while (depth(session.current) - start < MAX_END) {
      const [next] = session.current.position.view.moves;
      if (!next) break;
      await pace();
      if (!(await this.go(session, next).catch(() => false))) return;
    }
    const stuck = session.current.position.view.moves.length === 0;
    this.setState({ told: { kind: "wrong", move, end: depth(session.current) - start, stuck } });
  }

  /** The initial board: it is known, so that a move may follow at once. */
  private again = () => {
    const { session } = this.state;
    if (!session) return;
    this.turn++;
    this.inputs.clear();
    this.setState({
      session: begin(session.where, "puzzle", session.root.position),
      told: { kind: "asked" },
    });
  };

  private skip = () => {
    const { puzzle, puzzles } = this.state;
    if (puzzle) this.skipped.add(idOf(puzzle));
    if (puzzles) this.next(puzzles, this.state);
  };

  private undo = () => {
    const { session } = this.state;
    if (session?.current.parent) visit(session, session.current.parent);
    this.setState({});
  };

  private answer = async () => {
    const { puzzle, game } = this.state;
    if (!puzzle) return;
    this.count(false);
    await this.lay(puzzle, game);
    const { session } = this.state;
    const move = session?.root.position.view.moves.find(({ text }) => text === puzzle.answer);
    if (!session || !move) return;
    const words = moveWords(session.root.position.view, move);
    if (await this.go(session, move).catch(() => false))
      this.setState({ told: { kind: "shown", move: words } });
  };

  /** Playback of the whole solution on the board of the puzzle. */
  private watch = async () => {
    const { puzzle, game } = this.state;
    if (!puzzle) return;
    const { turn } = this;
    const where = { game, board: puzzle.board };
    try {
      const result = await job("solve", { at: where }, () => {}, new AbortController().signal);
      if (result.name !== "report" || turn !== this.turn) return;
      this.setState({ film: result.data.report.plan });
    } catch (error) {
      this.setState({ fault: messageOf(error) });
    }
  };

  private acts: Acts = {
    undo: this.undo,
    hint: () => this.setState(({ hinted }) => ({ hinted: hinted + 1 })),
    skip: this.skip,
    again: this.again,
    watch: this.watch,
    answer: this.answer,
  };

  render({ games, settings, onClose }: DialogProps) {
    const { puzzle, puzzles, session, told, record, fault, hinted } = this.state;
    const { game, fifth, quest, film } = this.state;
    const isWhole = quest === "win";
    const hint = hinted ? this.answerMove() : undefined;
    return (
      <Dialog title="Puzzles" onClose={onClose} full>
        <div class="page-puzzles">
          <div class="puzzle-stage">
            <div class="puzzle-head">
              <h3>
                {isWhole && puzzle
                  ? `Can you win this in ${puzzle.length}?`
                  : puzzle?.kind === "shortest"
                    ? "One move is the quickest. Find it."
                    : "One move wins. Find it."}
              </h3>
              {isWhole && session && puzzle ? (
                <span class="note">
                  move {depth(session.current)} of {puzzle.length}
                </span>
              ) : null}
            </div>
            {fault ? (
              <p class="error" role="alert">
                {fault}
              </p>
            ) : null}
            {this.board(settings)}
          </div>
          <aside class="puzzle-panel panel" aria-label="this puzzle">
            <dl class="puzzle-rating">
              {this.figures(record).map(([name, value]) => (
                <div>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <div class="sec" role="status">
              {puzzle && told.kind === "asked" ? <Task puzzle={puzzle} isWhole={isWhole} /> : null}
              {session && hint && told.kind === "asked" ? (
                <PuzzleHint view={session.root.position.view} move={hint} step={hinted} />
              ) : null}
              {puzzle ? <Verdict told={told} puzzle={puzzle} /> : null}
              {!puzzle && puzzles ? <p>No puzzle matches.</p> : null}
            </div>
            {puzzle && session && film ? (
              <div class="sec">
                <Film
                  node={session.root}
                  plan={film}
                  ask={this.props.ask}
                  onStage={(stage) => this.setState({ stage })}
                  back="Back to the puzzle"
                  onClose={() => this.setState(NO_FILM)}
                />
                <button class="primary" onClick={this.skip}>
                  <Icon name="forward" />
                  Next puzzle
                </button>
              </div>
            ) : puzzle ? (
              <PuzzleButtons
                told={told}
                quest={quest}
                canUndo={!!session?.current.parent}
                hinted={hinted}
                canHint={hinted < HINTS}
                on={this.acts}
              />
            ) : null}
            {record.history.length > 1 ? (
              <div class="sec rating-plot">
                <p class="note">Rating, last {record.history.length} puzzles</p>
                <RatingLine ratings={record.history} />
              </div>
            ) : null}
            {puzzle && session ? (
              <div class="sec">
                <Source puzzle={puzzle} position={session.current.position} />
              </div>
            ) : null}
          </aside>
          <PuzzleChoice
            games={games}
            choice={{ game, fifth, quest }}
            done={(name) => record.done[name]?.length ?? 0}
            all={puzzles?.length ?? null}
            onChoice={(change) => this.choose(change)}
          />
        </div>
      </Dialog>
    );
  }

  /** The right move; undefined before the puzzle is on the board. */
  private answerMove() {
    const { session, puzzle } = this.state;
    return session?.root.position.view.moves.find(({ text }) => text === puzzle?.answer);
  }

  private figures(record: PuzzleRecord): [string, string][] {
    const { counted, before } = this.state;
    const change = record.rating - before;
    const sign = change > 0 ? `+${change}` : `−${-change}`;
    return [
      ["rating", counted && change ? `${record.rating} ${sign}` : `${record.rating}`],
      ["in a row", `${record.streak}`],
      ["solved", `${record.solved}`],
    ];
  }

  private board(settings: DialogProps["settings"]) {
    const { session, told, puzzle, hinted, game, stage } = this.state;
    if (!session || !puzzle) return <div class="page-room room" />;
    const { current, root } = session;
    const { view } = current.position;
    const isOpen = told.kind === "asked" && !stage;
    const answer = this.answerMove();
    const isHinted = !stage && hinted > 0 && current === root && answer;
    return (
      <div class="page-room room">
        <Board
          key={idOf(puzzle)}
          view={isOpen ? view : { ...(stage?.view ?? view), moves: [] }}
          keys={stage?.keys ?? current.keys}
          stacks={stage ? stage.stacks : current.stacks}
          game={game}
          down={runsDown(view)}
          letters={settings.letters}
          movable={settings.movable}
          label={`puzzle, ${view.moves.length} legal moves`}
          last={stage ? stage.last : current.move}
          hint={isHinted ? hintFor(root.position.view, answer, hinted) : null}
          arrow={isHinted && hinted === HINTS ? answer : null}
          enqueue={(work) => this.inputs.add(work)}
          onMove={isOpen ? this.make : undefined}
        />
      </div>
    );
  }
}
