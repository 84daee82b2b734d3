// The moves made, with their variations, and where the game was lost.
import { html } from "./html.js";
import { Icon } from "./faces.js";
import { path } from "./session.js";

/** @typedef {import("./session.js").Node} Node */

export function Moves({ app }) {
  const { session } = app.state;
  const onPath = new Set(path(session.current));
  return html`<div class="moves">
    <p class="note">${app.info()?.summary ?? ""}</p>
    <h3>Moves</h3>
    ${session.root.children.length === 0
      ? html`<p class="note">No move yet. Drag, click, or use the arrow keys and Enter; what may move is marked.</p>`
      : html`<ol class="line">
          <li class=${session.current === session.root ? "here" : ""}>
            <button onClick=${() => app.goTo(session.root)}><span class="number">0</span>the deal</button>
          </li>
          <${Line} app=${app} from=${session.root} number=${1} onPath=${onPath} />
        </ol>`}
  </div>`;
}

/** The line from a node on: its last-visited child first, the others as variations after it. */
function Line({ app, from, number, onPath }) {
  const items = [];
  let node = from;
  let at = number;
  while (node.children.length) {
    const main = node.last ?? node.children[0];
    items.push(html`<${Item} app=${app} node=${main} number=${at} onPath=${onPath} />`);
    for (const other of node.children.filter((/** @type {Node} */ child) => child !== main)) {
      items.push(html`<li class="variation" key=${`v${other.id}`}>
        <ol>
          <${Item} app=${app} node=${other} number=${at} onPath=${onPath} />
          <${Line} app=${app} from=${other} number=${at + 1} onPath=${onPath} />
        </ol>
      </li>`);
    }
    node = main;
    at += 1;
  }
  return items;
}

/** @param {{app: any, node: Node, number: number, onPath: Set<Node>}} props */
function Item({ app, node, number, onPath }) {
  const here = app.state.session.current === node;
  const verdict = node.fatal ? "loses" : node.position.won ? "wins" : null;
  return html`<li class=${`${here ? "here" : ""} ${onPath.has(node) ? "" : "off"} ${node.fatal ? "fatal" : ""}`} key=${node.id}>
    <button aria-current=${here ? "step" : "false"} onClick=${() => app.goTo(node)}>
      <span class="number">${number}</span>${node.move?.words}
      ${verdict ? html`<span class=${`worth ${verdict}`}><${Icon} name=${verdict === "wins" ? "check" : "cross"} />${node.fatal ? "lost here" : "won"}</span>` : null}
    </button>
    ${node.fatal ? html`<button class="again" onClick=${() => app.goTo(node.parent)}>Try again here</button>` : null}
  </li>`;
}
