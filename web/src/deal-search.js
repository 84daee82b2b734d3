// Where a new deal is looked for. Pure.
import { fields, headOf, numbered } from "./deals.js";

/**
 * The question for a deal of a level; the source is one whose deals are numbered.
 * @param {any} game @param {string} rules @param {string} level @param {number} [seed]
 */
export function dealSource(game, rules, level, seed = Math.floor(Math.random() * 1e6) + 1) {
  const source = numbered(game, rules);
  const path = [source.name, ...fields(source).slice(0, -1).map((part) => part.value)].join("/");
  const name = `${game.name}+${rules || game.rule_sets[0].name}`;
  // A level has deals that were vetted before; where it has none they are looked for in the source.
  return { game: name, source: `${headOf(game, rules)}:${path}`, seed, level: level === "any" ? undefined : level };
}
