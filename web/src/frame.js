// The frame of the page that the first board comes with: the bar with the games, the line above the board.
import { html } from "./html.js";
import { Brand, GameMark, Icon } from "./icons.js";
import { clock, counted, names } from "./say.js";
import { interval, isTelling } from "./redeals.js";
import { depth, mainLine } from "./session.js";
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
  const told = redeals?.left && isTelling(chance) ? interval(chance.best, chance.open) : null;
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
    <span class="meta"><span class="move-count">${analysing ? html`move <b>${moves}</b> of ${depth(/** @type {any} */ (mainLine(session).at(-1)))}` : html`<b>${moves}</b> ${counted(moves, "move").split(" ")[1]}`}</span><span class="clock"><b>${clock(game.seconds)}</b></span></span>
  </div>`;
}

/** The table of a game that is still being opened; whoever does not want to wait has the first deal. */
export function Loading({ where, onStop }) {
  const game = (where.instance ?? where.game ?? "gaps").split(/[+:]/)[0];
  const [across, along] = game === "gaps" ? [13, 4] : [4, 4];
  return html`<div class="loading" role="status"><div class=${`blank g-${game} ${game === "gaps" || game === "birds" ? "" : "squares"}`} style=${{ "--across": across, "--along": along }} aria-hidden="true">${Array.from({ length: across * along }, () => html`<i></i>`)}</div><p>Dealing …</p><button onClick=${onStop}>Stop</button></div>`;
}
