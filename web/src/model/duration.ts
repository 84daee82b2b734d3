// Durations for people: in a suitable unit, with three significant digits. Pure.

/** Units of time: the name, its symbol, and how many of it make a second. */
const UNITS = [
  { name: "microseconds", sign: "µs", perSecond: 1e6 },
  { name: "milliseconds", sign: "ms", perSecond: 1e3 },
  { name: "seconds", sign: "s", perSecond: 1 },
] as const;

/** The unit in which a duration has at most three digits before its point. */
export function unitFor(seconds: number) {
  const [first, ...larger] = UNITS;
  // Rounding comes first: 999.6 ms are 1 s.
  const fits = ({ perSecond }: { perSecond: number }) =>
    Number((seconds * perSecond).toPrecision(3)) < 1000;
  return fits(first) ? first : (larger.find(fits) ?? UNITS[2]);
}

/** A duration with its unit. */
export function duration(seconds: number) {
  if (seconds === 0) return "0 s";
  const { sign, perSecond } = unitFor(seconds);
  const value = seconds * perSecond;
  return `${value >= 1000 ? Math.round(value).toLocaleString("en") : value.toPrecision(3)} ${sign}`;
}
