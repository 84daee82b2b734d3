// Studies on the server's disk: their list, their reports as tables and plots, and their rows, each one click from its
// board and plan.
import { Component, html } from "./html.js";
import { ask } from "./api.js";
import { isAbort } from "./error.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { filmLink, parseLink } from "./link.js";
import { ScrollBox } from "./scroll-box.js";

/** Rows of a page. */
const ROWS = 50;
/** What they are sorted by, the heading, and how they stand. @type {[string, string, string][]} */
const COLUMNS = [
  ["instance", "instance", ""], ["verdict", "verdict", ""], ["configuration", "configuration", ""], ["length", "moves", "n"],
  ["expanded", "expanded", "n"], ["generated", "generated", "n"], ["peak_bytes", "memory", "n"], ["seconds", "time", "n"],
];
const VERDICTS = { solved: ["wins", "check"], unsolvable: ["loses", "cross"], unknown: ["unknown", "question"] };

const whole = (number) => (number ?? "–").toLocaleString("en");
const size = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < 1 << 20 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`);
const time = (seconds) => (seconds < 1 ? `${(1000 * seconds).toPrecision(3)} ms` : `${seconds.toFixed(2)} s`);
const picture = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export class StudiesDialog extends Component {
  state = {
    list: /** @type {any[] | null} */ (null),
    study: /** @type {any} */ (null),
    rows: /** @type {{total: number, rows: any[]} | null} */ (null),
    told: "",
    ...this.props.reading,
  };
  /** @type {AbortController | null} */
  abort = null;

  componentDidMount() {
    this.ask("studies", undefined, (list) => this.setState({ list }));
  }

  componentWillUnmount() {
    this.abort?.abort();
    // Who comes back from a board finds the rows where they were.
    const { study, view, wanted, rows } = this.state;
    this.props.onReading({ study, view, wanted, rows });
  }

  /** The latest question counts. @param {string} name @param {object | undefined} question @param {(answer: any) => void} then */
  async ask(name, question, then) {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    try {
      const answer = await ask(name, question, abort.signal);
      if (abort.signal.aborted) return;
      this.setState({ told: "" });
      then(answer);
    } catch (error) {
      if (!isAbort(error)) this.setState({ told: error.message });
    }
  }

  open = (study) => {
    this.setState({ told: "Reading …" });
    this.ask("study", { study }, (shown) => this.setState({ study: shown, view: "report", rows: null, wanted: { study, limit: ROWS, offset: 0, order: "plan", descending: false } }));
  };

  /** Asks for other rows; another condition begins at the first. */
  want = (change) => {
    const wanted = { ...this.state.wanted, offset: 0, ...change };
    for (const name of ["set", "configuration", "verdict", "instance"]) if (!wanted[name]) delete wanted[name];
    this.setState({ view: "rows", wanted });
    this.ask("rows", wanted, (rows) => this.setState({ rows }));
  };

  list() {
    const { list } = this.state;
    if (!list) return null;
    return html`<ul class="studies">${list.map((each) => html`<li key=${each.study}>
      <div>
        <strong>${each.title}</strong> <small>${each.study}</small>
        ${each.fault
          ? html`<p class="error">${each.fault}</p>`
          : each.done === 0
            ? html`<p class="note">Not run yet: <code>patience study run ${each.file}</code></p>`
            : html`<p class="note">${whole(each.done)} of ${whole(each.jobs)} jobs: ${whole(each.solved)} solved, ${whole(each.unsolvable)} unsolvable, ${whole(each.unknown)} unknown</p>`}
      </div>
      ${each.done > 0 ? html`<button aria-label=${`open ${each.title}`} onClick=${() => this.open(each.study)}>Open</button>` : null}
    </li>`)}</ul>`;
  }

  rows() {
    const { onLink } = this.props;
    const { study, rows, wanted } = this.state;
    const select = (name, title, values) => html`<label>${title} <select value=${wanted[name] ?? ""} onChange=${(event) => this.want({ [name]: event.target.value })}>
      <option value="">all</option>${values.map((value) => html`<option value=${value}>${value}</option>`)}
    </select></label>`;
    const head = ([order, title, kind]) => {
      const sorted = wanted.order === order ? (wanted.descending ? "descending" : "ascending") : "none";
      return html`<th scope="col" class=${kind} aria-sort=${sorted}><button class="quiet" onClick=${() => this.want({ order, descending: sorted === "ascending" })}>${title}${sorted === "none" ? "" : sorted === "ascending" ? " ↑" : " ↓"}</button></th>`;
    };
    const open = (event, href) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onLink(parseLink(href));
    };
    const many = study.sets.length > 1;
    const first = wanted.offset;
    return html`
      <div class="fields">
        <label>Instance <input value=${wanted.instance ?? ""} size="14" placeholder="part of its name" onInput=${(event) => this.want({ instance: event.target.value })} /></label>
        ${many ? select("set", "Set", study.sets) : null}
        ${study.configurations.length > 1 ? select("configuration", "Configuration", study.configurations) : null}
        ${select("verdict", "Verdict", Object.keys(VERDICTS))}
      </div>
      ${rows
        ? html`<${ScrollBox} label="rows"><table>
            <thead><tr>${COLUMNS.map(head)}</tr></thead>
            <tbody>${rows.rows.map((row) => {
              const href = filmLink(row.at, row.plan);
              const [kind, icon] = VERDICTS[row.verdict];
              return html`<tr>
                <th scope="row"><a href=${href} title=${row.plan ? "the board, with the plan as a film" : "the board"} onClick=${(event) => open(event, href)}><${Icon} name=${row.plan ? "play" : "right"} />${row.instance}</a>${many ? html`<small>${row.set}</small>` : null}</th>
                <td title=${row.error ?? ""}><span class=${`worth ${kind}`}><${Icon} name=${icon} />${row.verdict}</span>${row.stop ? html` <small>${row.stop}</small>` : null}</td>
                <td>${row.configuration}${row.repetition ? html` <small>repetition ${row.repetition + 1}</small>` : null}</td>
                <td class="n">${whole(row.length)}${row.optimal ? html`<small title="proved to be the fewest"> min</small>` : null}</td>
                <td class="n">${whole(row.expanded)}</td><td class="n">${whole(row.generated)}</td>
                <td class="n">${size(row.peak_bytes)}</td><td class="n">${time(row.seconds)}</td>
              </tr>`;
            })}</tbody>
          </table><//>
          <div class="transport">
            <button disabled=${first === 0} onClick=${() => this.want({ offset: Math.max(0, first - ROWS) })}>Earlier</button>
            <span class="note" role="status">${rows.total === 0 ? "no rows" : `rows ${whole(first + 1)} to ${whole(first + rows.rows.length)} of ${whole(rows.total)}`}</span>
            <button disabled=${first + rows.rows.length >= rows.total} onClick=${() => this.want({ offset: first + ROWS })}>Later</button>
          </div>`
        : null}`;
  }

  render({ onClose }) {
    const { study, view, told } = this.state;
    return html`<${Dialog} title="Studies" wide onClose=${onClose}>
      ${study
        ? html`<div class="study-head">
            <button class="quiet" onClick=${() => { this.setState({ study: null, rows: null }); this.componentDidMount(); }}>All studies</button>
            <h3>${study.title}</h3>
            <div class="segments" role="group" aria-label="what to see">
              <button aria-pressed=${view === "report"} onClick=${() => this.setState({ view: "report" })}>Report</button>
              <button aria-pressed=${view === "rows"} onClick=${() => this.want({})}>Rows</button>
            </div>
          </div>`
        : null}
      <p class="error" role="status">${told}</p>
      ${!study ? this.list() : view === "rows" ? this.rows() : html`<div class="report">${study.report.map((part, index) => html`<${Part} part=${part} key=${index} />`)}</div>`}
    <//>`;
  }
}

/** A part of a report. */
function Part({ part }) {
  if (part.kind === "heading") return part.level === 1 ? null : part.level === 2 ? html`<h4>${part.text}</h4>` : html`<h5>${part.text}</h5>`;
  // The server has made this from Markdown, any HTML in it being text.
  if (part.kind === "text") return html`<div class="prose" dangerouslySetInnerHTML=${{ __html: part.html }}></div>`;
  const source = html`<details><summary>Where this comes from</summary>${part.how ? html`<p>${part.how}</p>` : null}<pre>${part.sql}</pre></details>`;
  if (part.kind === "plot") {
    return html`<figure>
      <img class="on-light" src=${picture(part.light)} alt=${part.alt} /><img class="on-dark" src=${picture(part.dark)} alt=${part.alt} />
    </figure>${source}`;
  }
  const number = (column) => (column < part.names ? "" : "n");
  return html`<${ScrollBox} label=${`table: ${part.header.filter(Boolean).join(", ")}`}><table>
    <thead><tr>${part.header.map((text, column) => html`<th scope="col" class=${number(column)}>${text}</th>`)}</tr></thead>
    <tbody>${part.rows.map((row) => html`<tr>${row.map((text, column) => html`<td class=${number(column)}>${text}</td>`)}</tr>`)}</tbody>
  </table><//>${source}`;
}
