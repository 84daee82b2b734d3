// What lies on the table: the board of the game with marks, hint and arrow, or what was put in its place.
import { html } from "./html.js";
import { Board } from "./board.js";
import { ranked } from "./facts.js";

/** What the analysis says about each cell: the best move from it. */
function marksOf(node) {
  const marks = {};
  const worths = new Map();
  for (const { move, ...worth } of ranked(node)) {
    worths.set(move.text, worth);
    if (worth.worth !== "open" && node.position.view.control !== "tilt") marks[move.from[0]] ??= worth;
  }
  return { marks, worths };
}

/** @param {any} props `pointed`: a move that is pointed at in a list, and where its line has got to */
export function Table({ game, node, title, settings, analysing, stage: staged, pointed, down, enqueue, onPick }) {
  const { view } = node.position;
  const seen = pointed?.node === node ? pointed : null;
  const stage = staged ?? seen?.stage;
  const judged = analysing && !stage;
  const { marks, worths } = judged ? marksOf(node) : { marks: {}, worths: new Map() };
  const hint = stage ? null : game.hinted();
  const best = judged ? (ranked(node).find((each) => each.worth === "wins")?.move ?? null) : null;
  return html`<${Board}
    view=${stage?.view ?? view} keys=${stage?.keys ?? node.keys} stacks=${stage ? undefined : node.stacks} game=${node.position.game}
    down=${down} letters=${settings.letters} movable=${settings.movable} instant=${stage?.instant}
    label=${stage?.label ?? `${title}, ${node.position.won ? "won" : `${view.moves.length} legal moves`}`}
    onMove=${stage ? undefined : (move) => game.make(move)} onCell=${stage?.onCell} enqueue=${enqueue} onPick=${onPick}
    deal=${game.session.root.position.view} chosen=${stage?.chosen ?? null} last=${stage ? stage.last : node.move}
    hint=${hint?.move ? { from: hint.move.from, to: hint.step >= 2 ? hint.move.to : [] } : null}
    arrow=${stage ? null : (seen?.move ?? (hint?.move && hint.step >= 2 && view.control === "place" ? hint.move : best))}
    marks=${marks} worths=${worths}
  />`;
}
