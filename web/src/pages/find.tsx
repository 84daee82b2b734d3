// Find a deal: ten thousand decided deals of Gaps, by moves and difficulty, with the proof of each.
import { Component } from "preact";
import { messageOf } from "../api/error";
import { columns } from "../browser/data";
import type { DialogProps } from "../dialogs/dialog-props";
import {
  ANY,
  dealOf,
  decided,
  histogram,
  matching,
  ordersOf,
  playedDeals,
  toggled,
} from "../model/find";
import type { Columns, Filter } from "../model/find";
import { Hardness } from "../parts/bars";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { TwoHandles } from "../parts/two-handles";
import { DealPanel } from "./find-deal";
import { RatedDeals } from "./find-rated";
import { Columned, ROOMY, Segments, Steps } from "./page-parts";

/** Number of rows drawn at first, and added by each press. */
const ROWS = 50;

interface State {
  columns: Columns | null;
  filter: Filter;
  rows: number;
  /** the selected deal */
  chosen: number | null;
  /** full deals, or small boards that are rated */
  kind: Kind;
  fault: string;
}

type Kind = "decided" | "rated";
const KINDS = [
  ["decided", "Full Gaps"],
  ["rated", "Small boards"],
] as const;

type Props = DialogProps & {
  /** the filter at first */
  filter?: Partial<Filter>;
};

export class FindPage extends Component<Props, State> {
  state: State = {
    columns: null,
    filter: ANY,
    rows: ROWS,
    chosen: null,
    kind: "decided",
    fault: "",
  };

  componentDidMount() {
    this.load();
  }

  private async load() {
    try {
      const found = await columns();
      this.setState({ columns: found, filter: { ...ANY, ...bounds(found), ...this.props.filter } });
    } catch (error) {
      this.setState({ fault: messageOf(error) });
    }
  }

  private filter(change: Partial<Filter>) {
    this.setState({ filter: { ...this.state.filter, ...change }, rows: ROWS });
  }

  render({ onClose, ...props }: Props) {
    const { columns: known, filter, rows, chosen, kind, fault } = this.state;
    const found = known ? matching(known, filter) : [];
    const any = () =>
      this.setState({ chosen: found[Math.floor(Math.random() * found.length)] ?? null });
    const choice = (
      <Segments
        label="Which deals?"
        value={kind}
        choices={KINDS}
        onChoice={(next) => this.setState({ kind: next, chosen: null })}
      />
    );
    if (known && kind === "rated")
      return (
        <Dialog title="Find a deal" onClose={onClose} full>
          <RatedDeals {...props} onClose={onClose} columns={known} choice={choice} />
        </Dialog>
      );
    const shown = chosen ?? (ROOMY.matches ? (found[0] ?? null) : null);
    const at = shown !== null && known ? dealOf(known, shown) : null;
    const played = playedDeals(props.kept);
    return (
      <Dialog title="Find a deal" onClose={onClose} full>
        <div class={`page-find ${at ? "has-deal" : ""}`}>
          <section class="panel find-filter" aria-label="wanted">
            {choice}
            {known ? this.fields(known) : <p class="note">Loading …</p>}
            {fault ? (
              <p class="error" role="alert">
                {fault}
              </p>
            ) : null}
            <div class="find-buttons">
              <button class="primary" disabled={found.length === 0} onClick={any}>
                <Icon name="shuffle" />
                Any of these
              </button>
              <button onClick={() => known && this.filter({ ...ANY, ...bounds(known) })}>
                Clear
              </button>
            </div>
          </section>
          <section class="panel find-list" aria-label="deals">
            <div class="sec with-count">
              <b role="status">{number(found.length)} deals</b>
              <select
                aria-label="order"
                value={filter.order}
                onChange={({ currentTarget: { value } }) =>
                  this.filter({ order: value as Filter["order"] })
                }
              >
                {ordersOf(filter.verdict).map(([order, words]) => (
                  <option value={order}>{words}</option>
                ))}
              </select>
            </div>
            <Columned
              names={["Deal", filter.verdict === "lost" ? "Verdict" : "Moves", "Difficulty", "You"]}
            />
            <ul tabindex={0} aria-label="deals found">
              {known
                ? found.slice(0, rows).map((deal) => (
                    <li key={deal}>
                      <Row
                        columns={known}
                        deal={deal}
                        played={played.get(deal)}
                        isChosen={deal === shown}
                        onChoose={() => this.setState({ chosen: deal })}
                      />
                    </li>
                  ))
                : null}
              {found.length > rows ? (
                <li>
                  <button class="quiet" onClick={() => this.setState({ rows: rows + 4 * ROWS })}>
                    Show more
                  </button>
                </li>
              ) : null}
            </ul>
          </section>
          {at ? (
            <DealPanel
              key={at.deal}
              {...props}
              deal={at}
              onClose={onClose}
              onBack={() => this.setState({ chosen: null })}
            />
          ) : (
            <section class="panel find-deal is-empty" aria-label="deal">
              <p class="note">{known ? "No deal matches." : ""}</p>
            </section>
          )}
        </div>
      </Dialog>
    );
  }

  private fields(known: Columns) {
    const { filter } = this.state;
    const { least, most, width, bars } = histogram(known);
    const highest = Math.max(...bars);
    const isIn = (bar: number) =>
      least + (bar + 1) * width > filter.least && least + bar * width <= filter.most;
    return (
      <>
        <p class="label">Can it be won?</p>
        <Segments
          label="Can it be won?"
          value={filter.verdict}
          choices={[
            ["won", "Yes"],
            ["lost", "No"],
            ["all", "All"],
          ]}
          onChoice={(verdict) => this.filter(decided(filter, verdict))}
        />
        {filter.verdict === "lost" ? (
          <label class="check">
            <input
              type="checkbox"
              checked={filter.certified}
              onChange={(event) => this.filter({ certified: event.currentTarget.checked })}
            />
            Only those whose certificate is checked
          </label>
        ) : (
          <>
            <p class="label with-count">
              <span>Moves to win</span>
              <b>
                {filter.least} to {filter.most}
              </b>
            </p>
            <div class="find-bars" aria-hidden="true">
              {bars.map((count, bar) => (
                <i
                  class={isIn(bar) ? "on" : ""}
                  style={{ height: `${Math.max(2, (100 * count) / highest)}%` }}
                />
              ))}
            </div>
            <TwoHandles
              label="Moves to win"
              names={["fewest moves", "most moves"]}
              least={least}
              most={most}
              value={[filter.least, filter.most]}
              onChange={([from, to]) => this.filter({ least: from, most: to })}
            />
          </>
        )}
        <p class="label">Difficulty</p>
        <Steps
          isChosen={(step) => filter.effort.includes(step)}
          onChoice={(step) => this.filter({ effort: toggled(filter.effort, step) })}
        />
        <p class="note">
          Difficulty: how many positions the solver examined to decide the deal, in five steps of
          2,000 deals.{filter.verdict === "lost" ? "" : " Moves: the shortest known solution."}
        </p>
      </>
    );
  }
}

const bounds = (known: Columns) => {
  const { least, most } = histogram(known);
  return { least, most };
};

const number = (value: number) => value.toLocaleString("en-GB");

/** A deal in the list. */
function Row({
  columns: known,
  deal,
  played,
  isChosen,
  onChoose,
}: {
  columns: Columns;
  deal: number;
  /** the player's result */
  played: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { moves, effort } = dealOf(known, deal);
  return (
    <button aria-pressed={isChosen} onClick={onChoose}>
      <b>{deal}</b>
      {moves ? (
        <span class="worth wins">
          <Icon name="check" />
          {moves}
        </span>
      ) : (
        <span class="worth loses">
          <Icon name="cross" />
          lost
        </span>
      )}
      <Hardness value={effort} />
      <small>{played ?? ""}</small>
      <Icon name="forward" />
    </button>
  );
}
