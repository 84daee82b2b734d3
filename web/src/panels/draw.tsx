// The tools for drawing a board: its size, the piece to put down, whether it is ready.
import { Component } from "preact";
import { job } from "../api/api";
import { isAbort, messageOf } from "../api/error";
import type { Where } from "../api/types";
import { byFingers } from "../browser/fingers";
import { coloursOf, inColour, isColoured, readinessOf, toolsOf } from "../model/drawing";
import type { Draft, Tool } from "../model/drawing";
import { signsOf, sizesOf } from "../model/editing";
import { pieceName } from "../model/say";
import { Glyph, Piece, Token, glyphOf } from "../parts/faces";
import { Icon } from "../parts/icons";
import { Prose } from "../parts/prose";
import type { View } from "../api/types";

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

/** The content that a symbol puts down, as drawn on the board. */
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

const TOOLS: Record<Tool, string> = {
  piece: "Piece",
  target: "Target",
  wall: "Wall",
  erase: "Erase",
};

/** The keys of tools, in words. */
const keysOf = (tools: Tool[]) =>
  tools.map((tool) => `${tool.charAt(0).toUpperCase()} ${TOOLS[tool].toLowerCase()}`).join(", ");

const ToolPicture = ({ tool, colour }: { tool: Tool; colour: string }) => {
  if (tool === "piece") return <PieceToken colour={colour} />;
  if (tool === "target") return <GoalToken colour={colour} />;
  return tool === "wall" ? <span class="token-wall" /> : <Icon name="cross" />;
};

interface Props {
  game: string;
  draft: Draft;
  /** the drawn board, for questions about it */
  at: Where;
  onDraft: (change: Partial<Draft>) => void;
  onSize: (size: { rows: number; columns: number }) => void;
  /** undo and redo of drawing */
  onStep: (by: 1 | -1) => void;
  onPlay: () => void;
  onLeave: () => void;
}

interface State {
  /** the answer to whether the board can be won, and which board it is about */
  answer: string;
  about: View | null;
  asking: boolean;
}

/** Time limit of the query in seconds. */
const SECONDS = 20;

export class Draw extends Component<Props, State> {
  state: State = { answer: "", about: null, asking: false };
  private abort: AbortController | null = null;

  componentWillUnmount() {
    this.abort?.abort();
  }

  /** Queries the solver about the board. */
  private ask = async () => {
    const { at, draft } = this.props;
    const { signal } = (this.abort = new AbortController());
    const about = draft.view;
    this.setState({ about, answer: "Searching …", asking: true });
    let answer = "";
    try {
      const { data } = await job("solve", { at, seconds: SECONDS }, () => {}, signal);
      const { verdict, length, optimal } = data.report;
      if (verdict === "solved")
        answer = `Yes, in ${length} moves${optimal ? ": no solution is shorter." : "."}`;
      else if (verdict === "unsolvable") answer = "No: it is proved that no line wins.";
      else answer = `Not decided in ${SECONDS} seconds.`;
    } catch (error) {
      if (!isAbort(error)) answer = messageOf(error);
    }
    this.setState({ answer, asking: false });
  };

  private size() {
    const { game, draft, onSize, onStep } = this.props;
    const { rows, columns } = draft.view;
    const sizes = sizesOf(game);
    const now = { rows, columns };
    const field = (name: "rows" | "columns", label: string) => (
      <select
        aria-label={label}
        value={String(now[name])}
        onChange={(event) => onSize({ ...now, [name]: Number(event.currentTarget.value) })}
      >
        {sizes?.[name].map((each) => (
          <option value={String(each)}>{each}</option>
        ))}
      </select>
    );
    return (
      <div class="draw-head">
        {sizes ? (
          <span class="draw-size" role="group" aria-label="size">
            {field("rows", "rows")} × {field("columns", "columns")}
          </span>
        ) : null}
        <button
          class="icon-button"
          aria-label="undo drawing"
          aria-disabled={!draft.past.length}
          onClick={() => draft.past.length && onStep(-1)}
        >
          <Icon name="undo" />
        </button>
        <button
          class="icon-button"
          aria-label="redo drawing"
          aria-disabled={!draft.future.length}
          onClick={() => draft.future.length && onStep(1)}
        >
          <Icon name="redo" />
        </button>
      </div>
    );
  }

  /** The drawing tool and its colour. */
  private tools(tools: Tool[]) {
    const { draft, onDraft } = this.props;
    const colours = coloursOf(draft.view);
    return (
      <>
        <div class="draw-tools" role="group" aria-label="draw">
          {tools.map((tool) => (
            <button aria-pressed={tool === draft.tool} onClick={() => onDraft({ tool })}>
              <ToolPicture tool={tool} colour={draft.colour} />
              {TOOLS[tool]}
            </button>
          ))}
        </div>
        <div class="draw-colours" role="group" aria-label="colour">
          {colours.map((colour) => (
            <button
              aria-label={pieceName(colour)}
              aria-pressed={isColoured(draft.tool) && colour === draft.colour}
              onClick={() => onDraft(inColour(draft, colour))}
            >
              <PieceToken colour={colour} />
            </button>
          ))}
        </div>
        {byFingers() ? null : (
          <p class="note">
            Drag to draw a line; the right button erases. Keys 1 to {Math.min(9, colours.length)}{" "}
            choose a colour, {keysOf(tools)}.
          </p>
        )}
      </>
    );
  }

  /** Cards and numbers: two cells are swapped, or a spare one is put down. */
  private signs() {
    const { draft, onDraft } = this.props;
    const verb = byFingers() ? "Tap" : "Click";
    return (
      <>
        <p class="note">
          {verb} two cells to swap what is on them, or choose what to put down and{" "}
          {verb.toLowerCase()} where it goes.
        </p>
        <div class="palette" role="group" aria-label="signs">
          <button aria-pressed={draft.brush === null} onClick={() => onDraft({ brush: null })}>
            swap
          </button>
          {signsOf(draft.view).map((sign) => (
            <button
              key={sign}
              aria-label={sign}
              aria-pressed={draft.brush === sign}
              onClick={() => onDraft({ brush: sign })}
            >
              <Sign sign={sign} control={draft.view.control} />
            </button>
          ))}
        </div>
      </>
    );
  }

  /** The missing parts, if any, and the answer about this board. */
  private told() {
    const { draft } = this.props;
    const { answer, about } = this.state;
    if (draft.error)
      return (
        <p class="error" role="alert">
          <Prose text={draft.error} />
        </p>
      );
    const readiness = readinessOf(draft.view);
    const known = about === draft.view ? answer : "";
    if (!readiness && !known) return null;
    const good = readiness?.ready ?? true;
    return (
      <p class={`draw-told ${good ? "is-ready" : ""}`} role="status">
        <Icon name={good ? "check" : "question"} />
        <span>
          {readiness ? <b>{readiness.title}</b> : null} {known || readiness?.more}
        </span>
      </p>
    );
  }

  render({ draft, onPlay, onLeave }: Props) {
    const { asking } = this.state;
    const tools = toolsOf(draft.view);
    const ready = readinessOf(draft.view)?.ready ?? true;
    return (
      <div class="draw">
        {this.size()}
        {tools.length ? this.tools(tools) : this.signs()}
        {this.told()}
        <div class="draw-foot">
          <button class="primary" disabled={!ready} onClick={onPlay}>
            <Icon name="play" />
            Play it
          </button>
          {asking ? (
            <button onClick={() => this.abort?.abort()}>Stop</button>
          ) : (
            <button disabled={!ready} onClick={this.ask}>
              <Icon name="eye" />
              Can it be won?
            </button>
          )}
          <button class="quiet" aria-label="Leave the editor" onClick={onLeave}>
            Leave
          </button>
        </div>
      </div>
    );
  }
}
