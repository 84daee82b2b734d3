// What a comparison of searches has shown, in one sentence. Pure.
import type { Report } from "../api/types";
import { counted } from "./say";

export interface Compared {
  name: string;
  report: Pick<Report, "verdict" | "expanded" | "length">;
}

const number = (value: number) => value.toLocaleString("en");

/** The sentence; empty if there is nothing to compare. */
export function conclusionOf(all: Compared[]) {
  if (all.length < 2) return "";
  const fewest = (some: Compared[]) =>
    some.reduce((best, each) => (each.report.expanded < best.report.expanded ? each : best));
  const solved = all.filter(({ report }) => report.verdict === "solved");
  const proved = all.filter(({ report }) => report.verdict === "unsolvable");
  if (proved.length) {
    const { name, report } = fewest(proved);
    return `There is no solution: ${name} proved it with ${number(report.expanded)} positions.`;
  }
  if (solved.length === 0) return "None of them ended in the time allowed.";
  const { name, report } = fewest(solved);
  const least = Math.min(...solved.map((each) => each.report.length ?? Infinity));
  const longer = (report.length ?? least) - least;
  const plan = longer
    ? `but its plan is ${counted(longer, "move")} longer than the shortest`
    : "and no plan here is shorter than its own";
  const open = all.length - solved.length;
  const rest = open ? ` ${open} of ${all.length} did not end in the time allowed.` : "";
  return `${name} looked at the fewest positions, ${number(report.expanded)}, ${plan}.${rest}`;
}
