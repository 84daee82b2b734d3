// The board as text, in and out, and an editor of positions. What is being edited is kept by the
// page, so that nothing is lost by looking elsewhere.
import { Component, createRef } from "preact";
import { markPlace, messageOf } from "../api/error";
import type { Ask, Notation } from "../api/types";
import type { Stage } from "../board/stage";
import { byFingers } from "../browser/fingers";
import { drawn, readinessOf, resized, toolsOf } from "../model/drawing";
import type { Draft } from "../model/drawing";
import { plainBoard, sizesOf, write } from "../model/editing";
import { inherit } from "../model/facts";
import { begin, firstKeys, whereOf } from "../model/session";
import type { Node, Session } from "../model/session";
import { CopyButton } from "../parts/copy-button";
import { Prose } from "../parts/prose";
import { Draw } from "./draw";

/** Sizes of a new board, which can be changed. */
const PLAIN: Record<string, { rows: number; columns: number }> = {
  gaps: { rows: 4, columns: 6 },
  cohesion: { rows: 5, columns: 5 },
  tiles: { rows: 5, columns: 5 },
  sliding: { rows: 3, columns: 3 },
};

interface Props {
  node: Node;
  draft: Draft | null;
  /** a new board is to be drawn at once */
  draws: boolean;
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
}

export class Edit extends Component<Props, State> {
  state: State = { notations: [], node: null, text: "", error: "" };
  private field = createRef<HTMLTextAreaElement>();
  /** What lies on the board; that of the properties comes a moment later. */
  private draft: Draft | null = null;

  componentDidMount() {
    this.read();
    // The draft lies on the board again.
    const { draft, draws } = this.props;
    if (draws) this.blank();
    else if (draft) this.show(draft);
  }

  componentDidUpdate(before: Props) {
    if (this.props.draws && !before.draws) this.blank();
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
  private blank = async (size = PLAIN[this.props.node.position.game]) => {
    const { node, ask } = this.props;
    if (!size) return;
    const board = plainBoard(node.position.game, size.rows, size.columns);
    try {
      const { view } = await ask("position", { ...whereOf(node), board });
      this.begin(view);
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  };

  private begin = (view = this.props.node.position.view) => {
    const own = { ...view, moves: [], cells: view.cells.slice() };
    const colour = own.cells.find((cell) => cell.colour)?.colour ?? "R";
    const plain = { chosen: null, brush: null, error: "", past: [], future: [] };
    this.show({ ...plain, view: own, tool: "piece", colour });
  };

  private show(draft: Draft) {
    const verb = byFingers() ? "tap" : "click";
    const isDrawn = toolsOf(draft.view).length > 0;
    const what = isDrawn
      ? "cells to draw"
      : draft.brush
        ? "a cell to put the sign there"
        : "two cells to swap them";
    this.draft = draft;
    this.props.onDraft(draft);
    this.props.onStage({
      view: draft.view,
      keys: firstKeys(draft.view),
      onCell: this.click,
      chosen: draft.chosen,
      ringed: readinessOf(draft.view)?.cells ?? [],
      label: isDrawn
        ? "editor: choose cells to draw on them"
        : "editor: choose two cells to swap them, or a sign to put on a cell",
      note: `Editing: ${verb} ${what}`,
    });
  }

  private click = (cell: number) => {
    const { draft } = this;
    if (!draft) return;
    const { brush, chosen, view } = draft;
    const signs = view.cells.map((each) => each.sign);
    const here = signs[cell] ?? "";
    if (toolsOf(view).length) {
      signs[cell] = drawn(here, draft, view);
      return this.check(draft, write(signs, view));
    }
    if (brush === null && chosen === null) return this.show({ ...draft, chosen: cell });
    signs[cell] = brush ?? signs[chosen ?? cell] ?? "";
    if (brush === null && chosen !== null) signs[chosen] = here;
    return this.check(draft, write(signs, view));
  };

  /** Has the rules check a board, and draws it if it is valid; otherwise the old one stays. */
  private async check(draft: Draft, board: string) {
    const { node, ask } = this.props;
    const { view, past } = draft;
    try {
      const position = await ask("position", { ...whereOf(node), board });
      const { palette } = view;
      const next = { ...position.view, moves: [], ...(palette ? { palette } : {}) };
      const kept = { chosen: null, error: "", past: [...past, view], future: [] };
      this.show({ ...draft, ...kept, view: next });
    } catch (error) {
      this.show({ ...draft, chosen: null, error: messageOf(error) });
    }
  }

  /** The board in another size: pieces that fit stay, cards are laid anew. */
  private resize = (size: { rows: number; columns: number }) => {
    const { draft } = this;
    if (!draft) return;
    if (!toolsOf(draft.view).length) return void this.blank(size);
    const signs = resized(draft.view, size);
    return void this.check(draft, write(signs, { ...draft.view, ...size }));
  };

  /** Takes back what was drawn, or draws it again. */
  private step = (by: 1 | -1) => {
    const { draft } = this;
    if (!draft) return;
    const { view, past, future } = draft;
    const next = by < 0 ? past.at(-1) : future[0];
    if (!next) return;
    const kept =
      by < 0
        ? { past: past.slice(0, -1), future: [view, ...future] }
        : { past: [...past, view], future: future.slice(1) };
    this.show({ ...draft, ...kept, view: next, chosen: null, error: "" });
  };

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

  private tools(draft: Draft) {
    const { node } = this.props;
    const signs = draft.view.cells.map((cell) => cell.sign);
    return (
      <Draw
        game={node.position.game}
        draft={draft}
        at={{ ...whereOf(node), board: write(signs, draft.view) }}
        onDraft={(change) => this.show({ ...draft, ...change, chosen: null })}
        onSize={this.resize}
        onStep={this.step}
        onPlay={this.use}
        onLeave={this.cancel}
      />
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
        <h3>Draw a board</h3>
        {draft ? (
          this.tools(draft)
        ) : (
          <div class="transport">
            <button onClick={() => this.begin()}>Edit this position</button>
            {sizesOf(node.position.game) ? (
              <button onClick={() => this.blank()}>Draw a new board</button>
            ) : null}
          </div>
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
