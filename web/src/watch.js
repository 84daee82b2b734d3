// A solution as a film, and a search as it runs.
import { Component, html } from "./html.js";
import { ask, control, isAbort, job, offline } from "./api.js";
import { Icon } from "./faces.js";
import { firstKeys, movedKeys } from "./session.js";
import { Frontier, Lines, Tree, short } from "./plots.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
/** Expansions a second; null is as fast as it can. */
const RATES = [1, 4, 20, 100, null];

export class Watch extends Component {
  state = {
    mode: "film",
    frames: /** @type {any[] | null} */ (null),
    index: 0,
    playing: false,
    speed: 1,
    busy: false,
    told: "",
    algorithm: "",
    heuristic: "",
    weight: "",
    run: /** @type {any} */ (null),
    paused: false,
    rate: /** @type {number | null} */ (1),
    chosen: /** @type {number | null} */ (null),
  };
  timer = 0;
  /** @type {AbortController | null} */
  abort = null;

  componentDidMount() {
    this.componentDidUpdate();
  }

  componentDidUpdate() {
    const plan = this.props.app.wantFilm;
    this.props.app.wantFilm = null;
    if (plan) this.open(plan);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
    this.abort?.abort();
    if (this.props.app.state.stage) this.props.app.setStage(null);
  }

  // ——— The film.

  /** Finds a way from here and shows it. */
  find = async () => {
    const { app } = this.props;
    const node = app.state.session.current;
    this.setState({ busy: true, told: "" });
    this.abort = new AbortController();
    try {
      if (!node.verdict?.plan?.length) await app.settle(node, 60, this.abort.signal);
      const { verdict, plan } = node.verdict;
      if (verdict === "solved" && plan?.length) await this.open(plan);
      else this.setState({ told: node.position.won ? "The game is won." : verdict === "unsolvable" ? "No way leads to a win from here: that is proved." : "No way was found within the time allowed." });
    } catch (error) {
      if (!isAbort(error)) this.setState({ told: error.message });
    }
    this.setState({ busy: false });
  };

  /** @param {string[]} plan */
  async open(plan) {
    const { app } = this.props;
    const line = await app.film(plan);
    let keys = app.state.session.current.keys;
    const frames = line.map((step) => {
      if (step.move) keys = movedKeys(keys, step);
      return { ...step, keys };
    });
    this.setState({ frames, mode: "film" });
    this.show(0, frames);
    this.play(true);
  }

  show(index, frames = this.state.frames) {
    if (!frames) return;
    const at = Math.max(0, Math.min(frames.length - 1, index));
    const frame = frames[at];
    const next = frames[at + 1];
    this.setState({ index: at });
    this.props.app.setStage({
      view: frame.position.view,
      keys: frame.keys,
      from: next ? next.from : [],
      label: `film, move ${at} of ${frames.length - 1}`,
      note: html`<p class="note film-note" role="status">Film: move ${at} of ${frames.length - 1}${frame.words ? `: ${frame.words}` : ""}</p>`,
    });
    if (at === frames.length - 1) this.play(false);
  }

  play(on) {
    clearInterval(this.timer);
    this.setState({ playing: on });
    if (on) this.timer = window.setInterval(() => this.show(this.state.index + 1), 700 / this.state.speed);
  }

  close = () => {
    this.play(false);
    this.setState({ frames: null });
    this.props.app.setStage(null);
  };

  onFilmKey = (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 };
    const step = steps[event.key];
    if (event.target.closest("select")) return;
    if (step) {
      event.preventDefault();
      this.play(false);
      this.show(this.state.index + step);
    } else if (event.key === " " && !event.target.closest("button")) {
      event.preventDefault();
      this.play(!this.state.playing);
    }
  };

  film() {
    const { frames, index, playing, speed, busy, told } = this.state;
    if (!frames) {
      return html`<p class="note">The shortest line that the solver finds from this position, move by move on the board.</p>
        <button class="primary" disabled=${busy} onClick=${this.find}><${Icon} name="play" />${busy ? "Looking …" : "Show a solution"}</button>
        ${told ? html`<p>${told}</p>` : null}`;
    }
    const last = frames.length - 1;
    const to = (at) => () => {
      this.play(false);
      this.show(at);
    };
    return html`<div class="film" onKeyDown=${this.onFilmKey}>
      <input type="range" min="0" max=${last} value=${index} aria-label="move of the film" onInput=${(event) => to(Number(event.target.value))()} />
      <div class="transport">
        <button class="icon-button" aria-label="to the start" onClick=${to(0)}><${Icon} name="first" /></button>
        <button class="icon-button" aria-label="step back" onClick=${to(index - 1)}><${Icon} name="back" /></button>
        <button class="icon-button primary" aria-label=${playing ? "pause" : "play"} onClick=${() => (index === last ? (this.show(0), this.play(true)) : this.play(!playing))}><${Icon} name=${playing ? "pause" : "play"} /></button>
        <button class="icon-button" aria-label="step" onClick=${to(index + 1)}><${Icon} name="step" /></button>
        <button class="icon-button" aria-label="to the end" onClick=${to(last)}><${Icon} name="last" /></button>
        <label>Speed <select value=${speed} onChange=${(event) => this.setState({ speed: Number(event.target.value) }, () => this.play(playing))}>${SPEEDS.map((each) => html`<option value=${each}>${each}×</option>`)}</select></label>
      </div>
      <p class="note">← and → step, Home and End jump, the space bar plays and pauses.</p>
      <ol class="script">${frames.slice(1).map((frame, i) => html`<li key=${i} class=${i + 1 === index ? "here" : ""}><button aria-current=${i + 1 === index ? "step" : "false"} onClick=${to(i + 1)}><span class="number">${i + 1}</span>${frame.words}</button></li>`)}</ol>
      <button onClick=${this.close}>Back to the game</button>
    </div>`;
  }

  // ——— The search.

  start = async () => {
    const { app } = this.props;
    const { heuristic, weight, rate } = this.state;
    const info = app.info();
    const chosen = this.algorithm(info);
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    app.helped = true;
    const slow = rate !== null;
    /** @type {any} */
    const run = { id: null, progress: null, series: [], nodes: [], report: null };
    this.setState({ run, paused: false, chosen: null, told: "" });
    const question = {
      at: app.at(),
      algorithm: chosen.name,
      heuristic: chosen.heuristic ? heuristic || chosen.heuristic : undefined,
      weight: chosen.parameters.includes("weight") && weight ? Number(weight) : undefined,
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
    const quiet = { ...view, moves: [] };
    this.props.app.setStage({
      view: quiet,
      keys: firstKeys(/** @type {any} */ ({ view })),
      instant: this.state.rate === null || this.state.rate > 4,
      label: `search, ${note}`,
      note: html`<p class="note film-note">Search: ${note}</p>`,
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
    const position = await ask("position", { game: this.props.app.at().game, board: node.board });
    this.stage(position.view, `position ${id + 1} in the order of expansion, g ${node.g}${node.h === null ? "" : `, h ${node.h}`}`);
  };

  algorithm(info) {
    return info?.algorithms.find((each) => each.name === (this.state.algorithm || info.default_algorithm)) ?? info?.algorithms[0];
  }

  search() {
    const { app } = this.props;
    const { run, paused, rate, told, heuristic, weight, chosen } = this.state;
    const info = app.info();
    if (!info) return null;
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
        <label>Algorithm <select value=${algorithm.name} disabled=${live} onChange=${(event) => this.setState({ algorithm: event.target.value, heuristic: "" })}>${info.algorithms.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>
        ${algorithm.heuristic ? html`<label>Heuristic <select value=${heuristic || algorithm.heuristic} disabled=${live} onChange=${(event) => this.setState({ heuristic: event.target.value })}>${info.heuristics.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>` : null}
        ${algorithm.parameters.includes("weight") ? html`<label>Weight <input type="number" min="0" step="0.1" placeholder="default" value=${weight} disabled=${live} onInput=${(event) => this.setState({ weight: event.target.value })} /></label>` : null}
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
        ${app.state.stage ? html`<button onClick=${() => { this.stop(); app.setStage(null); }}>Back to the game</button>` : null}
      </div>
      ${told ? html`<p class="error" role="alert">${told}</p>` : null}
      ${run?.report ? html`<${Told} report=${run.report} onFilm=${() => this.open(run.report.plan)} />` : run?.stopped ? html`<p role="status">Cancelled.</p>` : null}
      ${counters ? html`<dl class="counters">${counters.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === "number" ? short(value) : value}</dd></div>`)}</dl>` : null}
      ${progress ? html`<${Frontier} frontier=${progress.frontier} now=${progress} />` : null}
      ${run?.series.length > 1 ? html`<${Lines} title="Positions waiting and remembered" x="expanded" series=${[{ name: "open", points: known(1) }, { name: "closed", points: known(3) }]} />` : null}
      ${run?.series.length > 1 && known(2).length > 1 ? html`<${Lines} title="f of the position expanded" x="expanded" series=${[{ name: "f", points: known(2) }]} />` : null}
      ${run?.nodes.length ? html`<${Tree} nodes=${run.nodes} chosen=${chosen} onChoose=${this.choose} />` : null}
    </div>`;
  }

  render() {
    const { mode } = this.state;
    const pick = (next) => () => {
      this.stop();
      this.play(false);
      this.props.app.setStage(null);
      this.setState({ mode: next, frames: null });
    };
    return html`<div class="watch">
      <div class="segments" role="group" aria-label="what to watch">
        <button aria-pressed=${mode === "film"} onClick=${pick("film")}>A solution</button>
        <button aria-pressed=${mode === "search"} onClick=${pick("search")}>A search</button>
      </div>
      ${mode === "film" ? this.film() : this.search()}
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
