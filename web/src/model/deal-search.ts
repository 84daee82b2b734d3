// Sources of new deals. Pure.
import type { Deal, Game, Search } from "../api/types";
import { headOf, sourceOf } from "./deals";

/** The difficulty of a deal. */
export type Level = NonNullable<Deal["level"]>;
/** The requested kind of new deal: a level, any winnable deal, or any deal. */
export type Wish = Level | "any" | "all";
export const LEVELS: readonly Level[] = ["easy", "medium", "hard"];

/** The question that asks for a deal of a level; the source is one with numbered deals. */
export function dealSource(
  game: Game,
  rules: string,
  level: Level | "any",
  seed = Math.floor(Math.random() * 1e6) + 1,
): Deal {
  const source = `${headOf(game, rules)}:${sourceOf(game, rules)}`;
  const name = `${game.name}+${rules || game.rule_sets[0]?.name}`;
  // A level has previously vetted deals; if there are none, the source is searched.
  return level === "any" ? { game: name, source, seed } : { game: name, source, seed, level };
}

/** Searches for a deal; null if there is none. `tell` receives the number of deals tried. */
export async function findDeal(
  job: Search,
  question: Deal,
  signal: AbortSignal,
  tell = (_tried: number) => {},
) {
  let tried = 0;
  const result = await job(
    "deal",
    question,
    (name, _tried) => {
      if (name === "tried") tell(++tried);
    },
    signal,
  );
  return result.name === "deal" ? result.data.instance : null;
}

/** A new deal of the requested kind; an arbitrary deal needs no search. */
export async function wishedDeal(
  job: Search,
  { game, rules, wish }: { game: Game; rules: string; wish: Wish },
  signal: AbortSignal,
  tell = (_tried: number) => {},
) {
  const question = dealSource(game, rules, wish === "all" ? "any" : wish);
  if (wish === "all") return `${question.source}/${question.seed}`;
  return findDeal(job, question, signal, tell);
}

/** The level of a request; the middle level by default. */
export const levelOf = (wish: Wish): Level => LEVELS.find((level) => level === wish) ?? "medium";
