// A search as it runs: slowed, paused, stepped; where it works, and how its tree began.
import { Component, html } from "./html.js";
import { control, job, offline } from "./api.js";
import { isAbort } from "./error.js";
import { Icon } from "./icons.js";
import { ParameterFields } from "./parameters.js";
import { firstKeys } from "./session.js";
import { Frontier, Lines, Tree, short } from "./plots.js";
import { filledIn } from "./schema.js";

/** Expansions a second; null is as fast as it can. */
const RATES = [1, 4, 20, 100, null];

/** What is watched unless told otherwise: the solver that only decides cannot be slowed down. */
export const watchable = (info) => (info.default_algorithm === "conclusive" ? "astar" : info.default_algorithm);

export class Search extends Component {
  state = {
    told: "",
    algorithm: "",
    heuristic: "",
    texts: /** @type {Record<string, string>} */ ({}),
    run: /** @type {any} */ (null),
    paused: false,
    rate: /** @type {number | null} */ (1),
    chosen: /** @type {number | null} */ (null),
  };
  /** @type {AbortController | null} */
  abort = null;

  componentWillUnmount() {
    this.abort?.abort();
  }

  start = async () => {
    const { info, at, onHelp } = this.props;
    const { heuristic, texts, rate } = this.state;
    const chosen = this.algorithm(info);
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    onHelp();
    const slow = rate !== null;
    /** @type {any} */
    const run = { id: null, progress: null, series: [], nodes: [], report: null };
    this.setState({ run, paused: false, chosen: null, told: "" });
    const question = {
      at,
      algorithm: chosen.name,
      heuristic: chosen.heuristic ? heuristic || chosen.heuristic : undefined,
      ...filledIn(chosen, texts),
      watch: { boards: true, tree: 120, paused: slow },
    };
    try {
      await job("solve", question, (name, data) => this.tell(run, name, data), abort.signal);
    } catch (error) {
      if (!isAbort(error)) this.setState({ told: error.message });
    }
    if (this.state.run === run && !run.report) this.setState({ run: { ...run, stopped: true } });
  };

  tell(run, name, data) {
    if (this.state.run !== run) return;
    if (name === "job") {
      run.id = data.id;
      if (this.state.rate !== null) control(run.id, "resume", { rate: this.state.rate });
    } else if (name === "progress") {
      run.progress = data;
      if (data.nodes) run.nodes.push(...data.nodes);
      run.series.push([data.expanded, data.open, data.g === null || data.h === null ? null : data.g + data.h, data.closed]);
      // Long runs keep every other point once there are many.
      if (run.series.length > 600) run.series = run.series.filter((_, i) => i % 2 === 0);
      if (data.view && this.state.chosen === null) this.stage(data.view, `expanding number ${data.expanded}`);
    } else if (name === "report") {
      run.report = data.report;
    }
    this.setState({});
  }

  stage(view, note) {
    this.props.onStage({
      view: { ...view, moves: [] },
      keys: firstKeys(view),
      instant: this.state.rate === null || this.state.rate > 4,
      label: `search, ${note}`,
      note: `Search: ${note}`,
    });
  }

  stop = () => {
    this.abort?.abort();
  };

  pause = () => {
    control(this.state.run.id, "pause");
    this.setState({ paused: true });
  };

  step = () => {
    control(this.state.run.id, "step", { steps: 1 });
    this.setState({ paused: true });
  };

  resume = (rate = this.state.rate) => {
    control(this.state.run.id, "resume", rate === null ? {} : { rate });
    this.setState({ paused: false, rate });
  };

  /** Shows a position of the tree. */
  choose = async (id) => {
    const node = this.state.run.nodes.find((each) => each.id === id);
    this.setState({ chosen: id });
    const position = await this.props.ask("position", { game: this.props.at.game, board: node.board });
    this.stage(position.view, `position ${id + 1} in the order of expansion, g ${node.g}${node.h === null ? "" : `, h ${node.h}`}`);
  };

  algorithm(info) {
    return info?.algorithms.find((each) => each.name === (this.state.algorithm || watchable(info))) ?? info?.algorithms[0];
  }

  render({ info, staged, onFilm, onStage }) {
    const { run, paused, rate, told, heuristic, texts, chosen } = this.state;
    const algorithm = this.algorithm(info);
    const live = run && !run.report && !run.stopped;
    const { progress } = run ?? {};
    const counters = progress && [
      ["expanded", progress.expanded], ["generated", progress.generated], ["duplicates", progress.duplicates], ["dead ends", progress.dead_ends],
      ["reopened", progress.reopened], ["open", progress.open], ["closed", progress.closed], ["g", progress.g], ["h", progress.h],
      ["f = g + h", progress.g === null || progress.h === null ? null : progress.g + progress.h], ["bound", progress.bound], ["best plan", progress.incumbent], ["seconds", progress.seconds.toFixed(1)],
    ].filter(([, value]) => value !== null);
    const known = (column) => run.series.filter((point) => point[column] !== null).map((point) => [point[0], point[column]]);
    return html`<div class="search">
      <div class="fields">
        <label>Algorithm <select value=${algorithm.name} disabled=${live} onChange=${(event) => this.setState({ algorithm: event.target.value, heuristic: "", texts: {} })}>${info.algorithms.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>
        ${algorithm.heuristic ? html`<label>Heuristic <select value=${heuristic || algorithm.heuristic} disabled=${live} onChange=${(event) => this.setState({ heuristic: event.target.value })}>${info.heuristics.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>` : null}
        <${ParameterFields} algorithm=${algorithm} texts=${texts} disabled=${live} onChange=${(texts) => this.setState({ texts })} />
        <label>Speed <select value=${String(rate)} onChange=${(event) => { const next = event.target.value === "null" ? null : Number(event.target.value); this.setState({ rate: next }); if (live && !paused) this.resume(next); }}>${RATES.map((each) => html`<option value=${String(each)}>${each === null ? "full speed" : `${each} a second`}</option>`)}</select></label>
      </div>
      <p class="note">${algorithm.summary}</p>
      ${offline ? html`<p class="note">Here the search runs ahead of what is shown. Its first thousand steps can be followed one by one, the later ones in leaps.</p>` : null}
      <div class="transport">
        ${live
          ? html`<button class="icon-button primary" aria-label=${paused ? "resume" : "pause"} disabled=${run.id === null} onClick=${() => (paused ? this.resume() : this.pause())}><${Icon} name=${paused ? "play" : "pause"} /></button>
              <button class="icon-button" aria-label="step" disabled=${run.id === null} onClick=${this.step}><${Icon} name="step" /></button>
              <button onClick=${this.stop}><${Icon} name="stop" />Cancel</button>`
          : html`<button class="primary" onClick=${this.start}><${Icon} name="play" />Start the search</button>`}
        ${staged ? html`<button onClick=${() => { this.stop(); onStage(null); }}>Back to the game</button>` : null}
      </div>
      ${told ? html`<p class="error" role="alert">${told}</p>` : null}
      ${run?.report ? html`<${Told} report=${run.report} onFilm=${() => onFilm(run.report.plan)} />` : run?.stopped ? html`<p role="status">Cancelled.</p>` : null}
      ${counters ? html`<dl class="counters">${counters.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === "number" ? short(value) : value}</dd></div>`)}</dl>` : null}
      ${progress ? html`<${Frontier} frontier=${progress.frontier} now=${progress} />` : null}
      ${run?.series.length > 1 ? html`<${Lines} title="Positions waiting and remembered" x="expanded" series=${[{ name: "open", points: known(1) }, { name: "closed", points: known(3) }]} />` : null}
      ${run?.series.length > 1 && known(2).length > 1 ? html`<${Lines} title="f of the position expanded" x="expanded" series=${[{ name: "f", points: known(2) }]} />` : null}
      ${run?.nodes.length ? html`<${Tree} nodes=${run.nodes} chosen=${chosen} onChoose=${this.choose} />` : null}
    </div>`;
  }
}

function Told({ report, onFilm }) {
  if (report.verdict === "solved") {
    return html`<p role="status"><strong>Solved</strong> in ${report.length} moves${report.optimal ? ", and no plan is shorter" : ""}. <button onClick=${onFilm}>Watch the plan</button></p>`;
  }
  if (report.verdict === "unsolvable") return html`<p role="status"><strong>Unsolvable</strong>: every way was followed to its end.</p>`;
  return html`<p role="status"><strong>Unknown</strong>: stopped by ${report.stop}.</p>`;
}
