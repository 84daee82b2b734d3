// Figures with their names.
import { short } from "./plots";

/** A figure; null or undefined if unknown. */
type Counter = readonly [name: string, value: number | string | null | undefined];

export const Counters = ({ counters }: { counters: readonly Counter[] }) => (
  <dl class="counters">
    {counters.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{typeof value === "number" ? short(value) : (value ?? "–")}</dd>
      </div>
    ))}
  </dl>
);
