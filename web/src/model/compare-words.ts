// The result of a comparison of searches, in one sentence. Pure.
import type { Report } from "../api/types";
import { counted } from "./say";

export interface Compared {
  name: string;
  /** the title of its heuristic, if it has one */
  heuristic?: string | null;
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
    const { name, heuristic, report } = fewest(proved);
    if (report.expanded === 0 && heuristic)
      return `There is no solution: the heuristic of ${name}, ${heuristic}, sees it in the first position, and nothing is expanded.`;
    return `There is no solution: ${name} proved it with ${number(report.expanded)} positions.`;
  }
  if (solved.length === 0) return "None of them finished in the time allowed.";
  const { expanded } = fewest(solved).report;
  const first = solved.filter(({ report }) => report.expanded === expanded);
  const lengthOf = (some: Compared[]) => Math.min(...some.map(({ report }) => report.length ?? 0));
  const longer = lengthOf(first) - lengthOf(solved);
  const [each, their] = first[1] ? [" each", "their best"] : ["", "its"];
  const plan = longer
    ? `but ${their} plan is ${counted(longer, "move")} longer than the shortest`
    : `and no plan here is shorter than ${their}${each ? "" : " own"}`;
  const open = all.length - solved.length;
  const rest = open ? ` ${open} of ${all.length} did not finish in the time allowed.` : "";
  const names = new Intl.ListFormat("en").format(first.map(({ name }) => name));
  return `${names} examined the fewest positions, ${number(expanded)}${each}, ${plan}.${rest}`;
}
