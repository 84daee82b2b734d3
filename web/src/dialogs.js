// What opens over the page: settings, statistics, help, and the phone's menus.
import { html } from "./html.js";
import { offline } from "./api.js";
import { Dialog } from "./dialog.js";
import { byFingers } from "./fingers.js";
import { GameMark, Icon } from "./icons.js";
import { KEYS } from "./keys.js";
import { clock, counted, rulesText } from "./say.js";
import { clearStatistics, keeps, readStatistics } from "./storage.js";

export function SettingsDialog({ settings, onChange, onClose, onExport, onImport, kept }) {
  const check = (name, words) => html`<label class="check"><input type="checkbox" checked=${settings[name]} onChange=${(event) => onChange({ [name]: event.target.checked })} />${words}</label>`;
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <div class="fields">
      <label>Colours <select value=${settings.theme} onChange=${(event) => onChange({ theme: event.target.value })}><option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>
      <label>Rows of cards <select value=${settings.layout} onChange=${(event) => onChange({ layout: event.target.value })}><option value="auto">as it fits</option><option value="across">across</option><option value="down">downward</option></select></label>
      <label>Redeals of Gaps <select value=${settings.redeals} onChange=${(event) => onChange({ redeals: event.target.value })}><option value="none">none</option><option value="pysol">any time, gaps behind the rows in order</option><option value="aisleriot">only when stuck, gaps behind the rows in order</option><option value="spaces">any time, gaps anywhere</option><option value="station">any time, gaps at the ends of rows</option><option value="addiction">three, any time, gaps anywhere</option><option value="unshuffled">any time, nothing is shuffled</option></select></label>
    </div>
    ${check("fourColours", "Four colours: diamonds blue, clubs green")}
    ${check("letters", "Letters in place of glyphs on pieces")}
    ${check("movable", "Mark what may move")}
    ${check("motion", "Animate moves")}
    ${check("sound", "Sounds")}
    ${check("judge", "Tell me all the time whether the game can still be won")}
    <section><h3>My games</h3>
      <p class="note">${keeps ? `${counted(kept, "game")} with moves, variations and times are kept in this browser. One file takes them elsewhere, to the game in the terminal as well (patience play --import); its file of kept games is imported here.` : "This browser keeps nothing: settings, games and statistics are forgotten when the page is closed. It may be a private window, or storage is switched off."}</p>
      <div class="transport"><button disabled=${kept === 0} onClick=${onExport}>Export</button><label class="button">Import<input type="file" accept="application/json,.json" onChange=${(event) => event.target.files[0] && onImport(event.target.files[0])} /></label></div>
    </section>
    <p class="note">${offline ? "The solvers run in this browser." : "The solvers run on the computer that serves this page."}</p>
  <//>`;
}

/** A game and its rules as they are counted, `gaps+standard`, in a player's words. */
function gameText(games, counted) {
  const [, name, rules, more] = /^([^+]*)\+(\S*)(.*)$/.exec(counted) ?? ["", counted, "standard", ""];
  const title = games.find((each) => each.name === name)?.title.replace(/ \(.*/, "") ?? name;
  return `${title}${rules === "standard" ? "" : ` · ${rulesText(rules)}`}${more}`;
}

export function StatisticsDialog({ games, onClose, onPlay }) {
  const all = Object.entries(readStatistics());
  return html`<${Dialog} title="Statistics" onClose=${onClose}>
    ${all.length === 0 ? html`<div class="nothing"><h3>No games yet</h3><p class="note">Finished games appear here with moves, time and how near they came to the shortest win.</p><div class="blanks" aria-hidden="true"><i></i><i></i><i></i><i></i></div><button class="primary" onClick=${onPlay}>Play a new deal</button></div>` : null}
    ${all.map(([game, record]) => html`<section key=${game}>
      <h3>${gameText(games, game)}</h3>
      <dl class="counters">${[
        ["finished", record.played], ["won", record.won], ["won with help", record.helped], ["lost", record.lost], ["best time", record.best === null ? "–" : clock(record.best)],
        ["fewest moves", record.fewest ?? "–"], ["streak", record.streak], ["longest streak", record.longest], ["time played", clock(record.seconds)],
      ].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    </section>`)}
    ${all.length ? html`<p class="note">A win after a hint, an analysis or a film counts as won with help. A game left while it could still be won counts for nothing: it is kept.</p><button onClick=${() => { clearStatistics(); onClose(); }}>Forget all this</button>` : null}
  <//>`;
}

/** What fingers do on a board, by how it is played. */
const GESTURES = {
  place: [["Tap a card", "see where it may go, and tap there"], ["Drag a card", "move it"]],
  shift: [["Drag a piece", "shift it"], ["Tap a piece", "pick it; the arrows below the board shift it"]],
  tilt: [["Swipe", "tilt the board; the arrows below it do so, too"]],
};
const FINGERS = [
  ["Hint, tapped again", "where to look, then the move, then the whole line"],
  ["The bar above the buttons", "opens the panel: moves, analysis, films and searches"],
  ["A move in the list", "back to the position after it"],
  ["A finger that rests on a move of the analysis", "its line on the board"],
];

export function HelpDialog({ summary, position, onClose, onLesson }) {
  const { control } = position.view;
  const gap = position.game.startsWith("gaps") ? [["Tap a gap", "fetch the card that belongs there; of several, tap one that is marked"]] : [];
  const fingers = byFingers();
  const board = [["Arrow keys", "walk on the board; shift the picked piece; tilt the board"], ["Enter, space", "pick, put down, make the only move of a picked card; on a gap, fetch its card or mark those it takes"], ["Escape", "let go"], ["Shift + arrows", "walk on a board that tilts"]];
  return html`<${Dialog} title="Help" onClose=${onClose}>
    <p>${summary}</p>
    ${onLesson ? html`<p><button class="primary" onClick=${onLesson}><${Icon} name="play" />Play the lesson</button></p>` : null}
    <p class="note">${fingers ? "" : "Drag, or click what moves and then where it goes; a click on a free place fetches the card that belongs there, or marks those of which you choose one. On boards that tilt, swipe. "}Columns are letters, rows numbers${fingers ? ", as they stand at the edges of the board" : " from the top"}.</p>
    <table class="keys"><tbody>${(fingers ? [...gap, ...GESTURES[control], ...FINGERS] : [...board, ...KEYS.map((each) => [each.keys.map((key) => key[0].toUpperCase() + key.slice(1)).join(", "), each.words])]).map(([key, words]) => html`<tr><th scope="row">${key}</th><td>${words}</td></tr>`)}</tbody></table>
  <//>`;
}

export const GamesDialog = ({ games, current, onGame, onClose }) => html`<${Dialog} title="Games" onClose=${onClose}>
  <ul class="menu">${games.map((game) => html`<li><button aria-current=${game.name === current} onClick=${() => onGame(game)}><${GameMark} game=${game.name} />${game.title}</button></li>`)}</ul>
<//>`;

export const MenuDialog = ({ studies, command, onClose }) => html`<${Dialog} title="Menu" onClose=${onClose}>
  <ul class="menu">
    ${[["calendar", "Daily deals", "daily"], ["new", "More ways to begin a game", "deal"], ["restart", "Restart this deal", "restart"], ["link", "Copy a link to this position", "copyLink"], ["edit", "Edit the board", "edit"], studies ? ["book", "Studies", "studies"] : null, ["chart", "Statistics", "statistics"], ["help", "Help", "help"], ["settings", "Settings", "settings"]].filter((each) => each !== null).map(([icon, words, what]) => html`<li key=${what}><button onClick=${() => (command[what] && what !== "help" ? (onClose(), command[what]()) : command.dialog(what))}><${Icon} name=${icon} />${words}</button></li>`)}
  </ul>
<//>`;
