// What a question may set of an algorithm, by the schema that the server gives.

/** The parameters of an algorithm that a question may set; the heuristic has a choice of its own. */
export const settable = (algorithm) => algorithm.schema.filter((each) => each.outside && each.name !== "heuristic");

/**
 * The parameters that were filled in, as fields of a question. Numbers go as they were written, so that none is rounded.
 * @param {any} algorithm
 * @param {Record<string, string>} texts
 * @returns {Record<string, string | boolean>}
 */
export function filledIn(algorithm, texts) {
  const filled = settable(algorithm).filter((each) => (texts[each.name] ?? "").trim() !== "");
  return Object.fromEntries(filled.map((each) => [each.name, each.type === "flag" ? true : texts[each.name].trim()]));
}
