// The moves made, with variations, comments, and where the game was lost.
import { Component, html } from "./html.js";
import { Token, Piece } from "./faces.js";
import { Icon } from "./icons.js";
import { pointsOf } from "./graph.js";
import { cellName } from "./say.js";
import { isRedeal } from "./redeals.js";
import { path } from "./session.js";

/** @typedef {import("./session.js").Node} Node */

/** A move in short: what moves, drawn small, and where it goes. @param {{view: import("./api.js").View, move: import("./api.js").Move}} props */
export function Short({ view, move }) {
  if (view.control === "tilt") return html`<span class="token-arrow"><${Icon} name=${move.direction} /></span><span>${move.direction}</span>`;
  if (move.from.length === 0) return html`<span class="token-arrow"><${Icon} name="shuffle" /></span><span>redeal</span>`;
  const cell = view.cells[move.from[0]];
  if (view.control === "shift") return html`<span class="token-piece"><${Piece} colour=${cell.colour} /></span><span>${cellName(view, move.from[0])} ${move.direction}</span>`;
  return html`<${Token} sign=${cell.sign} /><span>${cellName(view, move.to[0])}</span>`;
}

/** Whether a node's number of moves to the win is shown, and how. @param {{node: Node}} props */
function Value({ node }) {
  const [{ state, distance, exact }] = pointsOf([node]);
  if (node.fatal) return html`<span class="value lost">lost</span>`;
  if (state === "lost") return html`<span class="value lost">lost</span>`;
  if (state === "unknown" || distance === null) return null;
  return html`<span class="value won">${distance === 0 ? "won" : `${exact ? "" : "≤"}${distance}`}</span>`;
}

export class MoveList extends Component {
  /** @type {HTMLElement | null} */
  list = null;
  height = 0;
  /** The move that is in sight. @type {Node | null} */
  seen = null;
  /** The node whose comment is written. @type {{writing: Node | null}} */
  state = { writing: null };

  componentDidMount() {
    this.follow();
  }

  /** @param {any} before */
  componentDidUpdate(before) {
    // Without a move there is nothing to keep in sight, and asking for a height would have the page laid out before its time.
    if (!this.props.session.current.parent) return;
    const height = this.list?.clientHeight ?? 0;
    // What stands above the list grows and shrinks with what is known.
    if (this.seen !== this.props.session.current || before.stamp !== this.props.stamp || height !== this.height) this.follow();
    this.height = height;
    this.seen = this.props.session.current;
  }

  /** Keeps the current move in sight, without moving the page. */
  follow() {
    const { list } = this;
    const item = /** @type {HTMLElement | null} */ (list?.querySelector(".here"));
    if (!list || !item) return;
    const [box, part] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (part.top < box.top) list.scrollTop -= box.top - part.top + 8;
    else if (part.bottom > box.bottom) list.scrollTop += part.bottom - box.bottom + 8;
  }

  /** @param {{session: import("./session.js").Session, stamp: unknown, values: boolean, onGoTo: (node: Node) => void, onPromote: (node: Node) => void, onRemove: (node: Node) => void, onComment: (node: Node, text: string) => void}} props */
  render({ session, values }) {
    const { root } = session;
    return html`<div class="moves" ref=${(list) => (this.list = list)} tabindex="0" role="region" aria-label="moves">
      ${root.children.length === 0 ? html`<p class="note empty">No move yet.</p>${this.props.children}` : html`<ol class="line">${this.line(root, 0, new Set(path(session.current)), values)}</ol>`}
    </div>
    ${session.current.parent ? this.tools(session.current) : null}`;
  }

  /** What can be done with the current move. @param {Node} node */
  tools(node) {
    const { onPromote, onRemove } = this.props;
    const isVariation = /** @type {Node} */ (node.parent).children[0] !== node;
    return html`<div class="move-tools" role="group" aria-label="this move">
      <button class="mini" aria-label="comment on this move" onClick=${() => this.setState({ writing: node })}><${Icon} name="edit" />Comment</button>
      ${isVariation ? html`<button class="mini" aria-label="make this the main line" onClick=${() => onPromote(node)}><${Icon} name="up" />Main line</button>` : null}
      <button class="mini" aria-label="delete from here" onClick=${() => onRemove(node)}><${Icon} name="cross" />Delete</button>
    </div>`;
  }

  /** The line from a node on, `made` moves after the deal: what redo follows, the others as variations after it. A redeal is no move. */
  line(from, made, onPath, values) {
    const items = [];
    const count = (node, before) => before + Number(!isRedeal(node));
    let node = from;
    for (let at = made; node.children.length; at = count(node, at)) {
      const main = node.last ?? node.children[0];
      items.push(this.item(main, count(main, at), onPath, values));
      for (const other of node.children.filter((child) => child !== main)) {
        const number = count(other, at);
        items.push(html`<li class="variation" key=${`v${other.id}`}><ol class="line">${this.item(other, number, onPath, values)}${this.line(other, number, onPath, values)}</ol></li>`);
      }
      node = main;
    }
    return items;
  }

  /** @param {Node} node */
  item(node, number, onPath, values) {
    const { session, onGoTo, onComment } = this.props;
    const { writing } = this.state;
    const here = session.current === node;
    const view = /** @type {Node} */ (node.parent).position.view;
    const classes = [here ? "here" : "", onPath.has(node) ? "" : "off", node.fatal ? "fatal" : "", node.comment || writing === node ? "has-comment" : ""];
    const write = (text) => {
      this.setState({ writing: null });
      if (text !== node.comment) onComment(node, text);
    };
    return html`<li class=${`move ${classes.join(" ")}`} key=${node.id}>
      <button class="move-button" aria-current=${here ? "step" : "false"} onClick=${() => onGoTo(node)}><span class="number">${isRedeal(node) ? "" : number}</span><${Short} view=${view} move=${node.move} />${values || node.fatal || node.position.won ? html`<${Value} node=${node} />` : null}</button>
      ${writing === node
        ? html`<input class="comment-field" aria-label="comment" maxlength="500" value=${node.comment} ref=${(field) => field && !field.dataset.seen && ((field.dataset.seen = "1"), field.focus())} onKeyDown=${(event) => event.key === "Enter" && write(event.target.value)} onBlur=${(event) => write(event.target.value)} />`
        : node.comment ? html`<p class="comment">${node.comment}</p>` : null}
    </li>`;
  }
}
