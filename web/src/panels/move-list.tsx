// The moves made, with variations, comments, and where the game was lost.
import { Component, createRef } from "preact";
import type { ComponentChildren } from "preact";
import type { Move, View } from "../api/types";
import { focusOnce, follow } from "../browser/focus";
import { pointOf } from "../model/graph";
import { isRedeal } from "../model/redeals";
import { remarkOf } from "../model/remarks";
import { cellName } from "../model/say";
import { path } from "../model/session";
import type { Node, Session } from "../model/session";
import { cellAt, fromOf, toOf } from "../model/view";
import { Piece, Token } from "../parts/faces";
import { Icon } from "../parts/icons";

/** A piece, drawn small. */
export const ShortPiece = ({ colour }: { colour: string }) => (
  <span class="token-piece">
    <Piece colour={colour} />
  </span>
);

/** A move in short form: the piece, drawn small, and its target. */
export function Short({ view, move }: { view: View; move: Omit<Move, "text" | "words"> }) {
  if (view.control === "tilt")
    return (
      <>
        <span class="token-arrow">
          <Icon name={move.direction ?? "question"} />
        </span>
        <span>{move.direction}</span>
      </>
    );
  if (move.from.length === 0)
    return (
      <>
        <span class="token-arrow">
          <Icon name="shuffle" />
        </span>
        <span>redeal</span>
      </>
    );
  const cell = cellAt(view, fromOf(move));
  if (view.control === "slide")
    return (
      <span>
        {cell.number} {move.direction}
      </span>
    );
  if (view.control === "shift")
    return (
      <>
        <ShortPiece colour={cell.colour ?? ""} />
        <span>
          {cellName(view, fromOf(move))} {move.direction}
        </span>
      </>
    );
  return (
    <>
      <Token sign={cell.sign} />
      <span>{cellName(view, toOf(move))}</span>
    </>
  );
}

/** Whether a node's number of moves to the win is shown, and how. */
function Value({ node }: { node: Node }) {
  const { state, distance, exact } = pointOf(node);
  if (node.fatal || state === "lost") return <span class="value lost">lost</span>;
  if (state === "unknown" || distance === null) return null;
  return <span class="value won">{distance === 0 ? "won" : `${exact ? "" : "≤"}${distance}`}</span>;
}

/** The proved fact about the move that led to a node, in chess annotation. */
function Remark({ node }: { node: Node }) {
  const remark = remarkOf(node);
  return remark ? (
    <abbr class={`remark ${remark.kind}`} title={remark.words}>
      {remark.sign}
    </abbr>
  ) : null;
}

interface Props {
  session: Session;
  /** A new value whenever a move was added. */
  stamp: unknown;
  /** Whether each move shows the distance to the win. */
  values: boolean;
  /** Whether the move that lost the game is marked. */
  tells: boolean;
  onGoTo: (node: Node) => void;
  onPromote: (node: Node) => void;
  onDemote: (node: Node) => void;
  onRemove: (node: Node) => void;
  onComment: (node: Node, text: string) => void;
  /** The text shown before the first move. */
  children?: ComponentChildren;
}

interface State {
  /** The node whose comment is being edited. */
  writing: Node | null;
}

export class MoveList extends Component<Props, State> {
  state: State = { writing: null };
  private list = createRef<HTMLDivElement>();
  private height = 0;
  /** The visible move. */
  private seen: Node | null = null;
  /** The main moves, each with the moves that it was chosen from. */
  private mains = new Map<Node, { among: Node[]; main: Node | undefined }>();

  componentDidMount() {
    this.follow();
  }

  componentDidUpdate(before: Props) {
    const { session, stamp } = this.props;
    const { current } = session;
    // Without a move there is no need to scroll, and reading a height would force an early layout.
    if (!current.parent) return;
    const height = this.list.current?.clientHeight ?? 0;
    // The content above the list grows and shrinks with the known facts.
    if (this.seen !== current || before.stamp !== stamp || height !== this.height) this.follow();
    this.height = height;
    this.seen = current;
  }

  /** Keeps the current move visible. */
  private follow() {
    follow(this.list.current, (list, box, part) => {
      if (part.top < box.top) list.scrollTop -= box.top - part.top + 8;
      else list.scrollTop += part.bottom - box.bottom + 8;
    });
  }

  render({ session, children }: Props) {
    const { root } = session;
    return (
      <>
        <div class="moves">
          <div class="whole-rows" ref={this.list} tabindex={0} role="region" aria-label="moves">
            {root.children.length === 0 ? (
              <>
                <p class="note empty">No move yet.</p>
                {children}
              </>
            ) : (
              <ol class="line">{this.line(root, 0, new Set(path(session.current)))}</ol>
            )}
          </div>
        </div>
        {session.current.parent ? this.tools(session.current) : null}
      </>
    );
  }

  /**
   * The main move after a position: the one that redo would make when the list was first shown. It
   * stays while the player visits other moves, so that the list is never reordered under the
   * pointer; in an analysis a new move is a variation.
   */
  private mainOf(from: Node) {
    const { children, last } = from;
    const kept = this.mains.get(from);
    const isKept = kept?.among.every((each, i) => each === children[i]) ?? false;
    const grown = children.length - (kept?.among.length ?? 0);
    const stays = isKept && kept?.main && (grown === 0 || (grown > 0 && this.props.values));
    const main = stays ? kept.main : (last ?? children[0]);
    this.mains.set(from, { among: [...children], main });
    return main;
  }

  /** The first move of the variation that a move is in; null in the main line. */
  private branchOf(node: Node) {
    for (let at = node; at.parent; at = at.parent) if (this.mainOf(at.parent) !== at) return at;
    return null;
  }

  /** The actions on the current move. */
  private tools(node: Node) {
    const { onPromote, onDemote, onRemove } = this.props;
    const branch = this.branchOf(node);
    return (
      <div class="move-tools" role="group" aria-label="this move">
        <button
          class="mini"
          aria-label="comment on this move"
          onClick={() => this.setState({ writing: node })}
        >
          <Icon name="edit" />
          Comment
        </button>
        {branch ? (
          <button
            class="mini"
            aria-label="make this the main line"
            onClick={() => onPromote(branch)}
          >
            <Icon name="up" />
            Main line
          </button>
        ) : (node.parent?.children.length ?? 0) > 1 ? (
          <button class="mini" aria-label="make this a variation" onClick={() => onDemote(node)}>
            <Icon name="down" />
            Variation
          </button>
        ) : null}
        <button class="mini" aria-label="delete from here" onClick={() => onRemove(node)}>
          <Icon name="cross" />
          Delete
        </button>
      </div>
    );
  }

  /**
   * The line from a node onward, `made` moves after the deal: the moves that redo would make, and the
   * others as variations after it. A redeal is not a move.
   */
  private line(from: Node, made: number, onPath: Set<Node>) {
    const items: ComponentChildren[] = [];
    let number = made;
    for (let main = this.mainOf(from); main; main = this.mainOf(main)) {
      const count = (node: Node) => number + Number(!isRedeal(node));
      items.push(this.item(main, count(main), onPath));
      for (const other of main.parent?.children ?? []) {
        if (other === main) continue;
        items.push(
          <li class="variation" key={`v${other.id}`}>
            <ol class="line">
              {this.item(other, count(other), onPath)}
              {this.line(other, count(other), onPath)}
            </ol>
          </li>,
        );
      }
      number = count(main);
    }
    return items;
  }

  private item(node: Node, number: number, onPath: Set<Node>) {
    const { session, values, tells, onGoTo, onComment } = this.props;
    if (!node.parent || !node.move) return null;
    const isWriting = this.state.writing === node;
    const here = session.current === node;
    const { view } = node.parent.position;
    const classes = [
      here ? "here" : "",
      onPath.has(node) ? "" : "off",
      node.fatal && tells ? "fatal" : "",
      node.comment || isWriting ? "has-comment" : "",
    ];
    const write = (text: string) => {
      this.setState({ writing: null });
      if (text !== node.comment) onComment(node, text);
    };
    return (
      <li class={`move ${classes.join(" ")}`} key={node.id}>
        <button
          class="move-button"
          aria-current={here ? "step" : "false"}
          onClick={() => onGoTo(node)}
        >
          <span class="number">{isRedeal(node) ? "" : number}</span>
          <Short view={view} move={node.move} />
          {values ? <Remark node={node} /> : null}
          {values || (node.fatal && tells) || node.position.won ? <Value node={node} /> : null}
        </button>
        {isWriting ? (
          <input
            class="comment-field"
            aria-label="comment"
            maxlength={500}
            defaultValue={node.comment}
            ref={(field) => focusOnce(field)}
            onKeyDown={(event) => {
              if (event.key === "Enter") write(event.currentTarget.value);
            }}
            onBlur={(event) => write(event.currentTarget.value)}
          />
        ) : node.comment ? (
          <p class="comment">{node.comment}</p>
        ) : null}
      </li>
    );
  }
}
