// Puzzles: one move is right, find it; or the whole solution in so many moves.
import { Component } from "preact";
import { job } from "../api/api";
import { messageOf } from "../api/error";
import type { Move } from "../api/types";
import { Board } from "../board/board";
import { runsDown } from "../board/down";
import { puzzlesOf } from "../browser/data";
import { pace, shown } from "../browser/motion";
import { readPuzzleRecord, writePuzzleRecord } from "../browser/puzzle-record";
import type { DialogProps } from "../dialogs/dialog-props";
import { Inputs } from "../model/inputs";
import { fresh } from "../model/link";
import { SIZES, afterAttempt, idOf, nextPuzzle } from "../model/puzzles";
import type { Puzzle, PuzzleRecord, Quest, Size } from "../model/puzzles";
import { moveWords, shortTitle } from "../model/say";
import { begin, depth, goOn, visit } from "../model/session";
import type { Session } from "../model/session";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { Source, Task, Verdict } from "./puzzle-told";
import type { Told } from "./puzzle-told";
import { GameChoice, RatingLine, Segments } from "./page-parts";

/** Maximum length of a lost play that is shown. */
const MAX_END = 60;

interface State {
  game: string;
  size: Size | "any";
  quest: Quest;
  puzzles: Puzzle[] | null;
  puzzle: Puzzle | null;
  session: Session | null;
  told: Told;
  /** whether the first attempt was counted */
  counted: boolean;
  /** the rating before it */
  before: number;
  hinted: boolean;
  record: PuzzleRecord;
  fault: string;
}

export class PuzzlesPage extends Component<DialogProps, State> {
  state: State = {
    game: this.props.here.game,
    size: "any",
    quest: "move",
    puzzles: null,
    puzzle: null,
    session: null,
    told: { kind: "asked" },
    counted: false,
    before: 0,
    hinted: false,
    record: readPuzzleRecord(),
    fault: "",
  };
  private inputs = new Inputs(shown);
  private skipped = new Set<string>();
  /** What is still on its way belongs to this turn. */
  private turn = 0;

  componentDidMount() {
    this.choose({});
  }

  componentWillUnmount() {
    this.turn++;
  }

  /** Another game, size or quest. */
  private async choose(change: Partial<Pick<State, "game" | "size" | "quest">>) {
    const wanted = { ...this.state, ...change };
    this.setState({ ...change, puzzle: null, session: null, fault: "" });
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

  private async next(puzzles: Puzzle[], { game, size }: Pick<State, "game" | "size">) {
    const record = readPuzzleRecord();
    const puzzle = nextPuzzle(puzzles, game, record, size, this.skipped);
    this.setState({ puzzle, record, counted: false, before: record.rating, hinted: false });
    if (puzzle) await this.lay(puzzle, game);
  }

  /** Lays the puzzle on the board. */
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

  /** Makes a move on the board, unless something else has happened meanwhile. */
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
    this.setState({ told: { kind: "wrong", move: words, end: null, stuck: false } });
    if (puzzle.kind === "wins" && session.current.position.view.control === "place")
      await this.end(session, words);
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

  /** Plays on after a move that loses, until no moves are left. */
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

  private again = () => {
    const { puzzle, game } = this.state;
    if (puzzle) this.lay(puzzle, game);
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

  /** The whole solution, as a film on the table. */
  private watch = async () => {
    const { puzzle, game } = this.state;
    if (!puzzle) return;
    const where = { game, board: puzzle.board };
    try {
      const result = await job("solve", { at: where }, () => {}, new AbortController().signal);
      if (result.name !== "report") return;
      const moves = result.data.report.plan.join(" ");
      this.props.onClose();
      this.props.onLink({ ...fresh(where), moves, at: 0, film: true });
    } catch (error) {
      this.setState({ fault: messageOf(error) });
    }
  };

  render({ games, settings, onClose }: DialogProps) {
    const { game, puzzle, puzzles, session, told, record, quest, size, fault } = this.state;
    const isWhole = quest === "win";
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
              {puzzle ? <Verdict told={told} puzzle={puzzle} /> : null}
              {!puzzle && puzzles ? <p>There are no puzzles of this size.</p> : null}
            </div>
            {this.buttons()}
            {record.history.length > 1 ? (
              <div class="sec rating-plot">
                <p class="note">Rating, last {record.history.length} puzzles</p>
                <RatingLine ratings={record.history} />
              </div>
            ) : null}
            {puzzle ? (
              <div class="sec">
                <Source puzzle={puzzle} />
              </div>
            ) : null}
          </aside>
          <div class="puzzle-choice">
            <GameChoice
              games={games}
              game={game}
              note={(name) => {
                const done = record.done[name]?.length ?? 0;
                const all = name === game && puzzles ? ` of ${puzzles.length}` : "";
                return `${done}${all} tried`;
              }}
              onGame={(name) => this.choose({ game: name })}
            />
            <Segments
              label="Question"
              value={quest}
              choices={[
                ["move", "One move"],
                ["win", "Win in N"],
              ]}
              onChoice={(each) => this.choose({ quest: each })}
            />
            <Segments
              label="Size"
              value={size}
              choices={[["any", "for you"], ...SIZES.map((each) => [each, each] as const)]}
              onChoice={(each) => this.choose({ size: each })}
            />
            <p class="note">
              {shortTitle(games.find((each) => each.name === game)?.title ?? game)}: the size is the
              number of legal moves times the moves to the win, in thirds; “for you” takes what is
              nearest to your rating.
            </p>
          </div>
        </div>
      </Dialog>
    );
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
    const { session, told, puzzle, hinted, game } = this.state;
    if (!session || !puzzle) return <div class="page-room room" />;
    const { current, root } = session;
    const { view } = current.position;
    const isOpen = told.kind === "asked";
    const answer = root.position.view.moves.find(({ text }) => text === puzzle.answer);
    return (
      <div class="page-room room">
        <Board
          key={idOf(puzzle)}
          view={isOpen ? view : { ...view, moves: [] }}
          keys={current.keys}
          stacks={current.stacks}
          game={game}
          down={runsDown(view)}
          letters={settings.letters}
          movable={settings.movable}
          label={`puzzle, ${view.moves.length} legal moves`}
          last={current.move}
          hint={hinted && current === root && answer ? { from: answer.from, to: [] } : null}
          enqueue={(work) => this.inputs.add(work)}
          onMove={isOpen ? this.make : undefined}
        />
      </div>
    );
  }

  private buttons() {
    const { told, quest, session, hinted, puzzle } = this.state;
    if (!puzzle) return null;
    if (told.kind === "asked")
      return (
        <div class="transport puzzle-buttons">
          {quest === "win" ? (
            <button disabled={!session?.current.parent} onClick={this.undo}>
              <Icon name="undo" />
              Back
            </button>
          ) : (
            <button disabled={hinted} onClick={() => this.setState({ hinted: true })}>
              <Icon name="hint" />
              Hint
            </button>
          )}
          <button onClick={this.skip}>
            <Icon name="forward" />
            Skip
          </button>
        </div>
      );
    const next = (
      <button class="primary" onClick={this.skip}>
        <Icon name="forward" />
        Next puzzle
      </button>
    );
    const isDone = told.kind === "right" || told.kind === "shown";
    return (
      <div class="transport puzzle-buttons">
        {isDone ? (
          next
        ) : (
          <button class="primary" onClick={this.again}>
            <Icon name="restart" />
            Try again
          </button>
        )}
        {isDone || quest === "win" ? (
          <button onClick={this.watch}>
            <Icon name="play" />
            See the win
          </button>
        ) : (
          <button onClick={this.answer}>
            <Icon name="eye" />
            Show the answer
          </button>
        )}
        {isDone ? null : (
          <button class="quiet" onClick={this.skip}>
            Next puzzle
          </button>
        )}
      </div>
    );
  }
}
