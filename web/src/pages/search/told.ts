// An expansion in words. Pure.
import type { Expanded } from "../../api/types";
import type { Found, Kind } from "../../model/search-tree";
import { number, plural } from "./playback";

/** The reason why an algorithm takes a position now; `sum` is its weighted sum of g and h. */
function reasonOf(algorithm: string, { g, h, bound }: Expanded, sum: string) {
  const f = h === null ? null : g + h;
  const how: Record<string, string> = {
    astar: `Takes out f = ${f}, the smallest in the open list.`,
    wastar: `Takes out g + w·h = ${sum}, the smallest in the open list.`,
    dwastar: `Takes out g + w·h = ${sum}, the smallest in the open list.`,
    greedy: `Takes out h = ${h}, the smallest in the open list.`,
    bfs: `Takes the oldest position, on level ${g}.`,
    ucs: `Takes out g = ${g}, the smallest in the open list.`,
    dfs: `Takes the newest position, ${plural(g, "move")} deep.`,
    iddfs: `Goes ${plural(g, "move")} deep; the bound is ${bound}.`,
    idastar: `f = ${f} is within the bound of ${bound}.`,
    beam: `Expands one of the best of level ${g}.`,
  };
  return how[algorithm] ?? `Takes a position ${plural(g, "move")} from the start.`;
}

/** The choice of a search from its open list: the weighted sum, and a sentence about ties. */
interface Chosen {
  sum: string;
  tie: string;
}

/** The description of an expansion: the reason for its order, and the fate of its successors. */
export function toldOf(
  algorithm: string,
  kind: Kind,
  now: Expanded,
  found: Found,
  { sum, tie }: Chosen = { sum: "", tie: "" },
): string[] {
  const reason = reasonOf(algorithm, now, sum);
  return [reason, `${tie} ${successorsOf(kind, now, found)}`.trim()];
}

/** The fate of the successors. */
function successorsOf(kind: Kind, now: Expanded, found: Found): string {
  const { open, beyond, dead, seen, next } = found;
  if (open + beyond + dead + seen === 0) return "No move is possible there.";
  if (open + beyond + dead === 0) return "It leads to nothing new.";
  const isDeepening = kind === "deepening";
  const joins = isDeepening ? ["is within it", "are within it"] : ["goes in", "go in"];
  const cut = isDeepening ? ` beyond the bound of ${now.bound}` : " longer than a known path";
  const parts: [number, string | undefined, string | undefined][] = [
    [open, ...(joins as [string, string])],
    [beyond, `is${cut}`, `are${cut}`],
    [dead, "is a dead end", "are dead ends"],
    [seen, "was seen before", "were seen before"],
  ];
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, one, more], index) => {
      const who = index ? number(count) : plural(count, "new position");
      return `${who} ${count === 1 ? one : more}`;
    });
  const then = beyond > 0 && isDeepening ? ` The next bound would be ${next}.` : "";
  return `${told.join(", ")}.${then}`;
}
