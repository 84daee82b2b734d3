// Several algorithms and heuristics on one position, side by side.
import { Component, html } from "./html.js";
import { job } from "./api.js";
import { isAbort } from "./error.js";
import { ParameterFields } from "./parameters.js";
import { Bars, Lines, short } from "./plots.js";
import { filledIn, settable } from "./schema.js";

const CLASSIC = ["bfs", "astar", "greedy", "idastar", "dfs", "wastar"];

export class Compare extends Component {
  state = {
    chosen: /** @type {Set<string> | null} */ (null),
    runs: /** @type {any[]} */ ([]),
    seconds: 10,
    /** By algorithm, what was filled in of its parameters. */
    texts: /** @type {Record<string, Record<string, string>>} */ ({}),
    running: false,
  };
  /** @type {AbortController | null} */
  abort = null;

  componentWillUnmount() {
    this.abort?.abort();
  }

  /** What is compared unless told otherwise: the classics that the game has, and its own best. */
  chosen(info) {
    if (this.state.chosen) return this.state.chosen;
    const names = [info.default_algorithm, ...CLASSIC].filter((name) => info.algorithms.some((each) => each.name === name));
    return new Set([...new Set(names)].slice(0, 4).map((name) => `${name}|`));
  }

  start = async () => {
    const { info, at, onHelp } = this.props;
    const abort = (this.abort = new AbortController());
    const runs = [...this.chosen(info)].map((name) => {
      const [algorithm, heuristic] = name.split("|");
      return { algorithm, heuristic, state: "waiting", points: [[0, 0]], progress: null, report: null };
    });
    onHelp();
    this.setState({ runs, running: true });
    const one = async (run) => {
      run.state = "running";
      this.setState({});
      const { algorithm, heuristic } = run;
      const set = filledIn(info.algorithms.find((each) => each.name === algorithm), this.state.texts[algorithm] ?? {});
      const question = { at, algorithm, heuristic: heuristic || undefined, seconds: this.state.seconds, watch: {}, ...set };
      try {
        await job("solve", question, (name, data) => {
          if (name === "progress") {
            run.progress = data;
            run.points.push([data.seconds, data.expanded]);
          } else if (name === "report") run.report = data.report;
          this.setState({});
        }, abort.signal);
        run.state = "done";
        run.points.push([run.report.seconds, run.report.expanded]);
      } catch (error) {
        run.state = isAbort(error) ? "cancelled" : error.message;
      }
    };
    // One after the other: only so can their times be compared, and no page asks for more than one search.
    for (const run of runs) {
      if (abort.signal.aborted) run.state = "cancelled";
      else await one(run);
    }
    this.setState({ running: false });
  };

  toggle(name, info) {
    const chosen = new Set(this.chosen(info));
    if (!chosen.delete(name)) chosen.add(name);
    this.setState({ chosen });
  }

  /** @param {{info: any, at: import("./api.js").Where, onHelp: () => void}} props */
  render({ info }) {
    const { runs, running, seconds, texts } = this.state;
    if (!info) return null;
    const chosen = this.chosen(info);
    const name = (run) => (run.heuristic ? `${run.algorithm} ${run.heuristic}` : run.algorithm);
    const done = runs.filter((run) => run.report);
    const cell = (run, field) => short((run.report ?? run.progress)?.[field] ?? NaN);
    return html`<div class="compare scroller">
      <p class="note">Each runs on the position on the board, one after the other.</p>
      <details open=${runs.length === 0}>
        <summary>Algorithms and heuristics (${chosen.size} chosen)</summary>
        <ul class="choices">
          ${info.algorithms.map((each) => html`<li key=${each.name}>
            <label class="check" title=${each.summary}><input type="checkbox" checked=${chosen.has(`${each.name}|`)} disabled=${running} onChange=${() => this.toggle(`${each.name}|`, info)} />${each.name}${each.heuristic ? html` <small>with ${each.heuristic}</small>` : null}</label>
            ${each.heuristic && chosen.has(`${each.name}|`)
              ? html`<details class="inner"><summary>other heuristics</summary>${info.heuristics
                  .filter((other) => other.name !== each.heuristic)
                  .map((other) => html`<label class="check" title=${other.summary}><input type="checkbox" checked=${chosen.has(`${each.name}|${other.name}`)} disabled=${running} onChange=${() => this.toggle(`${each.name}|${other.name}`, info)} />${other.name}</label>`)}</details>`
              : null}
            ${settable(each).length && [...chosen].some((name) => name.startsWith(`${each.name}|`))
              ? html`<details class="inner"><summary>parameters of ${each.name}</summary><div class="fields">
                  <${ParameterFields} algorithm=${each} texts=${texts[each.name] ?? {}} disabled=${running} onChange=${(filled) => this.setState({ texts: { ...texts, [each.name]: filled } })} />
                </div></details>`
              : null}
          </li>`)}
        </ul>
      </details>
      <div class="transport">
        <label>Seconds each <input type="number" min="1" max="60" value=${seconds} disabled=${running} onInput=${(event) => this.setState({ seconds: Number(event.target.value) || 10 })} /></label>
        ${running ? html`<button onClick=${() => this.abort?.abort()}>Cancel</button>` : html`<button class="primary" disabled=${chosen.size === 0} onClick=${this.start}>Compare</button>`}
      </div>
      ${runs.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label="results">
            <table>
              <thead><tr><th>algorithm</th><th>result</th><th>moves</th><th>expanded</th><th>generated</th><th>peak open</th><th>seconds</th></tr></thead>
              <tbody>
                ${runs.map((run) => html`<tr class=${run.report?.verdict ?? ""}>
                  <th scope="row">${name(run)}</th>
                  <td>${run.report ? run.report.verdict : run.state}${run.report?.stop ? html` <small>${run.report.stop}</small>` : null}</td>
                  <td class="n">${run.report?.length ?? "–"}${run.report?.optimal ? html`<small title="proved to be the fewest"> min</small>` : null}</td>
                  <td class="n">${cell(run, "expanded")}</td>
                  <td class="n">${cell(run, "generated")}</td>
                  <td class="n">${run.report ? short(run.report.peak_open) : cell(run, "open")}</td>
                  <td class="n">${((run.report ?? run.progress)?.seconds ?? 0).toFixed(2)}</td>
                </tr>`)}
              </tbody>
            </table>
          </div>`
        : null}
      ${runs.some((run) => run.points.length > 1) ? html`<${Lines} title="Expansions over time" x="seconds" series=${runs.map((run) => ({ name: name(run), points: run.points }))} />` : null}
      ${done.length && !running
        ? html`<${Bars} title="Positions expanded" bars=${done.map((run) => ({ name: name(run), value: run.report.expanded, kind: run.report.verdict }))} />
            <${Bars} title="Moves of the plan" bars=${done.filter((run) => run.report.length).map((run) => ({ name: name(run), value: run.report.length, kind: "solved" }))} />`
        : null}
    </div>`;
  }
}
