// The goal of sliding tiles.
import type { View } from "../api/types";

/** The solved board of sliding tiles, drawn small; tiles at home are lighter. */
export function Goal({ view, rules }: { view: View; rules: string }) {
  const { cells, columns } = view;
  const first = rules === "blank-last" ? 1 : 0;
  const numbers = cells.map((_, at) => (at + first) % cells.length);
  const rows = Array.from({ length: view.rows }, (_, row) =>
    numbers.slice(row * columns, (row + 1) * columns).map((number) => number || "blank"),
  );
  return (
    <div class="goal-line">
      <span
        class="goal-picture"
        style={{ "--across": columns }}
        role="img"
        aria-label={`the goal, row by row: ${rows.map((row) => row.join(" ")).join("; ")}`}
      >
        {numbers.map((number, at) => (
          <i class={number ? (cells[at]?.is_home ? "home" : "") : "blank"}>{number || ""}</i>
        ))}
      </span>
      <span class="note" aria-hidden="true">
        The goal
      </span>
    </div>
  );
}
