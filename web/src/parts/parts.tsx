// A heuristic's value for a position, with its components.
import type { Evaluated } from "../api/types";

const shown = (value: number | string) =>
  typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : value;

export const Parts = ({
  heuristic,
  value,
  dead_end,
  parts,
}: Pick<Evaluated, "heuristic" | "value" | "dead_end" | "parts">) => (
  <table class="keys">
    <caption>
      {heuristic}: <b>{dead_end ? "dead end" : (value ?? "unknown")}</b>
    </caption>
    <tbody>
      {parts.map((part) => (
        <tr>
          <th scope="row">{part.name}</th>
          <td>{shown(part.value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
