// Gaps: the progress of each row.
import type { Cell, View } from "../api/types";
import { cardText, cellName } from "../model/say";
import type { Node } from "../model/session";
import { cellAt, spotOf } from "../model/view";
import { Token } from "../parts/faces";

/** A row of the board: its cards in order, and the card that it needs next. */
interface Row {
  cells: Cell[];
  needs: string;
}

/**
 * The cards of a row that are in order from the left edge; `ranks` are those in play from the
 * lowest.
 */
function inOrderOf(cells: Cell[], ranks: number[]) {
  const [first] = cells;
  const end = cells.findIndex(
    ({ kind, suit, rank }, at) => kind !== "card" || suit !== first?.suit || rank !== ranks[at],
  );
  return end < 0 ? cells : cells.slice(0, end);
}

function rowsOf(view: View): Row[] {
  // The ranks in play from the lowest; not every deck has them all.
  const ranks = [
    ...new Set(view.cells.flatMap((cell) => (cell.kind === "card" ? [cell.rank ?? 0] : []))),
  ].toSorted((a, b) => a - b);
  const ordered = Array.from({ length: view.rows }, (_, row) =>
    inOrderOf(view.cells.slice(row * view.columns, (row + 1) * view.columns), ranks),
  );
  const isHome = (at: number) => {
    const [row, column] = spotOf(view, at);
    return column < (ordered[row]?.length ?? 0);
  };
  return ordered.map((cells) => {
    const [first] = cells;
    const next = ranks[cells.length];
    if (!first) return { cells, needs: ranks[0] === 2 ? "needs a two" : "needs an ace" };
    const wanted = view.cells.flatMap((cell, at) =>
      cell.kind === "card" && cell.suit === first.suit && cell.rank === next && !isHome(at)
        ? [at]
        : [],
    );
    const [one] = wanted;
    if (one === undefined) return { cells, needs: "in order" };
    const places = wanted.map((at) => cellName(view, at)).join(" or ");
    return { cells, needs: `needs ${cardText(cellAt(view, one).sign)}, in ${places}` };
  });
}

/** The progress of each row, and the card that it needs. */
export function Rows({ node }: { node: Node }) {
  const { view, rules } = node.position;
  const free = !["fixed-suits", "paper", "paper-any-row"].includes(rules);
  const rows = rowsOf(view);
  const home = rows.reduce((sum, row) => sum + row.cells.length, 0);
  const cards = view.cells.filter((cell) => cell.kind === "card").length;
  return (
    <section class="rows box" aria-label="rows in order" tabindex={0}>
      <header>
        <h3>Rows in order</h3>
        <span class="note">
          {free ? "counted from the left edge" : "counted from the left edge, any suit"}
        </span>
        <span class="count">
          <b>{home}</b> of {cards} cards home
        </span>
      </header>
      {rows.map((row, index) => (
        <div class="row-line">
          <b class="number">{index + 1}</b>
          <span class="row-cells">
            {Array.from({ length: view.columns - 1 }, (_, at) => (
              <i>{row.cells[at] ? <Token sign={row.cells[at].sign} /> : null}</i>
            ))}
          </span>
          <span class="needs">{row.needs}</span>
        </div>
      ))}
    </section>
  );
}
