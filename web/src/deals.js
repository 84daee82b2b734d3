// How deals are named. The patterns come from the games; only the words in them are known here. Pure.

/** Rule sets whose numbered deals are not those of the game's first numbered source. */
const SOURCES = { paper: "paper", "paper-any-row": "paper", ...Object.fromEntries(["line-up", "house-of-commons", "blue-moon", "red-moon", "paganini", "free-parking", "galary", "jungle", "spaces-and-aces", "double-montana", "double-blue-moon", "double-red-moon", "paganini-ii"].map((rules) => [rules, "pysol"])) };

/** The source of a game whose deals under these rules are numbered. */
export const numbered = (game, rules = "") =>
  game.sources.find((source) => source.name === SOURCES[rules]) ?? game.sources.find((source) => source.pattern.endsWith("SEED"));

/** The parts of a source's pattern that can be filled in, with an example. */
export function fields(source) {
  const parts = source.pattern.split("/").slice(1);
  const values = source.example.slice(source.example.indexOf(":") + 1).split("/").slice(1);
  return parts.map((name, index) => ({ name, value: values[index] ?? "" }));
}

/** A game with its rule set, as instances begin. */
export const headOf = (game, rules) => (!rules || rules === game.rule_sets[0].name ? game.name : `${game.name}+${rules}`);

/** The deal of a number, from a game's numbered source. */
export function dealOf(game, rules, number) {
  const source = numbered(game, rules);
  const parts = fields(source).slice(0, -1).map((part) => part.value);
  return `${headOf(game, rules)}:${[source.name, ...parts, number].join("/")}`;
}
