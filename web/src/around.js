// What stands around the board a moment after it: the buttons, the rail of wide screens, the picture of the win.
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { KEYS } from "./keys.js";
import { clock, counted, rulesText } from "./say.js";
import { suitPath } from "./deck.js";
import { redealsOf, tookBack } from "./redeals.js";
import { Face } from "./faces.js";
import { depth, lastMoved } from "./session.js";
import { distance } from "./facts.js";

export function Actions({ game, analysing, command, onAnalyse, onFilm }) {
  const { current } = game;
  const plan = current.verdict?.verdict === "solved" ? (current.verdict.plan ?? []) : [];
  return html`<div class="actions" role="toolbar" aria-label="game">
    <button aria-label="undo" aria-disabled=${!current.parent} onClick=${command.undo}><${Icon} name="undo" /><span>Undo</span></button>
    <button aria-label="redo" aria-disabled=${!current.last} onClick=${command.redo}><${Icon} name="redo" /><span>Redo</span></button>
    <button class="wide-only" aria-label="restart" aria-disabled=${!current.parent} onClick=${command.restart}><${Icon} name="restart" /><span>Restart</span></button>
    ${game.redeals ? html`<button aria-label=${`Redeal ${game.redeals.left} left`} aria-disabled=${!game.redeals.allowed} title=${game.redeals.allowed || !game.redeals.left || current.position.won ? "" : "only when no card can move"} onClick=${command.redeal}><${Icon} name="shuffle" /><span>Redeal <b class="left">${game.redeals.left}</b></span></button>` : null}
    <span class="space"></span>
    ${analysing && plan.length ? html`<button class="wide-only watch-win" aria-label="Watch the win" onClick=${() => onFilm(plan)}><${Icon} name="play" /><span class="long">Watch the win</span><span class="short">Watch</span></button>` : null}
    <button aria-label="hint" aria-disabled=${current.position.won} onClick=${command.hint}><${Icon} name="hint" /><span>Hint</span></button>
    <button class="narrow-only" aria-label="analyse" aria-pressed=${analysing} onClick=${() => onAnalyse(!analysing)}><${Icon} name="eye" /><span>Analyse</span></button>
    <button class="primary" aria-label="new deal" onClick=${command.next}><${Icon} name="new" /><span class="long">New deal</span><span class="short">New</span></button>
    <button class="more wide-only" aria-label="more ways to begin a game" onClick=${() => command.dialog("deal")}><${Icon} name="chevron" /></button>
  </div>`;
}

/** What is known of the deal as a whole. */
export function DealFacts({ game, best, command }) {
  const { root } = game.session;
  const least = distance(root);
  const facts = [
    ["Rules", rulesText(root.position.rules)],
    ["Shortest known", least === null ? "–" : counted(least, "move")],
    ["Your best", best ? counted(best, "move") : "–"],
  ];
  return html`<section class="panel" aria-label="this deal"><div class="sec"><h3>This deal</h3></div>
    <dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <div class="pair"><button aria-label="copy link" onClick=${command.copyLink}><${Icon} name="link" />Link</button><button onClick=${command.edit}>Edit</button></div>
  </section>`;
}

export const KeyList = () => html`<section class="panel" aria-label="keys"><div class="sec"><h3>Keys</h3></div><dl class="key-list">
  ${KEYS.filter((each) => ["undo", "redo", "hint", "analyse", "next", "help"].includes(each.command)).map((each) => html`<dt><kbd>${each.label}</kbd></dt><dd>${each.words}</dd>`)}
</dl></section>`;

/** What is said when the game is won: the table stays, and one button leads on. */
export function Won({ game, command, onClose }) {
  const node = game.current;
  const moves = depth(node);
  const least = distance(game.session.root);
  return html`<div class="won-box outcome wins" role="status">
    <div class="confetti" aria-hidden="true">${Array.from({ length: 18 }, (_, i) => html`<svg class=${`bit bit-${i}`} viewBox="0 0 24 24"><path d=${suitPath("HSDC"[i % 4], 12, 12, 24)} /></svg>`)}</div>
    <div class="won-fan" aria-hidden="true">${lastMoved(node).map((cell, index, all) => html`<i class=${`fan-${cell.kind}`} style=${{ "--from-middle": index - (all.length - 1) / 2 }}><${Face} cell=${cell} /></i>`)}</div>
    <h2>Won</h2>
    <dl><div><dt>moves</dt><dd>${moves}</dd></div>${least === null ? null : html`<div><dt>${game.session.root.verdict?.optimal ? "fewest" : "shortest known"}</dt><dd>${least}</dd></div>`}${game.made > 0 && game.seconds > 0 ? html`<div><dt>time</dt><dd>${clock(game.seconds)}</dd></div>` : null}</dl>
    ${redealsOf(node).length ? html`<p class="with-help">with ${counted(redealsOf(node).length, "redeal")}${tookBack(game.session) ? ", one more taken back" : ""}</p>` : null}
    ${game.helped ? html`<p class="with-help">with help</p>` : null}
    <div class="transport"><button class="primary" ref=${(button) => button && !button.dataset.seen && ((button.dataset.seen = "1"), button.focus({ preventScroll: true }))} onClick=${command.next}><${Icon} name="new" />Next deal</button><button onClick=${onClose}><${Icon} name="eye" />See my game</button></div>
  </div>`;
}
