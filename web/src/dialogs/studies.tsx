// Studies on the server's disk: their list, their reports and their rows, each of which is one
// click away from its board and plan.
import { Component } from "preact";
import { ask } from "../api/api";
import { isAbort, messageOf } from "../api/error";
import type { Answers, Listed, Questions, Study, Wanted } from "../api/types";
import { counted } from "../model/say";
import { Dialog } from "../parts/dialog";
import type { DialogProps } from "./dialog-props";
import type { Reading } from "./reading";
import { Report } from "./report";
import { ROWS, StudyRows } from "./study-rows";

interface State extends Reading {
  list: Listed[] | null;
  told: string;
}

export class StudiesDialog extends Component<DialogProps, State> {
  state: State = {
    list: null,
    told: "",
    study: null,
    view: "report",
    wanted: null,
    rows: null,
    ...this.props.reading,
  };
  private abort: AbortController | null = null;

  componentDidMount() {
    this.readList();
  }

  componentWillUnmount() {
    this.abort?.abort();
    // A reader who returns from a board finds the rows unchanged.
    const { study, view, wanted, rows } = this.state;
    this.props.onReading({ study, view, wanted, rows });
  }

  private readList() {
    this.ask("studies", undefined, (list) => this.setState({ list }));
  }

  /** Only the latest query counts. */
  private async ask<N extends keyof Answers>(
    name: N,
    question: Questions[N],
    then: (answer: Answers[N]) => void,
  ) {
    this.abort?.abort();
    const { signal } = (this.abort = new AbortController());
    try {
      const answer = await ask(name, question, signal);
      if (signal.aborted) return;
      this.setState({ told: "" });
      then(answer);
    } catch (error) {
      if (!isAbort(error)) this.setState({ told: messageOf(error) });
    }
  }

  private open = (study: string) => {
    this.setState({ told: "Reading …" });
    this.ask("study", { study }, (shown) =>
      this.setState({
        study: shown,
        view: "report",
        rows: null,
        wanted: { study, limit: ROWS, offset: 0, order: "plan", descending: false },
      }),
    );
  };

  private close = () => {
    this.setState({ study: null, rows: null });
    this.readList();
  };

  /** Requests other rows; a new condition starts at the first row. */
  private want = (change: Partial<Wanted>) => {
    if (!this.state.wanted) return;
    const wanted = { ...this.state.wanted, offset: 0, ...change };
    for (const name of ["set", "configuration", "verdict", "instance"] as const)
      if (!wanted[name]) delete wanted[name];
    this.setState({ view: "rows", wanted });
    this.ask("rows", wanted, (rows) => this.setState({ rows }));
  };

  render({ onClose, onLink }: DialogProps) {
    const { list, study, view, wanted, rows, told } = this.state;
    return (
      <Dialog title="Studies" wide onClose={onClose}>
        {study ? this.head(study) : null}
        <p class="error" role="status">
          {told}
        </p>
        {!study && list ? <List list={list} onOpen={this.open} /> : null}
        {!study && !list && !told ? <p class="note">Loading …</p> : null}
        {study && view === "report" ? <Report parts={study.report} /> : null}
        {study && wanted && view === "rows" ? (
          <StudyRows study={study} wanted={wanted} rows={rows} onWant={this.want} onLink={onLink} />
        ) : null}
      </Dialog>
    );
  }

  private head(study: Study) {
    const { view } = this.state;
    return (
      <div class="study-head">
        <button class="quiet" onClick={this.close}>
          All studies
        </button>
        <h3>{study.title}</h3>
        <div class="segments" role="group" aria-label="what to see">
          <button
            aria-pressed={view === "report"}
            onClick={() => this.setState({ view: "report" })}
          >
            Report
          </button>
          <button aria-pressed={view === "rows"} onClick={() => this.want({})}>
            Rows
          </button>
        </div>
      </div>
    );
  }
}

/** A study that takes less than a minute. */
const EXAMPLE = `title = "Two searches of one game"

[[instances]]
set = "Cohesion"
names = ["cohesion:level/vieira-*"]

[[configurations]]
algorithm = "bfs"

[[configurations]]
algorithm = "astar"`;

/** An introduction to studies, shown until one has results. */
const Empty = () => (
  <div class="no-study">
    <p>
      A study lets several algorithms solve the same deals, and compares their results. Its tables
      and plots are read here, and each of its rows opens its board. No study has results yet.
    </p>
    <ol>
      <li>
        List the deals and the algorithms in a file, such as <code>mine.toml</code>:
        <pre>
          <code>{EXAMPLE}</code>
        </pre>
      </li>
      <li>
        Run it: <code>patience study run mine.toml</code>
      </li>
      <li>
        Read it here: <code>patience serve --studies .</code>
      </li>
    </ol>
  </div>
);

/** The studies with results; the others by title only. */
function List({ list, onOpen }: { list: Listed[]; onOpen: (study: string) => void }) {
  const shown = list.filter((each) => each.done > 0 || each.fault);
  const others = list.filter((each) => !shown.includes(each));
  return (
    <>
      {shown.length ? null : <Empty />}
      <ul class="studies">
        {shown.map((each) => (
          <li key={each.study}>
            <div>
              <strong>{each.title}</strong> <small>{each.study}</small>
              <Progress listed={each} />
            </div>
            {each.done > 0 ? (
              <button aria-label={`open ${each.title}`} onClick={() => onOpen(each.study)}>
                Open
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {others.length ? (
        <details>
          <summary>{counted(others.length, "study", "studies")} without results</summary>
          <ul>
            {others.map((each) => (
              <li key={each.study}>
                {each.title} <small>{each.study}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** The progress of a study, or the reason why it cannot be read. */
function Progress({ listed }: { listed: Listed }) {
  if (listed.fault) return <p class="error">{listed.fault}</p>;
  const [done, jobs, solved, unsolvable, unknown] = [
    listed.done,
    listed.jobs,
    listed.solved,
    listed.unsolvable,
    listed.unknown,
  ].map((count) => count.toLocaleString("en"));
  return (
    <p class="note">
      {done} of {jobs} jobs: {solved} solved, {unsolvable} unsolvable, {unknown} unknown
    </p>
  );
}
