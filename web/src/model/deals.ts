// How deals are named. The patterns come from the games; only the words in them are known here.
// Pure.
import type { Game, Source } from "../api/types";

const PYSOL = [
  "line-up",
  "house-of-commons",
  "blue-moon",
  "red-moon",
  "paganini",
  "free-parking",
  "galary",
  "jungle",
  "spaces-and-aces",
  "double-montana",
  "double-blue-moon",
  "double-red-moon",
  "paganini-ii",
];

/** Rule sets whose numbered deals are not those of the game's first numbered source. */
const SOURCES = new Map([
  ["paper", "paper"],
  ["paper-any-row", "paper"],
  ...PYSOL.map((rules) => [rules, "pysol"] as const),
]);

/** The source of a game whose deals under these rules are numbered. */
const numbered = (game: Game, rules: string) =>
  game.sources.find((source) => source.name === SOURCES.get(rules)) ??
  game.sources.find((source) => source.pattern.endsWith("SEED"));

/** The parts of a source's pattern that can be filled in, with an example. */
export function fields(source: Source) {
  const parts = source.pattern.split("/").slice(1);
  const values = source.example
    .slice(source.example.indexOf(":") + 1)
    .split("/")
    .slice(1);
  return parts.map((name, index) => ({ name, value: values[index] ?? "" }));
}

/** A game with its rule set, as instances begin. */
export const headOf = (game: Game, rules: string) =>
  !rules || rules === game.rule_sets[0]?.name ? game.name : `${game.name}+${rules}`;

/** Where deals under these rules are numbered, but for the number: `solvitaire/4x13`. */
export function sourceOf(game: Game, rules: string) {
  const source = numbered(game, rules);
  const parts = source ? fields(source).slice(0, -1) : [];
  return [source?.name, ...parts.map((part) => part.value)].join("/");
}
