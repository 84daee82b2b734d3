// Help: a hint in three steps, and what every move is worth.
import { html } from "./html.js";
import { Icon, WORTH } from "./faces.js";

export function Ask({ app }) {
  const { session, hint, analysing, settings } = app.state;
  const node = session.current;
  const mine = hint.node === node;
  const plan = mine ? hint.plan : null;
  const first = plan ? node.position.view.moves.find((move) => move.text === plan[0]) : null;
  const next = ["Give me a nudge", "Show me the move", "Show me the whole line"][plan ? hint.step : 0];
  const fewest = node.verdict?.optimal ? "no line is shorter" : "perhaps not the shortest";
  return html`<div class="ask">
    <h3>Hint</h3>
    ${mine && hint.busy ? html`<p class="note">Looking for a way …</p>` : null}
    ${mine && hint.told ? html`<p>${hint.told}</p>` : null}
    ${first ? html`<p class="told">Look at ${nudge(node.position.view, first)}.</p>` : null}
    ${first && hint.step >= 2 ? html`<p class="told"><strong>${first.words}</strong></p>` : null}
    ${plan && hint.step >= 3
      ? html`<p class="told">${plan.length} moves lead to the win (${fewest}):</p>
          <p class="plan">${plan.join(" ")}</p>
          <button onClick=${() => { app.wantFilm = plan; app.setTab("watch"); }}>Watch it as a film</button>`
      : null}
    ${node.position.won ? html`<p class="note">The game is won.</p>` : hint.step < 3 || !mine ? html`<button class="primary" disabled=${mine && hint.busy} onClick=${app.hint}><${Icon} name="hint" />${next}</button>` : null}
    ${first && hint.step >= 2 ? html` <button onClick=${() => app.play(first)}>Make this move</button>` : null}

    <h3>Every move</h3>
    <p class="note">Each legal move is marked on the board: winning (with the number of moves to the goal found), losing (proved), or unknown within the time.</p>
    <button class=${analysing ? "" : "primary"} aria-pressed=${analysing} onClick=${analysing ? app.stopAnalysis : app.analyse}>${analysing ? "Stop analysing" : "Analyse this position"}</button>
    ${analysing ? html`<${Judged} app=${app} node=${node} />` : null}
    <label class="check"><input type="checkbox" checked=${settings.judge} onChange=${(event) => app.applySettings({ judge: event.target.checked })} />Tell me all the time whether the game can still be won</label>
    <p class="note">A game won after a hint, an analysis or a film counts apart in the statistics.</p>
  </div>`;
}

function nudge(view, move) {
  if (view.control === "tilt") return "how the pieces would slide";
  return `the ${view.cells[move.from[0]].words} in row ${Math.floor(move.from[0] / view.columns)}`;
}

function Judged({ app, node }) {
  const order = { wins: 0, unknown: 1, loses: 2 };
  const by = new Map(node.judged.map((judged) => [judged.move, judged]));
  const moves = node.position.view.moves.map((move) => ({ move, judged: by.get(move.text) }));
  const key = ({ judged }) => (judged ? order[judged.worth] * 1e6 + (judged.distance ?? 0) : 5e6);
  moves.sort((a, b) => key(a) - key(b));
  return html`<ul class="judged">
    ${moves.map(({ move, judged }) => {
      const worth = judged ? WORTH[judged.worth] : null;
      const distance = judged?.distance ? ` in ${judged.exact ? "" : "≤ "}${judged.distance}` : "";
      return html`<li key=${move.text}>
        <button onClick=${() => app.play(move)}>
          ${worth ? html`<span class=${`worth ${judged.worth}`}><${Icon} name=${worth.icon} />${worth.words}${distance}</span>` : html`<span class="worth open">…</span>`}
          <span>${move.words}</span>
        </button>
      </li>`;
    })}
  </ul>`;
}
