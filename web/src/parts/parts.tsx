// The values of heuristics for a position, with their components, in one grid.
import type { Evaluated } from "../api/types";
import { pieceName } from "../model/say";
import { heuristicTitle } from "../model/search-names";

type Valued = Pick<Evaluated, "heuristic" | "value" | "dead_end" | "parts">;

const shown = (value: number | string) =>
  typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : value;

/** Whether the components add up to the value. */
export const isSum = ({ value, parts }: Pick<Valued, "value" | "parts">) =>
  parts.length > 1 && parts.reduce((sum, part) => sum + Number(part.value), 0) === value;

/** The composition of a value whose components are not added; empty if it is unknown. */
export function howMade({ heuristic, value, parts }: Omit<Valued, "dead_end">) {
  const all = parts.map((part) => Number(part.value));
  if (value === null || parts.length < 2 || all.some(Number.isNaN)) return "";
  const last = all.pop() ?? 0;
  if (heuristic === "runs-tilts" && value === Math.floor(Math.max(...all) + (last + 4) / 8))
    return "the largest run, plus an eighth of the tilts, rounded";
  return heuristic === "runs" && value === Math.max(...all, last) ? "the largest of" : "";
}

/** The name of a component; a piece is named as the board shows it. */
export const partName = (name: string) =>
  name.replace(
    / of ([A-Z]) (\w+)$/,
    (_, letter, cell) => ` of the ${pieceName(letter)} on ${cell}`,
  );

/** The components, unless there is only one and it repeats the value. */
const told = ({ value, parts }: Valued) =>
  parts.length === 1 && parts[0]?.value === value ? [] : parts;

function Rows(valued: Valued) {
  const { heuristic, value, dead_end } = valued;
  const adds = isSum(valued);
  const made = adds ? "" : howMade(valued);
  return (
    <tbody>
      <tr class="whole">
        <th scope="rowgroup">
          {heuristicTitle(heuristic)}
          {made ? <small>: {made}</small> : null}
        </th>
        <td>{dead_end ? "dead end" : (value ?? "unknown")}</td>
      </tr>
      {told(valued).map((part, index) => (
        <tr>
          <th scope="row">{partName(part.name)}</th>
          <td>
            {adds && index > 0 ? "+ " : ""}
            {shown(part.value)}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

export const Parts = ({ heuristics }: { heuristics: Valued[] }) => (
  <table class="heuristic-values">
    {heuristics.map((each) => (
      <Rows key={each.heuristic} {...each} />
    ))}
  </table>
);
