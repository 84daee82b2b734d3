// What a question may set of an algorithm, by the schema that the server gives.
import type { Algorithm } from "../api/types";

/**
 * The parameters of an algorithm that a question may set; the heuristic has a choice of its own.
 */
export const settable = (algorithm: Pick<Algorithm, "schema">) =>
  algorithm.schema.filter((each) => each.outside && each.name !== "heuristic");

/** What was filled in of an algorithm's parameters, by name. */
export type Texts = Record<string, string>;

/**
 * The parameters that were filled in, as fields of a question. Numbers go as they were written, so
 * that none is rounded.
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
