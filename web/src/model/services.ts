// The services that a game receives, and its settings.
import type { Ask, Search } from "../api/types";
import type { Result } from "./daily";
import type { Kept } from "./kept";

/** The result of a finished game. */
export type Outcome = "won" | "helped" | "lost";

/** The store of games and results. */
export interface Store {
  games: () => Kept[];
  keep: (games: Kept[]) => void;
  count: (game: string, result: Outcome, seconds: number, moves: number) => void;
  daily: (tag: string, game: string, result: Result) => void;
}

export interface Services {
  ask: Ask;
  job: Search;
  store: Store;
  /** called whenever visible state changes */
  changed: () => void;
  /** settles when it is on the screen */
  shown?: () => Promise<void>;
  /** settles when the next move of a game that finishes itself is due */
  pace?: () => Promise<void>;
  /** seconds for a verdict */
  rounds?: number[] | undefined;
  /** settles when a solver would not disturb the page */
  rest?: (isAwaited: boolean) => Promise<unknown>;
  /** the seed of a redeal, a whole number below 2³² */
  random?: () => number;
}

/** The information that is always shown. */
export interface Wanted {
  judge: boolean;
  analyse: boolean;
  /** the verdict is shown once, when a win is thrown away */
  warn?: boolean;
  /** the rule of redeals */
  redeals: string;
}
