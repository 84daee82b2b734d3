// The frame of the page: the bar with the games, the line above the board, the buttons, the rail of wide screens.
import { html } from "./html.js";
import { Brand, GameMark, Icon } from "./icons.js";
import { KEYS } from "./keys.js";
import { clock, counted, names, rulesText } from "./say.js";
import { suitPath } from "./deck.js";
import { interval, redealsOf, tookBack } from "./redeals.js";
import { Face } from "./faces.js";
import { depth, lastMoved, mainLine } from "./session.js";
import { distance } from "./facts.js";

/** The name of a game without what it is called elsewhere. @param {string} title */
export const shortTitle = (title) => title.replace(/ \(.*/, "");

export function Top({ games, current, studies, command, state, onGame }) {
  const now = games.find((game) => game.name === current);
  return html`<header class="top">
    <b class="brand"><${Brand} />Patience</b>
    <nav aria-label="games">${games.map((game) => html`<button key=${game.name} class=${game.name === current ? "current" : ""} aria-current=${game.name === current ? "true" : "false"} onClick=${() => onGame(game)}><${GameMark} game=${game.name} /><span>${shortTitle(game.title)}</span></button>`)}</nav>
    <button class="game-button" aria-label=${`game: ${now ? shortTitle(now.title) : current}, choose another`} onClick=${() => command.dialog("games")}><${GameMark} game=${current} /><b>${now ? shortTitle(now.title).replace(/ of .*|^Match the /, "") : current}</b><${Icon} name="chevron" /></button>
    <span class="top-state">${state}</span>
    <div class="tools">
      <button aria-label="Daily deals" onClick=${() => command.dialog("daily")}><${Icon} name="calendar" /><span>Daily</span></button>
      ${studies ? html`<button aria-label="Studies" onClick=${() => command.dialog("studies")}><${Icon} name="book" /><span>Studies</span></button>` : null}
      <button aria-label="Statistics" onClick=${() => command.dialog("statistics")}><${Icon} name="chart" /><span class="xw">Statistics</span></button>
      <button aria-label="Help" onClick=${() => command.dialog("help")}><${Icon} name="help" /></button>
      <button aria-label="settings" onClick=${() => command.dialog("settings")}><${Icon} name="settings" /></button>
    </div>
    <button class="menu-button" aria-label="menu" onClick=${() => command.dialog("menu")}><${Icon} name="menu" /><span>Menu</span></button>
  </header>`;
}

/** Won, lost or open, as far as it is known. */
export function State({ game, settings, away }) {
  const node = game.current;
  const verdict = node.verdict?.verdict;
  if (node.position.won) return html`<span class="badge wins"><${Icon} name="check" />Won</span>`;
  if (!settings.judge && !verdict) return null;
  // While something else is on the table nothing is asked: what is not known yet is not being looked at either.
  if (away && !verdict) return null;
  if (verdict === "solved") return html`<span class="badge wins" title="a way to win was found and replayed"><${Icon} name="check" />Can be won${node.verdict?.optimal ? ` in ${distance(node)}` : ""}</span>`;
  const { redeals, chance } = game;
  const told = redeals?.left && chance?.best ? interval(chance.best, chance.open) : null;
  const sampled = told ? `; ${chance.best.won} of ${counted(chance.best.samples, "sampled game")} with ${counted(redeals.left, "redeal")} were won (${told.low.toFixed(0)} to ${told.high.toFixed(0)} %)` : "";
  const odds = told ? html`<span class="odds"><${Icon} name="shuffle" />≈ ${told.percent.toFixed(0)} %</span>` : null;
  if (redeals?.left && (verdict === "unsolvable" || node.position.view.moves.length === 0)) {
    return html`<span class=${`badge loses ${game.isThinking ? "busy" : ""}`} title=${`proved: this deal is lost as it lies${sampled}`}><${Icon} name="cross" />Lost${odds}</span>`;
  }
  if (verdict === "unsolvable" || node.position.view.moves.length === 0) return html`<span class="badge loses" title="proved: no way leads to a win"><${Icon} name="cross" />Lost</span>`;
  return html`<span class=${`badge unknown ${game.isThinking ? "busy" : ""}`} title=${(game.isThinking ? "still looking" : "not settled in the time allowed") + sampled}><${Icon} name="question" />${game.isThinking ? "Thinking" : "Not known"}${odds}</span>`;
}

/** The game and its rules; a phone names the game above. @param {{text: string}} props */
function Small({ text }) {
  const [game, ...rest] = text.split(" · ");
  return html`<span class="small"><span class="of-game">${game}${rest.length ? " · " : ""}</span>${rest.join(" · ")}</span>`;
}

export function Head({ game, title, settings, away, analysing, command, daily }) {
  const { session } = game;
  const { head, small } = names(session, shortTitle(title));
  const moves = depth(session.current);
  return html`<div class="head">
    <h2 title=${session.name}>${daily ? daily.head : head}</h2><${Small} text=${daily ? daily.small : small} />
    <${State} game=${game} settings=${settings} away=${away} />
    ${game.isThinking ? html`<button class="mini cancel" onClick=${command.cancel}>Cancel</button>` : null}
    <span class="meta"><span class="move-count">${analysing ? html`move <b>${moves}</b> of ${mainLine(session).length - 1}` : html`<b>${moves}</b> ${counted(moves, "move").split(" ")[1]}`}</span><span class="clock"><b>${clock(game.seconds)}</b></span></span>
  </div>`;
}

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

/** The table of a game that is still being opened; whoever does not want to wait has the first deal. */
export function Loading({ where, onStop }) {
  const game = (where.instance ?? where.game ?? "gaps").split(/[+:]/)[0];
  const [across, along] = game === "gaps" ? [13, 4] : [4, 4];
  return html`<div class="loading" role="status"><div class=${`blank g-${game} ${game === "gaps" || game === "birds" ? "" : "squares"}`} style=${{ "--across": across, "--along": along }} aria-hidden="true">${Array.from({ length: across * along }, () => html`<i></i>`)}</div><p>Dealing …</p><button onClick=${onStop}>Stop</button></div>`;
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


