// The game graph as a picture: x moves, y moves to the win, zero on top. Click, drag, wheel or arrow keys step.
import { Component, html } from "./html.js";
import { wheelStep } from "./wheel.js";
import { Icon } from "./icons.js";
import { depth } from "./session.js";
import { pointWords, pointsOf, steps, stretches } from "./graph.js";

const HEIGHT = 150;
const LOST = 190;
/** What the picture is explained by, where it occurs. */
const KEYS = [["won", "moves to the win"], ["unknown", "unknown"], ["lost", "lost"]];

export class Graph extends Component {
  /** @type {HTMLElement | null} */
  plot = null;

  /** The position under the pointer. */
  choose = (event) => {
    if (!this.plot || (event.type === "pointermove" && !event.buttons)) return;
    const box = this.plot.getBoundingClientRect();
    const { line, onGoTo } = this.props;
    const index = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    onGoTo(line[Math.max(0, Math.min(line.length - 1, index))]);
  };

  onKeyDown = (event) => {
    const { line, current, onGoTo } = this.props;
    const now = line.indexOf(current);
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: line.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onGoTo(line[Math.max(0, Math.min(line.length - 1, next))]);
  };

  onWheel = (event) => {
    const { line, current, onGoTo } = this.props;
    const step = wheelStep(event);
    const next = line[line.indexOf(current) + step];
    if (step && next) onGoTo(next);
  };

  render({ line, current }) {
    const points = pointsOf(line);
    const here = line.indexOf(current);
    const last = Math.max(1, points.length - 1);
    const most = Math.max(4, ...points.map((point) => point.distance ?? 0)) * 1.08;
    const x = (index) => (1000 * index) / last;
    const y = (point) => (point.state === "lost" ? LOST : 6 + ((HEIGHT - 6) * (point.distance ?? most)) / most);
    const at = (index) => `${x(index).toFixed(1)} ${y(points[index]).toFixed(1)}`;
    const known = stretches(points);
    // Where nothing is known the line goes straight between the known ends.
    const between = (first, end) => {
      const [a, b] = [Math.max(0, first - 1), Math.min(points.length - 1, end + 1)];
      const level = (index, other) => (points[index].state === "unknown" ? (points[other].state === "won" ? y(points[other]) : HEIGHT * 0.55) : y(points[index]));
      return `M${x(a)} ${level(a, b)}L${x(b)} ${Math.min(HEIGHT, level(b, a))}`;
    };
    const now = points[here] ?? points[0];
    // A redeal is no move.
    const made = depth(line[here] ?? line[0]);
    return html`<section class="graph box" aria-label="game graph">
      <header><h3>Game graph</h3>${KEYS.filter(([state]) => points.some((point) => point.state === state)).map(([state, words]) => html`<span class=${`key ${state}`}>${words}</span>`)}<span class="count">Move ${made} of ${depth(line[line.length - 1])}</span></header>
      <div class="plot-area" ref=${(plot) => (this.plot = plot)} role="slider" tabindex="0" aria-label="position of the game" aria-valuemin="0" aria-valuemax=${points.length - 1} aria-valuenow=${here}
        aria-valuetext=${`after move ${made}: ${pointWords(now)}`} onPointerDown=${this.choose} onPointerMove=${this.choose} onKeyDown=${this.onKeyDown} onWheel=${this.onWheel}>
        <svg viewBox="0 0 1000 200" preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <pattern id="lost-ground" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="lost-tint" width="8" height="8" /><rect class="lost-stripe" width="2.5" height="8" /></pattern>
            <pattern id="unknown-ground" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="unknown-tint" width="7" height="7" /><circle class="unknown-dot" cx="2" cy="2" r="1.1" /></pattern>
          </defs>
          <rect class="lost-strip" y=${HEIGHT} width="1000" height=${200 - HEIGHT} />
          ${[0, ...steps(most)].map((value) => html`<path class="rule" d=${`M0 ${6 + ((HEIGHT - 6) * value) / most}H1000`} />`)}
          ${known.map(([state, first, end]) => {
            const from = x(state === "lost" ? Math.max(0, first - 1) : first);
            const to = x(state === "unknown" ? Math.min(points.length - 1, end + 1) : end);
            const range = Array.from({ length: end - first + 1 }, (_, i) => at(first + i));
            if (state === "won") return html`<path class="won-area" d=${`M${x(first)} ${HEIGHT}L${range.join("L")}L${x(end)} ${HEIGHT}z`} /><path class="won-line" d=${`M${range.join("L")}`} />`;
            if (state === "unknown") return html`<rect class="unknown-ground" x=${from} width=${Math.max(2, to - from)} height=${HEIGHT} /><path class="unknown-line" d=${between(first, end)} />`;
            const fall = first > 0 && points[first - 1].state === "won" ? `M${at(first - 1)}L` : "M";
            return html`<rect class="lost-ground" x=${from} width=${Math.max(2, x(end) - from)} height="200" /><path class="lost-line" d=${`${fall}${range.join("L")}${range.length === 1 && fall === "M" ? "h2" : ""}`} />`;
          })}
          <path class="here" d=${`M${x(here)} 0V200`} />
        </svg>
        <span class="axis won">won</span>
        ${steps(most).map((value) => html`<span class="axis" style=${{ top: `${(100 * (6 + ((HEIGHT - 6) * value) / most)) / 200}%` }}>${value}</span>`)}
        <span class="axis lost">lost</span>
        ${known.filter(([state, first]) => state === "lost" && first > 0 && points[first - 1].state === "won").map(([, first]) => html`<i class="fall" style=${{ left: `${x(first) / 10}%`, top: `${LOST / 2}%` }}><${Icon} name="cross" /></i>`)}
        <i class=${`dot ${now.state}`} style=${{ left: `${x(here) / 10}%`, top: `${(now.state === "unknown" ? HEIGHT * 0.55 : y(now)) / 2}%` }}></i>
      </div>
    </section>`;
  }
}
