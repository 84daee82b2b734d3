// A finished game in the statistics, and among the daily deals.
import { readTag } from "./daily";
import { distance } from "./facts";
import { redealsOf } from "./redeals";
import { depth } from "./session";
import type { Session } from "./session";
import type { Outcome, Services } from "./services";
import { tallyName } from "./tallies";

interface Result {
  /** the game and its rules */
  name: string;
  seconds: number;
  result: Outcome;
}

/** Counts a game at its current position. */
export function count(
  store: Services["store"],
  { current, root, daily, level }: Session,
  { name, seconds, result }: Result,
) {
  const moves = depth(current);
  const isRedealt = redealsOf(current).length > 0;
  store.count(tallyName(name, isRedealt, readTag(daily)?.level ?? level), result, seconds, moves);
  if (!daily || result === "lost") return;
  const least = distance(root);
  const shortest = least !== null && moves <= least;
  store.daily(daily, root.position.game, { result, moves, seconds, shortest });
}
