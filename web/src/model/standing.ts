// The current game as counted by statistics before it has a result. Pure.
import { nameOf } from "./count";
import type { Game } from "./game";
import { lengthOf } from "./session";

/** A game that was begun and has no result yet. */
export interface Standing {
  /** the name under which it will be counted */
  name: string;
  moves: number;
  seconds: number;
  /** whether it counts as lost if it is left now */
  isLost: boolean;
  /** redeals of a board on which nothing can move */
  redeals: number;
}

/**
 * The current game as counted by statistics; null if it was not begun, is already counted, or is a
 * board of the player's own.
 */
export function standingOf(game: Game): Standing | null {
  const { session, made, seconds, isCounted, isLost } = game;
  if (!session?.where.instance || made === 0 || isCounted) return null;
  const { position } = session.current;
  const isStuck = position.view.moves.length === 0 && !position.won;
  return {
    name: nameOf(session, game.name),
    moves: lengthOf(session),
    seconds,
    isLost,
    redeals: isStuck ? (game.redeals?.left ?? 0) : 0,
  };
}
