// Import and export of the board as text, and an editor of positions. The page stores the draft, so
// that it survives a visit to another tab.
import { Component, createRef } from "preact";
import { markPlace, messageOf } from "../api/error";
import type { Ask, Notation } from "../api/types";
import type { Stage } from "../board/stage";
import { byFingers } from "../browser/fingers";
import { chosenBy, readinessOf, toolsOf } from "../model/drawing";
import type { Draft } from "../model/drawing";
import { Easel } from "../model/easel";
import { sizesOf, write } from "../model/editing";
import { inherit } from "../model/facts";
import { commandOf } from "../model/keys";
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

export interface EditProps {
  node: Node;
  /** the name of its game */
  title: string;
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
  /** The node to which they belong. */
  node: Node | null;
  text: string;
  error: string;
}

export class Edit extends Component<EditProps, State> {
  state: State = { notations: [], node: null, text: "", error: "" };
  private field = createRef<HTMLTextAreaElement>();
  private easel = new Easel(
    this.props.ask,
    () => whereOf(this.props.node),
    (draft) => this.show(draft),
  );

  componentDidMount() {
    this.read();
    // Shows the draft on the board again, or starts with this position.
    const { draft, draws, node } = this.props;
    if (draws) this.blank();
    else if (draft?.past.length || draft?.future.length) this.easel.show(draft);
    else this.easel.begin(node.position);
    window.addEventListener("keydown", this.onKey);
  }

  componentWillUnmount() {
    window.removeEventListener("keydown", this.onKey);
  }

  componentDidUpdate(before: EditProps) {
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
    try {
      if (size) await this.easel.blank(this.props.node.position.game, size);
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  };

  private show = (draft: Draft) => {
    const verb = byFingers() ? "tap" : "click";
    const isDrawn = toolsOf(draft.view).length > 0;
    const what = isDrawn
      ? "cells to draw"
      : draft.brush
        ? "a cell to put the symbol there"
        : "two cells to swap them";
    this.props.onDraft(draft);
    this.props.onStage({
      view: draft.view,
      keys: firstKeys(draft.view),
      onCell: this.easel.click,
      onErase: this.easel.erase,
      ...(isDrawn ? { onStroke: this.easel.paint } : {}),
      chosen: draft.chosen,
      ringed: readinessOf(draft.view)?.cells ?? [],
      label: isDrawn
        ? "editor: choose cells to draw on them"
        : "editor: choose two cells to swap them, or a symbol to put on a cell",
      note: `Editing: ${verb} ${what}`,
    });
  };

  /** The board in another size: pieces that fit stay, cards are laid anew. */
  private resize = (size: { rows: number; columns: number }) => {
    const { draft } = this.easel;
    if (draft && toolsOf(draft.view).length) this.easel.resize(size);
    else this.blank(size);
  };

  /** Keys choose tools and colours, and step, wherever the focus is. */
  private onKey = (event: KeyboardEvent) => {
    const { draft } = this.easel;
    const isElsewhere = (event.target as Element).closest("input, select, textarea, dialog");
    if (!draft || isElsewhere || event.defaultPrevented) return;
    const command = commandOf(event);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const change = isPlain ? chosenBy(event.key, draft) : null;
    if (!change && command !== "undo" && command !== "redo") return;
    event.preventDefault();
    if (change) this.easel.show({ ...draft, ...change, chosen: null });
    else this.easel.step(command === "undo" ? -1 : 1);
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
    const { view } = this.easel.draft ?? this.props.node.position;
    const signs = view.cells.map((cell) => cell.sign);
    try {
      await this.open(write(signs, view));
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  };

  private cancel = () => {
    this.easel.leave();
    this.props.onDraft(null);
    this.props.onStage(null);
  };

  private paste = async () => {
    try {
      await this.open(this.state.text);
    } catch (error) {
      this.setState({ error: `This is not a board of ${this.props.title}: ${messageOf(error)}` });
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
        onDraft={(change) => this.easel.show({ ...draft, ...change, chosen: null })}
        onSize={this.resize}
        onStep={this.easel.step}
        onPlay={this.use}
        onLeave={this.cancel}
      />
    );
  }

  render({ draft, node, onCopy, movesHere }: EditProps) {
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
            <button onClick={() => this.easel.begin(node.position)}>Edit this position</button>
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

/** The headings of notations; the others are names of programs. */
const HEADINGS: Record<string, string> = {
  notation: "Notation",
  "pddl-domain": "Rules (PDDL)",
  "pddl-problem": "Problem (PDDL)",
  "moves so far": "Moves so far",
  solvitaire: "Solvitaire",
};

const headingOf = ({ name }: Notation) => HEADINGS[name] ?? name;

const Written = ({ written, onCopy }: { written: Notation } & Pick<EditProps, "onCopy">) => (
  <details class="written" open={written.name === "notation"}>
    <summary>
      {headingOf(written)} <small>{written.summary}</small>
    </summary>
    <pre tabindex={0} role="group" aria-label={headingOf(written)}>
      {written.text}
    </pre>
    <CopyButton
      words="Copy"
      label={`copy ${headingOf(written)}`}
      onCopy={() => onCopy(written.text, written.name)}
    />
  </details>
);
