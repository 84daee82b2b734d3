import { STEPS, stepWords } from "../model/difficulty";

/** A difficulty from 1 to 5. */
export const Bars = ({ value }: { value: number }) => (
  <span class="bars" role="img" aria-label={`difficulty ${value} of 5, ${stepWords(value)}`}>
    {STEPS.map((_, index) => (
      <i class={index < value ? "on" : ""} />
    ))}
  </span>
);

/** The same with its word. */
export const Hardness = ({ value, source }: { value: number; source?: string }) => (
  <span class="hardness" title={source}>
    <Bars value={value} />
    <span>{stepWords(value)}</span>
  </span>
);
