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

/** The name under which a game is counted at its current position. */
export function nameOf({ current, daily, level }: Session, name: string) {
  return tallyName(name, redealsOf(current).length > 0, readTag(daily)?.level ?? level);
}

/** Counts a game at its current position, unless it is a board of the player's own. */
export function count(
  store: Services["store"],
  session: Session,
  { name, seconds, result }: Result,
) {
  const { current, root, daily, where } = session;
  // A drawn board may be won in three moves: it sets no record.
  if (!where.instance) return;
  const moves = depth(current);
  store.count(nameOf(session, name), result, seconds, moves);
  if (!daily || result === "lost") return;
  const least = distance(root);
  const shortest = least !== null && moves <= least;
  store.daily(daily, root.position.game, { result, moves, seconds, shortest });
}
