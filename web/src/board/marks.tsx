// The topmost layer of the board: targets of a pick, tabs of targets, badges, the
// focus.
import type { ComponentChildren, CSSProperties } from "preact";
import type { Move, View } from "../api/types";
import type { Worth } from "../model/facts";
import { glyphOf } from "../parts/faces";
import { Badge } from "../parts/icons";
import { Tab } from "./shapes";

/** Evaluation of a cell or of a move. */
export type Mark = Pick<Worth, "worth" | "distance" | "exact"> & {
  /** whether it lies at the top of its cell */
  isHigh?: boolean;
};

/** A badge for an evaluation; nothing while a move is still being evaluated. */
export const MarkBadge = ({ mark: { worth, isHigh: _, ...known } }: { mark: Mark }) =>
  worth === "open" ? null : <Badge worth={worth} {...known} bare />;

interface Props {
  view: View;
  cursor: number;
  picked: number | null;
  targets: Set<number>;
  chosen?: number | null;
  ringed?: number[];
  hint?: Pick<Move, "from" | "to"> | null;
  marks?: Record<number, Mark>;
  letters?: boolean;
  /** the place of a cell, and the distance by which its piece is dragged */
  place: (at: number, shift?: [number, number] | null) => CSSProperties;
  offset: (at: number) => [x: number, y: number] | null;
}

export function Marks(props: Props) {
  const { view, cursor, picked, targets, chosen, ringed = [], hint, marks = {} } = props;
  const at = (index: number, content: ComponentChildren, key: string, kind = "") => (
    <div key={key} class={`slot ${kind}`} style={props.place(index)}>
      {content}
    </div>
  );
  const isEmpty = (cell: number | null) => cell !== null && view.cells[cell]?.kind === "empty";
  const free = [...targets, ...(targets.size && picked !== null ? [picked] : [])].filter(isEmpty);
  const colour = picked === null ? "W" : (view.cells[picked]?.colour ?? "W");
  const mark = view.control === "place" ? "legal-mark" : `ghost-mark c-${glyphOf(colour)}`;
  const focus = Math.min(cursor, view.cells.length - 1);
  return (
    <div class="marks" aria-hidden="true">
      {free.map((cell) => at(cell, <i class={mark} />, `t${cell}`))}
      {view.cells.map((cell, index) =>
        cell.target && cell.kind === "piece"
          ? at(index, <Tab cell={cell} letters={props.letters} />, `g${index}`)
          : null,
      )}
      {hint?.from.map((cell) => at(cell, <i class="hint-mark from" />, `f${cell}`))}
      {hint?.to.map((cell) => at(cell, <i class="hint-mark to" />, `o${cell}`))}
      {ringed.map((cell) => at(cell, <i class="wanting-mark" />, `w${cell}`))}
      {chosen !== null && chosen !== undefined
        ? at(chosen, <i class="picked-mark" />, "chosen")
        : null}
      {Object.entries(marks).map(([cell, each]) =>
        at(Number(cell), <MarkBadge mark={each} />, `m${cell}`, each.isHigh ? "is-high" : ""),
      )}
      <div
        key="cursor"
        class={`slot cursor-slot ${picked === focus && view.control === "place" ? "lifted" : ""}`}
        style={props.place(focus, props.offset(cursor))}
      >
        <i class="cursor-mark" />
      </div>
    </div>
  );
}
