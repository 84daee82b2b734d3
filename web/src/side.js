// What stands beside or below the board: the state of the game in the terms of its rules.
import { html } from "./html.js";
import { Card, Piece, Token } from "./faces.js";
import { cardOf, cardText, cellName, counted } from "./say.js";
import { mainLine } from "./session.js";

/** @typedef {import("./session.js").Node} Node */

/**
 * The graph of an analysed game, and what its rules are about.
 * @param {{game: import("./game.js").Game, about?: string, wide: boolean, Graph: any, picked: number | null, letters: boolean, command: any, staged: any, tree: any}} props `staged`: the view that lies on the table in place of the game; `tree`: that of a search which is watched
 */
export function Beside({ game, about, wide, Graph, picked, letters, command, staged, tree }) {
  const { current } = game;
  const node = staged ? { ...current, stacks: staged.cells.map((cell) => (cell.kind === "card" ? [cell.sign] : [])), position: { ...current.position, view: staged } } : current;
  if (tree) return html`<div class="side"><section class="box tree-box" aria-label="tree of the search">${tree}</section></div>`;
  const graph = Graph ? html`<${Graph} line=${mainLine(/** @type {any} */ (game.session))} current=${node} onGoTo=${command.goTo} />` : null;
  if (node.position.game === "gaps") return graph ?? html`<${Rows} node=${node} />`;
  const detail = node.position.game === "birds" ? html`<${Stacks} node=${node} at=${picked} />` : html`<${Pieces} node=${node} letters=${letters} about=${graph ? "" : about} onLesson=${() => command.dialog("lesson")} />`;
  return graph ? html`<div class="side">${graph}${wide ? null : detail}</div>` : detail;
}

/** Gaps: how far each row is in order, and what it needs. @param {{node: Node}} props */
export function Rows({ node }) {
  const { view, rules } = node.position;
  const free = !["fixed-suits", "paper", "paper-any-row"].includes(rules);
  // The ranks in play from the lowest; not every deck has them all.
  const ranks = [...new Set(view.cells.flatMap((cell) => (cell.kind === "card" ? [cell.rank ?? 0] : [])))].sort((a, b) => a - b);
  const [lowest] = ranks;
  const rows = Array.from({ length: view.rows }, (_, row) => {
    const cells = view.cells.slice(row * view.columns, (row + 1) * view.columns);
    const [first] = cells;
    if (first.kind !== "card" || first.rank !== lowest) return { cells: [], needs: first.kind === "card" ? `starts with ${cardText(first.sign)}` : lowest === 2 ? "needs a two" : "needs an ace" };
    let length = 1;
    while (length < cells.length && cells[length].kind === "card" && cells[length].suit === first.suit && cells[length].rank === ranks[length]) length++;
    return { cells: cells.slice(0, length), needs: "in order" };
  });
  const inOrder = (/** @type {number} */ at) => at % view.columns < rows[Math.floor(at / view.columns)].cells.length;
  for (const row of rows.filter((row) => row.cells.length)) {
    const wanted = view.cells.flatMap((cell, at) => (cell.kind === "card" && cell.suit === row.cells[0].suit && cell.rank === ranks[row.cells.length] && !inOrder(at) ? [at] : []));
    if (wanted.length) row.needs = `needs ${cardText(view.cells[wanted[0]].sign)}, in ${wanted.map((at) => cellName(view, at)).join(" or ")}`;
  }
  const home = rows.reduce((sum, row) => sum + row.cells.length, 0);
  const cards = view.cells.filter((cell) => cell.kind === "card").length;
  return html`<section class="rows box" aria-label="rows in order" tabindex="0">
    <header><h3>Rows in order</h3><span class="note">${free ? "counted from the left edge" : "counted from the left edge, any suit"}</span><span class="count"><b>${home}</b> of ${cards} cards home</span></header>
    ${rows.map((row, index) => html`<div class="row-line"><b class="number">${index + 1}</b><span class="row-cells">${Array.from({ length: view.columns - 1 }, (_, at) => html`<i>${row.cells[at] ? html`<${Token} sign=${row.cells[at].sign} />` : null}</i>`)}</span><span class="needs">${row.needs}</span></div>`)}
  </section>`;
}

/** Birds: the stack looked at, who can meet whom, and how many stacks are left. @param {{node: Node, at: number | null}} props */
export function Stacks({ node, at }) {
  const { view } = node.position;
  const tops = view.cells.flatMap((cell, index) => (cell.kind === "card" ? [index] : []));
  // The one that is looked at, else the highest.
  const shown = at !== null && node.stacks[at]?.length ? at : [...tops].sort((a, b) => node.stacks[b].length - node.stacks[a].length)[0];
  const stack = node.stacks[shown] ?? [];
  const movers = tops.filter((index) => view.moves.some((move) => move.from[0] === index));
  const order = [...movers, ...tops.filter((index) => !movers.includes(index))];
  const start = node.stacks.reduce((sum, each) => sum + each.length, 0);
  const why = (a, b) => {
    const [x, y] = [cardOf(a), cardOf(b)];
    return x.suit === y.suit ? "same suit" : x.rank === y.rank ? "same rank" : "one rank apart";
  };
  return html`<div class="side">
    <section class="box stack-box" aria-label="stack">
      <header><h3>Stack ${cellName(view, shown)}</h3><span class="count">${counted(stack.length, "card")}, ${cardText(stack.at(-1) ?? "??")} on top</span></header>
      <div class="fan" style=${{ "--cards": stack.length }}>${stack.map((sign) => html`<${Card} key=${sign} sign=${sign} />`)}</div>
    </section>
    <section class="box meet-box" aria-label="who can meet whom">
      <header><h3>Who can meet whom</h3><span class="count">${movers.length} of ${counted(tops.length, "stack")} can move</span></header>
      <ul class="meet" tabindex="0" aria-label="stacks">${order.map((index) => {
        const ways = view.moves.filter((move) => move.from[0] === index);
        return html`<li key=${index}><${Token} sign=${view.cells[index].sign} /><span class="note">${cellName(view, index)}</span>${ways.length
          ? html`<span>can go onto</span>${ways.map((move, i) => html`${i ? html`<span class="note">or</span>` : null}<${Token} sign=${view.cells[move.to[0]].sign} />`)}${ways.length === 1 ? html`<span class="note">${why(view.cells[index].sign, view.cells[ways[0].to[0]].sign)}</span>` : null}`
          : html`<b class="alone">no partner in reach</b>`}</li>`;
      })}</ul>
    </section>
    <section class="box" aria-label="stacks left">
      <header><h3>Stacks left</h3><span class="count"><b>${tops.length}</b> of ${start}, one wins</span></header>
      <div class="pips" aria-hidden="true">${Array.from({ length: Math.max(start - 1, 1) }, (_, i) => html`<i class=${i < start - tops.length ? "done" : ""}></i>`)}</div>
    </section>
  </div>`;
}

/** Cohesion: pieces of every colour; Match the Tiles: which are home; where there is room, how the game is played. @param {{node: Node, letters: boolean, about?: string, onLesson: () => void}} props */
export function Pieces({ node, letters, about, onLesson }) {
  const { view } = node.position;
  const tilt = view.control === "tilt";
  const colours = [...new Set(view.cells.flatMap((cell) => (cell.kind === "piece" ? [cell.colour] : [])))].sort();
  const of = (colour) => view.cells.filter((cell) => cell.kind === "piece" && cell.colour === colour);
  const home = view.cells.filter((cell) => cell.kind === "piece" && cell.target === cell.colour).length;
  const all = view.cells.filter((cell) => cell.kind === "piece").length;
  const groups = (colour) => new Set(of(colour).map((cell) => cell.group)).size;
  return html`<div class="side"><section class="box" aria-label="pieces">
    <header><h3>${tilt ? "Pieces home" : "Pieces left"}</h3><span class="count">${tilt ? html`<b>${home}</b> of ${all}` : html`<b>${colours.reduce((sum, colour) => sum + groups(colour), 0)}</b>, won with ${colours.length}`}</span></header>
    <ul class="meet">${colours.map((colour) => {
      const cells = of(colour);
      const done = tilt ? cells.filter((cell) => cell.target === colour).length : 0;
      return html`<li key=${colour}><span class="token-piece"><${Piece} colour=${colour} letters=${letters} /></span><span>${tilt ? (done === cells.length ? "home" : `${done} of ${cells.length} home`) : groups(colour) === 1 ? "one piece" : `${groups(colour)} pieces to bring together`}</span></li>`;
    })}</ul>
  </section>
  ${about ? html`<section class="box large-only" aria-label="how it is played"><header><h3>How it is played</h3></header><p>${about}</p><button onClick=${onLesson}>Play the lesson</button></section>` : null}</div>`;
}
