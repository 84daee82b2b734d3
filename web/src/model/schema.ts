// The parameters of an algorithm that a question may set, according to the server's schema.
import type { Algorithm } from "../api/types";

/**
 * The parameters of an algorithm that a question may set; the heuristic has a separate choice.
 */
export const settable = (algorithm: Pick<Algorithm, "schema">) =>
  algorithm.schema.filter((each) => each.outside && each.name !== "heuristic");

/** The heuristics whose parameters these are; any other belongs to the algorithm itself. */
const HEURISTICS: Record<string, string[]> = {
  pattern: ["patterns"],
  penalty: ["report-h", "report-text"],
  fade: ["report-text"],
  emphasis: ["report-text"],
};

/** An algorithm with the parameters that have an effect with a heuristic. */
export function withHeuristic<A extends Pick<Algorithm, "schema">>(
  algorithm: A,
  heuristic: string,
) {
  const isUsed = (name: string) => HEURISTICS[name]?.includes(heuristic) ?? true;
  return { ...algorithm, schema: algorithm.schema.filter(({ name }) => isUsed(name)) };
}

/** The values filled in for an algorithm's parameters, by name. */
export type Texts = Record<string, string>;

/**
 * The filled-in parameters, as fields of a question. Numbers are sent as typed, so none
 * is rounded.
 */
export function filledIn(
  algorithm: Pick<Algorithm, "schema">,
  texts: Texts,
): Record<string, string | true> {
  const filled = settable(algorithm).map(
    ({ name, type }) => [name, type, (texts[name] ?? "").trim()] as const,
  );
  return Object.fromEntries(
    filled.flatMap(([name, type, text]) => (text ? [[name, type === "flag" || text]] : [])),
  );
}
