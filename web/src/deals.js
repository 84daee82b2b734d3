// How deals are named. The patterns come from the games; only the words in them are known here. Pure.

/** The source of a game whose deals are numbered. */
export const numbered = (game) => game.sources.find((source) => source.pattern.endsWith("SEED"));

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
  const source = numbered(game);
  const parts = fields(source).slice(0, -1).map((part) => part.value);
  return `${headOf(game, rules)}:${[source.name, ...parts, number].join("/")}`;
}
