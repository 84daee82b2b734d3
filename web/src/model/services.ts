// The services that a game receives, and its settings.
import type { Ask, Search } from "../api/types";
import type { Result } from "./daily";
import type { Kept } from "./kept";

/** What a finished game counts as. */
export type Outcome = "won" | "helped" | "lost";

/** Where games and results are kept. */
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
  /** called whenever something that is shown is another */
  changed: () => void;
  /** settles when it is on the screen */
  shown?: () => Promise<void>;
  /** settles when the next move of a game that finishes itself is due */
  pace?: () => Promise<void>;
  /** seconds for a verdict */
  rounds?: number[] | undefined;
  /** settles when a solver disturbs nothing */
  rest?: (isAwaited: boolean) => Promise<unknown>;
  /** the seed of a redeal, a whole number below 2³² */
  random?: () => number;
}

/** What is wanted to be known all the time. */
export interface Wanted {
  judge: boolean;
  analyse: boolean;
  /** the verdict is shown once, when a win is thrown away */
  warn?: boolean;
  /** the rule of redeals */
  redeals: string;
}
