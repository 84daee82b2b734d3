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

/** Rule sets whose numbered deals do not come from the game's first numbered source. */
const SOURCES = new Map([
  ["paper", "paper"],
  ["paper-any-row", "paper"],
  ...PYSOL.map((rules) => [rules, "pysol"] as const),
]);

/** The source of a game whose deals under these rules are numbered. */
const numbered = (game: Game, rules: string) =>
  game.sources.find((source) => source.name === SOURCES.get(rules)) ??
  game.sources.find((source) => source.pattern.endsWith("SEED"));

/** The rule sets of a source; all if it is not listed. */
const RULES = new Map<string, (rules: string) => boolean>([
  ["solvitaire", (rules) => ["standard", "fixed-suits", "fixed-twos"].includes(rules)],
  ["paper", (rules) => rules.startsWith("paper")],
  ["pysol", (rules) => !rules.startsWith("paper") || rules === ""],
]);

/** The sources of a game that deal under these rules; that of its numbered deals comes first. */
export function sourcesOf(game: Game, rules: string) {
  const named = rules || (game.rule_sets[0]?.name ?? "");
  const usual = numbered(game, named);
  const fitting = game.sources.filter((source) => RULES.get(source.name)?.(named) ?? true);
  return fitting.toSorted((a, b) => Number(b === usual) - Number(a === usual));
}

const SOURCE_NAMES = new Map([
  ["solvitaire", "Solvitaire's deals"],
  ["paper", "the deals of the Gaps paper"],
  ["random", "random boards"],
  ["scramble", "boards scrambled from a win"],
  ["pysol", "PySolFC's deals"],
  ["swaps", "boards with cards swapped"],
  ["neller", "Neller's deals"],
  ["difficulty", "Neller's, by difficulty"],
  ["level", "levels of the collection"],
  ["generate", "new boards of a length"],
]);

/** The name of a source for players. */
export const sourceName = ({ name }: Source) => SOURCE_NAMES.get(name) ?? name;

const PART_NAMES = new Map([
  ["RxC", "Rows × columns"],
  ["WxH", "Columns × rows"],
  ["SEED", "Number"],
  ["ID", "Level"],
  ["CLASS", "Difficulty"],
  ["MIN-MAX", "Fewest moves, from–to"],
  ["OPTIMUM", "Fewest moves"],
]);

/** The name of a part of a deal's name, for players. */
export const partName = (name: string) =>
  PART_NAMES.get(name) ?? name.charAt(0) + name.slice(1).toLowerCase();

/** The parts of a source's pattern that can be filled in, with an example. */
export function fields(source: Source) {
  const parts = source.pattern.split("/").slice(1);
  const values = source.example
    .slice(source.example.indexOf(":") + 1)
    .split("/")
    .slice(1);
  return parts.map((name, index) => ({ name, value: values[index] ?? "" }));
}

/** A game with its rule set, as in names of instances. */
export const headOf = (game: Game, rules: string) =>
  !rules || rules === game.rule_sets[0]?.name ? game.name : `${game.name}+${rules}`;

/** The names of numbered deals under these rules, without the number: `solvitaire/4x13`. */
export function sourceOf(game: Game, rules: string) {
  const source = numbered(game, rules);
  const parts = source ? fields(source).slice(0, -1) : [];
  return [source?.name, ...parts.map((part) => part.value)].join("/");
}
