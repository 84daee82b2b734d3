// The board as text, in and out, and an editor of positions. What is being edited is kept by the
// page, so that nothing is lost by looking elsewhere.
import { Component, createRef } from "preact";
import { markPlace, messageOf } from "../api/error";
import type { Ask, Notation, View } from "../api/types";
import type { Stage } from "../board/stage";
import { byFingers } from "../browser/fingers";
import { plainBoard, signsOf, sizesOf, write } from "../model/editing";
import { inherit } from "../model/facts";
import { begin, firstKeys, whereOf } from "../model/session";
import type { Node, Session } from "../model/session";
import { CopyButton } from "../parts/copy-button";
import { Glyph, Piece, Token, glyphOf } from "../parts/faces";
import { Prose } from "../parts/prose";

/** A board that is being edited. */
export interface Draft {
  view: View;
  /** the cell that is to be swapped with another */
  chosen: number | null;
  /** the sign that is put down; null swaps cells */
  brush: string | null;
  error: string;
}

const PieceToken = ({ colour }: { colour: string }) => (
  <span class="token-piece">
    <Piece colour={colour.toUpperCase()} />
  </span>
);

const GoalToken = ({ colour }: { colour: string }) => (
  <span class={`token-goal c-${glyphOf(colour)}`}>
    <Glyph colour={colour} />
  </span>
);

/** What a sign puts down, as it looks on the board. */
export function Sign({ sign, control }: { sign: string; control: View["control"] }) {
  if (sign === "--" || sign === ".") return <>empty</>;
  if (sign === "#") return <>wall</>;
  if (control === "place") return <Token sign={sign} />;
  if (control === "slide") return <>{sign === "0" ? "blank" : sign}</>;
  if (control === "shift") return <PieceToken colour={sign} />;
  const [first = "", second] = sign.replace("*", "");
  if (!second)
    return first === first.toUpperCase() ? (
      <GoalToken colour={first} />
    ) : (
      <PieceToken colour={first} />
    );
  return (
    <>
      <PieceToken colour={first} />
      <GoalToken colour={second} />
    </>
  );
}

interface Props {
  node: Node;
  draft: Draft | null;
  ask: Ask;
  /** the moves from the deal to here, as text */
  movesHere: string;
  onDraft: (draft: Draft | null) => void;
  onStage: (stage: Stage | null) => void;
  onOpen: (session: Session) => void;
  onCopy: (text: string, what: string) => Promise<boolean>;
}

interface State {
  notations: Notation[];
  /** The node that they are of. */
  node: Node | null;
  text: string;
  error: string;
  rows: number;
  columns: number;
}

export class Edit extends Component<Props, State> {
  state: State = { notations: [], node: null, text: "", error: "", rows: 3, columns: 4 };
  private field = createRef<HTMLTextAreaElement>();
  /** What lies on the board; that of the properties comes a moment later. */
  private draft: Draft | null = null;

  componentDidMount() {
    this.read();
    // The draft lies on the board again.
    if (this.props.draft) this.show(this.props.draft);
  }

  componentDidUpdate() {
    if (this.state.node !== this.props.node) this.read();
  }

  private async read() {
    const { node, ask } = this.props;
    this.setState({ node });
    try {
      const { notations } = await ask("notations", whereOf(node));
      if (this.props.node === node) this.setState({ notations });
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  }

  /** Draws on the plainest board of a size. */
  private blank = async () => {
    const { node, ask } = this.props;
    const { rows, columns } = this.state;
    const board = plainBoard(node.position.game, rows, columns);
    try {
      const { view } = await ask("position", { ...whereOf(node), board });
      this.begin(view);
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  };

  private begin = (view = this.props.node.position.view) => {
    const own = { ...view, moves: [], cells: view.cells.slice() };
    this.show({ view: own, chosen: null, brush: null, error: "" });
  };

  private show(draft: Draft) {
    const verb = byFingers() ? "tap" : "click";
    const what = draft.brush ? "a cell to put the sign there" : "two cells to swap them";
    this.draft = draft;
    this.props.onDraft(draft);
    this.props.onStage({
      view: draft.view,
      keys: firstKeys(draft.view),
      onCell: this.click,
      chosen: draft.chosen,
      label: "editor: choose two cells to swap them, or a sign to put on a cell",
      note: `Editing: ${verb} ${what}`,
    });
  }

  private click = (cell: number) => {
    const { draft } = this;
    if (!draft) return;
    const { brush, chosen, view } = draft;
    if (brush === null && chosen === null) return this.show({ ...draft, chosen: cell });
    const signs = view.cells.map((each) => each.sign);
    const here = signs[cell] ?? "";
    signs[cell] = brush ?? signs[chosen ?? cell] ?? "";
    if (brush === null && chosen !== null) signs[chosen] = here;
    this.check(draft, signs);
  };

  /** Has the rules check a board, and draws it if it is valid; otherwise the old one stays. */
  private async check(draft: Draft, signs: string[]) {
    const { node, ask } = this.props;
    const { brush, view } = draft;
    try {
      const board = write(signs, view);
      const position = await ask("position", { ...whereOf(node), board });
      const { palette } = view;
      const drawn = { ...position.view, moves: [], ...(palette ? { palette } : {}) };
      this.show({ view: drawn, chosen: null, brush, error: "" });
    } catch (error) {
      this.show({ ...draft, chosen: null, error: messageOf(error) });
    }
  }

  /** Opens a board of the current game as a new game. */
  private async open(board: string) {
    const where = { ...whereOf(this.props.node), board };
    const position = await this.props.ask("position", where);
    const session = begin({ ...where, board: position.board }, "own board", position);
    inherit(session.root);
    this.cancel();
    this.props.onOpen(session);
  }

  private use = async () => {
    const { view } = this.draft ?? this.props.node.position;
    const signs = view.cells.map((cell) => cell.sign);
    try {
      await this.open(write(signs, view));
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  };

  private cancel = () => {
    this.draft = null;
    this.props.onDraft(null);
    this.props.onStage(null);
  };

  private paste = async () => {
    try {
      await this.open(this.state.text);
    } catch (error) {
      this.setState({ error: messageOf(error) });
      markPlace(this.field.current, error);
    }
  };

  /** The player's own small board, to watch searches on. */
  private size(game: string) {
    const sizes = sizesOf(game);
    if (!sizes) return null;
    const field = (name: "rows" | "columns") => (
      <label class="inline">
        {name}{" "}
        <select
          value={String(this.state[name])}
          onChange={(event) => this.setState({ [name]: Number(event.currentTarget.value) })}
        >
          {sizes[name].map((each) => (
            <option value={String(each)}>{each}</option>
          ))}
        </select>
      </label>
    );
    return (
      <div class="transport">
        {field("rows")}
        {field("columns")}
        <button onClick={this.blank}>Draw a new board</button>
      </div>
    );
  }

  /** The signs to put down, and what to do with the board when it is done. */
  private tools(draft: Draft) {
    const { control } = this.props.node.position.view;
    const palette = signsOf(draft.view);
    const brush = (sign: string | null) => () => this.show({ ...draft, brush: sign, chosen: null });
    return (
      <>
        <p class="note">
          {byFingers() ? "Tap" : "Click"} two cells to swap what is on them, or choose what to put
          down and {byFingers() ? "tap" : "click"} where it goes.
        </p>
        <div class="palette" role="group" aria-label="signs">
          <button aria-pressed={draft.brush === null} onClick={brush(null)}>
            swap
          </button>
          {palette.map((sign) => (
            <button
              key={sign}
              aria-label={sign}
              aria-pressed={draft.brush === sign}
              onClick={brush(sign)}
            >
              <Sign sign={sign} control={control} />
            </button>
          ))}
        </div>
        {draft.error ? (
          <p class="error" role="alert">
            <Prose text={draft.error} />
          </p>
        ) : null}
        <div class="transport">
          <button class="primary" onClick={this.use}>
            Play this position
          </button>
          <button onClick={this.cancel}>Leave the editor</button>
        </div>
      </>
    );
  }

  render({ draft, node, onCopy, movesHere }: Props) {
    const { notations, text, error } = this.state;
    const moves = {
      name: "moves so far",
      summary: "as plans are written",
      text: movesHere || "(none)",
    };
    return (
      <div class="edit scroller">
        <h3>Editor</h3>
        {draft ? (
          this.tools(draft)
        ) : (
          <>
            <div class="transport">
              <button onClick={() => this.begin()}>Edit this position</button>
            </div>
            {this.size(node.position.game)}
          </>
        )}
        <h3>Read a board</h3>
        <label>
          A board as text
          <textarea
            rows={4}
            spellcheck={false}
            ref={this.field}
            aria-invalid={!!error}
            value={text}
            onInput={(event) => this.setState({ text: event.currentTarget.value })}
          />
        </label>
        {error ? (
          <p class="error" role="alert">
            <Prose text={error} />
          </p>
        ) : null}
        <button disabled={!text.trim()} onClick={this.paste}>
          Open this board
        </button>
        <h3>Write the board</h3>
        {[...notations, moves].map((each) => (
          <Written key={each.name} written={each} onCopy={onCopy} />
        ))}
      </div>
    );
  }
}

const Written = ({ written, onCopy }: { written: Notation } & Pick<Props, "onCopy">) => (
  <details class="written" open={written.name === "notation"}>
    <summary>
      {written.name} <small>{written.summary}</small>
    </summary>
    <pre tabindex={0} role="group" aria-label={written.name}>
      {written.text}
    </pre>
    <CopyButton
      words="Copy"
      label={`copy ${written.name}`}
      onCopy={() => onCopy(written.text, written.name)}
    />
  </details>
);
