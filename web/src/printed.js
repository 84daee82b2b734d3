// The sheet of paper: what it says below the board.
import { Graph } from "./graph-view.js";
import { html } from "./html.js";
import { counted, moveWords } from "./say.js";
import { depth, mainLine, variations } from "./session.js";

/** @typedef {import("./session.js").Node} Node */

/** A move in words, with its comment. @param {Node} node */
const words = (node) => `${moveWords(/** @type {Node} */ (node.parent).position.view, /** @type {any} */ (node.move))}${node.comment ? ` (${node.comment})` : ""}`;

/** The name of the deal, the graph of an analysed game, the line of play in words, and the variations. @param {{game: import("./game.js").Game, analysing: boolean}} props */
export function Printed({ game, analysing }) {
  const session = /** @type {import("./session.js").Session} */ (game.session);
  const nodes = mainLine(session);
  const line = nodes.slice(1);
  const made = depth(session.current);
  const others = variations(session);
  return html`<section class="printed">
    <p><code>${session.where.instance ?? session.root.position.board}</code></p>
    ${analysing && line.length ? html`<${Graph} line=${nodes} current=${session.current} onGoTo=${() => {}} />` : null}
    <p>${line.length === 0 ? "No move yet." : `${counted(depth(nodes[nodes.length - 1]), "move")}; the board shows the position ${made === 0 ? "before the first" : `after move ${made}`}.`}</p>
    <ol>${line.map((node) => html`<li key=${node.id} value=${depth(node)} class=${node === session.current ? "here" : ""}>${words(node)}${analysing && node.fatal ? ": lost the game" : ""}</li>`)}</ol>
    ${others.length ? html`<h3>${others.length === 1 ? "Variation" : "Variations"}</h3><ul>${others.map(({ number, line }) => html`<li key=${line[0].id}>${line.map((node, index) => html`${index ? " " : ""}<b>${number + index}.</b> ${words(node)}`)}</li>`)}</ul>` : null}
  </section>`;
}
