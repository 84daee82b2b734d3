// The sheet of paper: what it says below the board.
import { html } from "./html.js";
import { counted, moveWords } from "./say.js";
import { depth, mainLine } from "./session.js";

/** The name of the deal and the whole line of play in words. @param {{game: import("./game.js").Game}} props */
export function Printed({ game }) {
  const session = /** @type {import("./session.js").Session} */ (game.session);
  const line = mainLine(session).slice(1);
  const made = depth(session.current);
  return html`<section class="printed">
    <p><code>${session.where.instance ?? session.root.position.board}</code></p>
    <p>${line.length === 0 ? "No move yet." : `${counted(line.length, "move")}; the board shows the position ${made === 0 ? "before the first" : `after move ${made}`}.`}</p>
    <ol>${line.map((node) => html`<li key=${node.id} class=${node === session.current ? "here" : ""}>${moveWords(/** @type {any} */ (node.parent).position.view, /** @type {any} */ (node.move))}${node.comment ? ` (${node.comment})` : ""}</li>`)}</ol>
  </section>`;
}
