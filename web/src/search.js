// A search as it runs: slowed, paused, stepped; where it works, and how its tree began.
import { Component, html } from "./html.js";
import { control, job, offline } from "./api.js";
import { Icon } from "./icons.js";
import { SearchFields, algorithmOf, questionOf } from "./search-fields.js";
import { firstKeys } from "./session.js";
import { Frontier, Lines, Tree, short } from "./plots.js";
import { WatchedSearch } from "./watched.js";

/** Expansions a second; null is as fast as it can. */
export const RATES = [1, 4, 20, 100, null];

/** How a search is followed where no server holds it back. */
export const AHEAD = "Here the search runs ahead of what is shown. Its first thousand steps can be followed one by one, the later ones in leaps.";

/** Where the tree stands beside a wide board, and beside a square one. */
const LARGE = { wide: window.matchMedia("(min-width: 1600px)"), square: window.matchMedia("(min-width: 1200px) and (min-height: 700px)") };

export class Search extends Component {
  state = {
    choice: /** @type {import("./link.js").Choice} */ ({ algorithm: "", heuristic: "", texts: {} }),
    rate: /** @type {number | null} */ (1),
    chosen: /** @type {number | null} */ (null),
  };
  watched = new WatchedSearch({ job, control }, (picture) => {
    if (picture?.view && this.state.chosen === null) this.stage(picture.view, `expanding number ${picture.expanded}`);
    this.setState({});
  });

  componentWillUnmount() {
    this.watched.stop();
  }

  start = () => {
    const { info, at, onHelp } = this.props;
    onHelp();
    this.setState({ chosen: null });
    return this.watched.start(questionOf(info, this.state.choice, at), this.state.rate);
  };

  stage(view, note) {
    this.props.onStage({
      view: { ...view, moves: [] },
      keys: firstKeys(view),
      instant: this.state.rate === null || this.state.rate > 4,
      label: `search, ${note}`,
      note: `Search: ${note}`,
      tree: this.isLarge(view) ? this.tree() : null,
    });
  }

  /** @param {import("./api.js").View} [view] */
  isLarge(view = this.watched.run?.progress?.view) {
    return !!view && LARGE[view.columns > 1.6 * view.rows ? "wide" : "square"].matches;
  }

  /** The position that was expanded before; those are remembered that the tree shows. */
  back = () => {
    const { chosen } = this.state;
    const { run, paused, isLive } = this.watched;
    const nodes = run?.nodes ?? [];
    if (isLive && !paused) this.watched.pause();
    const last = nodes.length < (run?.progress?.expanded ?? 0) ? nodes.length : nodes.length - 1;
    if (nodes.length) this.choose(Math.max(0, (chosen ?? last) - 1));
  };

  /** One position on, of those that were gone back, and then of the search. */
  step = () => {
    const { chosen } = this.state;
    if (chosen !== null && chosen + 1 < (this.watched.run?.nodes.length ?? 0)) return this.choose(chosen + 1);
    this.setState({ chosen: null });
    this.watched.step();
  };

  resume = () => {
    this.setState({ chosen: null });
    this.watched.resume(this.state.rate);
  };

  tree() {
    const nodes = this.watched.run?.nodes ?? [];
    return nodes.length ? html`<${Tree} nodes=${nodes} chosen=${this.state.chosen} onChoose=${this.choose} />` : null;
  }

  /** Shows a position of the tree. */
  choose = async (id) => {
    const node = this.watched.run?.nodes.find((each) => each.id === id);
    this.setState({ chosen: id });
    const position = await this.props.ask("position", { game: this.props.at.game, board: node.board });
    this.stage(position.view, `position ${id + 1} in the order of expansion, g ${node.g}${node.h === null ? "" : `, h ${node.h}`}`);
  };

  render({ info, staged, onFilm, onStage, onLanes }) {
    const { rate, choice, chosen } = this.state;
    const { watched } = this;
    const { paused, fault, isLive: live } = watched;
    const run = /** @type {import("./watched.js").Run} */ (watched.run);
    const { progress } = run ?? {};
    const counters = progress && [
      ["expanded", progress.expanded], ["generated", progress.generated], ["duplicates", progress.duplicates], ["dead ends", progress.dead_ends],
      ["reopened", progress.reopened], ["open", progress.open], ["closed", progress.closed], ["g", progress.g], ["h", progress.h],
      ["f = g + h", progress.g === null || progress.h === null ? null : progress.g + progress.h], ["bound", progress.bound], ["best plan", progress.incumbent], ["seconds", progress.seconds.toFixed(1)],
    ].filter(([, value]) => value !== null);
    const known = (column) => run.series.filter((point) => point[column] !== null).map((point) => [point[0], point[column]]);
    return html`<div class="search">
      <div class="fields">
        <${SearchFields} info=${info} choice=${choice} disabled=${live} onChange=${(choice) => this.setState({ choice })} />
        <label>Speed <select value=${String(rate)} onChange=${(event) => { const next = event.target.value === "null" ? null : Number(event.target.value); this.setState({ rate: next }); if (live && !paused) watched.resume(next); }}>${RATES.map((each) => html`<option value=${String(each)}>${each === null ? "full speed" : `${each} a second`}</option>`)}</select></label>
      </div>
      <p class="note">${algorithmOf(info, choice).summary}</p>
      ${offline ? html`<p class="note">${AHEAD}</p>` : null}
      <div class="transport">
        ${live
          ? html`<button class="icon-button primary" aria-label=${paused ? "resume" : "pause"} disabled=${!watched.isReady} onClick=${() => (paused ? this.resume() : watched.pause())}><${Icon} name=${paused ? "play" : "pause"} /></button>
              <button class="icon-button" aria-label="step back" disabled=${!watched.isReady || !run?.nodes.length || chosen === 0} onClick=${this.back}><${Icon} name="back" /></button>
              <button class="icon-button" aria-label="step" disabled=${!watched.isReady} onClick=${this.step}><${Icon} name="step" /></button>
              <button onClick=${() => watched.stop()}><${Icon} name="stop" />Cancel</button>`
          : html`<button class="primary" onClick=${this.start}><${Icon} name="play" />Start the search</button><button onClick=${onLanes}><${Icon} name="lanes" />Two side by side</button>`}
        ${staged ? html`<button onClick=${() => { watched.stop(); onStage(null); }}>Back to the game</button>` : null}
      </div>
      ${fault ? html`<p class="error" role="alert">${fault}</p>` : null}
      ${run?.report ? html`<${Told} report=${run.report} onFilm=${() => onFilm(run.report.plan)} />` : run?.stopped ? html`<p role="status">Cancelled.</p>` : null}
      ${counters ? html`<dl class="counters">${counters.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === "number" ? short(value) : value}</dd></div>`)}</dl>` : null}
      ${progress ? html`<${Frontier} frontier=${progress.frontier} now=${progress} />` : null}
      ${run?.series.length > 1 ? html`<${Lines} title="Positions waiting and remembered" x="expanded" series=${[{ name: "open", points: known(1) }, { name: "closed", points: known(3) }]} />` : null}
      ${run?.series.length > 1 && known(2).length > 1 ? html`<${Lines} title="f of the position expanded" x="expanded" series=${[{ name: "f", points: known(2) }]} />` : null}
      ${staged && this.isLarge() ? null : this.tree()}
    </div>`;
  }
}

/** @param {{report: any, onFilm?: () => void}} props */
export function Told({ report, onFilm }) {
  if (report.verdict === "solved") {
    return html`<p role="status"><strong>Solved</strong> in ${report.length} moves${report.optimal ? ", and no plan is shorter" : ""}. ${onFilm ? html`<button onClick=${onFilm}>Watch the plan</button>` : null}</p>`;
  }
  if (report.verdict === "unsolvable") return html`<p role="status"><strong>Unsolvable</strong>: every way was followed to its end.</p>`;
  return html`<p role="status"><strong>Unknown</strong>: stopped by ${report.stop}.</p>`;
}
