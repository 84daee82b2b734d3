// The panel beside the board: help, what every move is worth, the moves, and the buttons that step through them.
import { html } from "./html.js";
import { Badge, Icon } from "./icons.js";
import { Parts } from "./parts.js";
import { CopyButton } from "./copy-button.js";
import { Proof } from "./proof.js";
import { MoveList, Short } from "./move-list.js";
import { Token } from "./faces.js";
import { bound, distance, ranked } from "./facts.js";
import { cellName, counted, lineWords, moveWords } from "./say.js";
import { accuracy, review, reviewText } from "./review.js";
import { interval, isTelling, round } from "./redeals.js";
import { depth, isOver, mainLine, movesInto, path } from "./session.js";

/** @typedef {import("./session.js").Node} Node */
/**
 * @typedef {object} Props
 * @property {import("./game.js").Game} game read only
 * @property {boolean} analysing
 * @property {number | null} picked the cell that is picked on the board
 * @property {any} command what buttons do
 * @property {(on: boolean) => void} onAnalyse
 * @property {(plan: string[]) => void} onFilm
 * @property {any} [children]
 */

/** @param {Props} props */
export function PlayPanel({ game, analysing, picked, command, onAnalyse, onFilm, children }) {
  const session = /** @type {import("./session.js").Session} */ (game.session);
  return html`<div class=${`play-panel ${analysing ? "analysing" : ""}`}>
    ${analysing ? html`<${Verdict} game=${game} onAnalyse=${onAnalyse} />${isOver(game.current) ? html`<${Reviewed} game=${game} command=${command} />` : html`<${Ranked} game=${game} command=${command} onFilm=${onFilm} /><${Heuristics} node=${game.current} />`}`
      : html`<div class="sec switch-row"><span><b>Analysis</b><small>Shows what every move is worth</small></span><${Switch} on=${false} label="analysis" onChange=${onAnalyse} /></div>
        <${Sentence} game=${game} picked=${picked} command=${command} onFilm=${onFilm} />`}
    <${MoveList} session=${session} stamp=${session.count} values=${analysing} onGoTo=${command.goTo} onPromote=${command.promote} onRemove=${command.remove} onComment=${command.comment}><button class="lesson-button" onClick=${() => command.dialog("lesson")}>How is this played?</button><//>
    ${children}
    <${Lost} game=${game} command=${command} />
    <div class="transport steps" role="group" aria-label="step through the moves">
      <button aria-label="to the deal" onClick=${command.restart}><${Icon} name="first" /></button>
      <button aria-label="one move back" onClick=${command.undo}><${Icon} name="back" /></button>
      <button aria-label="one move on" onClick=${command.redo}><${Icon} name="forward" /></button>
      <button aria-label="to the last move" onClick=${command.end}><${Icon} name="last" /></button>
    </div>
  </div>`;
}

export const Switch = ({ on, label, onChange }) => html`<button class="switch" role="switch" aria-checked=${on} aria-label=${label} onClick=${() => onChange(!on)}><i></i></button>`;

/** What lies on the table in place of the game, and the way back to it. */
export const Staged = ({ note, onClose }) => html`<div class="sentence"><p>${note}</p>${onClose ? html`<button onClick=${onClose}>Back to the game</button>` : null}</div>`;

/** What is said about the position: the pick, a hint, or the last move. */
export function Sentence({ game, picked, command, onFilm, short = false }) {
  const node = game.current;
  const { view } = node.position;
  const hint = game.hinted();
  if (hint?.move) return html`<${Hint} hint=${hint} view=${view} game=${game} command=${command} onFilm=${onFilm} />`;
  if (hint?.lost) {
    // There may be no way back to a win: none was known on the way here, or the deal has none.
    const back = path(node).some((each) => each.verdict?.verdict === "solved");
    return html`<div class="sentence" role="status"><p>${short ? "Proved: lost." : node.parent ? "This position is lost: that is proved." : "This deal cannot be won: that is proved."}</p>${back ? html`<button onClick=${command.winnable}>${short ? "Back to a way to win" : "Back to where it could be won"}</button>` : node.parent ? html`<button onClick=${command.restart}>Restart</button>` : html`<button onClick=${command.next}>New deal</button>`}</div>`;
  }
  if (hint) return html`<div class="sentence" role="status"><p>${game.isThinking ? "Looking for a way …" : "No way was found in the time allowed."}</p>${game.isThinking ? html`<button onClick=${command.cancel}>Cancel</button>` : null}</div>`;
  if (picked !== null && view.control === "place" && view.cells[picked]?.kind === "card") {
    const ways = view.moves.filter((move) => move.from[0] === picked);
    if (ways.length) return html`<div class="sentence">${ways.slice(0, 3).map((move, index) => html`${index ? html`<span class="note">or</span>` : null}<${Way} view=${view} move=${move} first=${index === 0} />`)}</div>`;
  }
  const into = picked === null ? [] : movesInto(view, picked);
  if (into.length) return html`<div class="sentence" role="status">${into.slice(0, 4).map((move, index) => html`${index ? html`<span class="note">or</span>` : null}<${Token} sign=${view.cells[move.from[0]].sign} />`)}${into.length > 4 ? html`<span>or ${into.length - 4} more</span>` : null}<span>may go to <b>${cellName(view, picked)}</b></span></div>`;
  const fatal = short ? fatalOf(node) : undefined;
  return html`<div class="sentence quiet" role="status" aria-live="polite"><p>${game.message || (short ? hello(node.position) : counted(view.moves.length, "move is possible.", "moves are possible."))}</p>${fatal && isOver(node) ? html`<button onClick=${() => command.goTo(fatal.parent)}>Try again</button>` : null}</div>`;
}

const hello = ({ game, view }) => (view.control === "tilt" ? "Swipe to tilt the board." : view.control === "shift" ? "Drag a piece to shift it." : game === "gaps" ? "Drag a card, or tap a gap." : "Drag a card onto another one.");

/** Where a card may go: behind its neighbour in a gap, or onto another card. */
function Way({ view, move, first }) {
  const [from, to] = [move.from[0], move.to[0]];
  const onto = view.cells[to];
  const left = to % view.columns > 0 ? view.cells[to - 1] : null;
  const neighbour = onto.kind === "card" ? onto : left?.kind === "card" ? left : null;
  return html`${first ? html`<${Token} sign=${view.cells[from].sign} />` : null}
    ${neighbour ? html`<span>${onto.kind === "card" ? "goes onto" : "goes behind"}</span><${Token} sign=${neighbour.sign} /><span>${onto.kind === "card" ? "in" : "to"} <b>${cellName(view, to)}</b></span>` : html`<span>goes to <b>${cellName(view, to)}</b></span>`}`;
}

/** A hint in three steps. */
function Hint({ hint, view, game, command, onFilm }) {
  const { step, move, plan } = hint;
  const what = view.control === "tilt" ? "how the pieces would slide." : html`${view.cells[move.from[0]].kind === "card" ? html`<${Token} sign=${view.cells[move.from[0]].sign} />` : "the piece"} in <span><b>${cellName(view, move.from[0])}</b>.</span>`;
  const fewest = game.current.verdict?.optimal ? "no way is shorter" : `the shortest known${bound(game.current) ? `; at least ${bound(game.current)} are needed` : ""}`;
  return html`<div class=${`sentence hint-box ${step > 1 ? "late" : ""}`} role="status">
    <p>${step === 1 ? html`Look at ${what}` : view.control === "place" ? html`<${Way} view=${view} move=${move} first />` : view.control === "tilt" ? html`<span class="token-arrow"><${Icon} name=${move.direction} /></span><span>${moveWords(view, move)}</span>` : html`<${Short} view=${view} move=${move} />`}</p>
    ${step >= 3 ? html`<p class="note">${counted(plan.length, "move")} to the win, ${fewest}:</p><p class="plan" tabindex="0" role="region" aria-label="the whole line">${lineWords(view, plan).join(" · ")}</p>` : null}
    <div class="transport">
      ${step < 3 ? html`<button onClick=${command.hint}>${step === 1 ? "Show me the move" : "Show me the whole line"}</button>` : html`<button onClick=${() => onFilm(plan)}><${Icon} name="play" />Watch it</button>`}
      ${step >= 2 ? html`<button class="primary" onClick=${() => command.make(move)}>Make this move</button>` : null}
    </div>
  </div>`;
}

/** Can be won in so many, and how many moves keep the win. */
function Verdict({ game, onAnalyse }) {
  const node = game.current;
  const moves = ranked(node);
  const wins = moves.filter((each) => each.worth === "wins").length;
  const least = distance(node);
  const exact = node.position.won || !!node.verdict?.optimal;
  const known = node.position.won ? "won" : node.verdict?.verdict === "unsolvable" ? "lost" : least !== null ? "wins" : "open";
  const told = {
    won: ["Won", "nothing is left to do"],
    lost: [`Cannot be won ${game.redeals?.left ? "as it lies" : "any more"}`, "that is proved"],
    wins: [`Can be won in ${exact ? "" : bound(node) ? `${bound(node)}\u00a0to\u00a0` : "at most "}${least}`, node.analysed ? `${wins} of ${counted(moves.length, "move")} ${wins === 1 ? "keeps" : "keep"} the win` : "looking at every move …"],
    open: ["Not known yet", game.isThinking ? "looking …" : "no result in the time allowed"],
  }[known];
  const worth = { won: "wins", lost: "loses", wins: "wins", open: "unknown" }[known];
  return html`<div class="sec switch-row verdict"><${Badge} worth=${worth} distance=${known === "won" ? 0 : least} exact=${exact} /><span><b>${told[0]}</b><small>${told[1]}</small></span><${Switch} on=${true} label="analysis" onChange=${onAnalyse} /></div>`;
}

/** A finger that rests so long on a move looks at its line, and makes no move. */
const LONG = 400;
let pressed = Infinity;

/** Every legal move with its worth and its line: pointed at, it lies on the board; a click makes the move, another button plays the line. */
function Ranked({ game, command, onFilm }) {
  const node = game.current;
  const { view } = node.position;
  const press = (event) => (pressed = event.pointerType === "touch" ? performance.now() : Infinity);
  const make = (move) => {
    if (performance.now() - pressed > LONG) return;
    command.show(null);
    command.make(move);
  };
  return html`<ul class="ranked" aria-label="every move" tabindex="0">
    ${ranked(node).map(({ move, worth, distance, exact, plan }) => html`<li key=${move.text}>
      <button onClick=${() => make(move)} onPointerDown=${press} onContextMenu=${(event) => pressed < Infinity && event.preventDefault()} onPointerEnter=${() => command.show(move, plan)} onPointerLeave=${() => command.show(null)} onPointerCancel=${() => command.show(null)} onFocus=${(event) => event.target.matches(":focus-visible") && command.show(move, plan)} onBlur=${() => command.show(null)}>
        ${worth === "open" ? html`<span class="worth waiting">…</span>` : html`<${Badge} worth=${worth} distance=${distance} exact=${exact} />`}
        <${Short} view=${view} move=${move} />
        <span class="rest">${worth === "wins" ? lineWords(view, plan).slice(1, 4).join(" · ") : worth === "unknown" ? "no result in 10 s" : worth === "loses" ? "proved" : ""}</span>
      </button>
      ${plan.length > 1 ? html`<button class="play-line" aria-label=${`play the line of ${moveWords(view, move)}`} onClick=${() => onFilm(plan)}><${Icon} name="play" /></button>` : null}
    </li>`)}
  </ul>`;
}

/** What every heuristic says of the position, and what that is made of. @param {{node: Node}} props */
function Heuristics({ node }) {
  if (!node.heuristics.length) return null;
  return html`<details class="heuristics">
    <summary>What the heuristics see</summary>
    ${node.heuristics.map((each) => html`<${Parts} key=${each.heuristic} ...${each} />`)}
  </details>`;
}

/** The review of a game that is over. */
function Reviewed({ game, command }) {
  const told = review(mainLine(game.session));
  const share = accuracy(told);
  const at = ({ number, node }, words) => html`<li><button onClick=${() => command.goTo(node.parent)}><b>${number}</b><${Short} view=${node.parent.position.view} move=${node.move} /><span class="rest">${words}</span></button></li>`;
  const none = told.hopeless ? "This deal could not be won from the start: that is proved. No move lost it." : game.isThinking ? "Looking at the positions of the game …" : "Too little is known of its positions to judge the moves.";
  return html`<section class="review" aria-label="review">
    <p>${share === null ? none : html`<b>${share} %</b> of ${counted(told.known, "move")} kept the shortest known way${game.isThinking ? " so far" : ""}.`} ${told.least !== null && game.current.position.won && told.moves !== told.least ? html`It took ${counted(told.moves, "move")}, the shortest known is ${told.least}.` : null}</p>
    <ul class="ranked">
      ${told.fatal ? at(told.fatal, "lost the game") : null}
      ${told.narrow.slice(0, 3).map((each) => at(each, "narrow escape: every other move lost"))}
      ${told.detours.slice(0, 3).map((each) => at(each, `${counted(each.cost, "move")} longer than needed`))}
    </ul>
    <${CopyButton} small words="Share the review" onCopy=${() => command.copy(reviewText(game.session.name, told, game.current.position.won), "the review")} />
  </section>`;
}

/** The chance to win a lost deal with the redeals that are left. */
function Chance({ game }) {
  const { chance, redeals } = game;
  const words = counted(redeals.left, "redeal");
  if (!chance || (game.isThinking && !isTelling(chance))) return html`<p>${game.isThinking ? `Estimating the chance with ${words} …` : `${words} left.`}</p>`;
  if (!isTelling(chance)) return html`<p>${words} left; the chance to win with ${redeals.left === 1 ? "it" : "them"} is not known.</p>`;
  if (chance.best.policy === "searched") return html`<p class="odds-note">With ${words} it <b>${chance.best.won ? "can" : "cannot"} be won</b>: proved.</p>`;
  const { percent, low, high } = interval(chance.best, chance.open);
  return html`<p class="odds-note">With ${words} the chance to win is <b>about ${percent.toFixed(0)}\u00a0%</b> (${low.toFixed(0)} to ${high.toFixed(0)}\u00a0%), estimated from ${counted(chance.best.samples, "sampled game")}.</p>`;
}

/** The move that lost the game, since the last redeal. @param {Node} node */
const fatalOf = (node) => round(node).find((each) => each.fatal);

/** Where the game was lost, and the way back. */
function Lost({ game, command }) {
  const nodes = path(game.current);
  const fatal = fatalOf(game.current);
  const dead = game.current.position.view.moves.length === 0 && !game.current.position.won;
  if (!fatal && !dead && game.current.verdict?.verdict !== "unsolvable") return null;
  const better = fatal?.parent ? ranked(fatal.parent).find((each) => each.worth === "wins") : null;
  return html`<div class=${`lost-note outcome loses ${game.redeals?.left ? "with-redeals" : ""}`} role="status">
    <div><b>${fatal ? `Move ${depth(fatal)} lost the game.` : dead ? "Stuck: no move is left." : nodes.length === 1 ? "This deal cannot be won." : "Lost, and that is proved."}</b>
      ${better && fatal?.parent ? html`<p><${Short} view=${fatal.parent.position.view} move=${better.move} /> wins in ${better.distance}.</p>` : null}
      ${game.redeals?.left ? html`<${Chance} game=${game} />` : null}
      ${game.current.verdict?.verdict === "unsolvable" && !dead ? html`<${Proof} key=${game.current.position.board} node=${game.current} />` : null}</div>
    ${game.redeals?.allowed ? html`<button class="primary" onClick=${command.redeal}><${Icon} name="shuffle" />Redeal</button>` : null}
    ${fatal?.parent ? html`<button onClick=${() => command.goTo(fatal.parent)}>Try again</button>` : nodes.length > 1 ? html`<button onClick=${command.undo}>Undo</button>` : html`<button onClick=${command.next}>New deal</button>`}
  </div>`;
}
