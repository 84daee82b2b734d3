// The values of heuristics for a position, with their components, in one grid.
import type { Evaluated } from "../api/types";
import { heuristicTitle } from "../model/search-names";

type Valued = Pick<Evaluated, "heuristic" | "value" | "dead_end" | "parts">;

const shown = (value: number | string) =>
  typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : value;

/** Whether the components add up to the value. */
export const isSum = ({ value, parts }: Pick<Valued, "value" | "parts">) =>
  parts.length > 1 && parts.reduce((sum, part) => sum + Number(part.value), 0) === value;

/** The components, unless the only one repeats the value. */
const told = ({ value, parts }: Valued) =>
  parts.length === 1 && parts[0]?.value === value ? [] : parts;

function Rows(valued: Valued) {
  const { heuristic, value, dead_end } = valued;
  const adds = isSum(valued);
  return (
    <tbody>
      <tr class="whole">
        <th scope="rowgroup">{heuristicTitle(heuristic)}</th>
        <td>{dead_end ? "dead end" : (value ?? "unknown")}</td>
      </tr>
      {told(valued).map((part, index) => (
        <tr>
          <th scope="row">{part.name}</th>
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
