// Announcements of a position when it is reached. Pure.
import type { Redeals } from "./redeals";
import { isRedeal, redealsOf, tookBack } from "./redeals";
import { clock, counted, madeWords } from "./say";
import { depth } from "./session";
import type { Session } from "./session";

/** The way in which a game was played. */
interface Played {
  session: Session;
  redeals: Redeals | null;
  /** Moves made here. */
  made: number;
  seconds: number;
  helped: boolean;
}

function ofWin({ session, made, seconds, helped }: Played) {
  const dealt = redealsOf(session.current).length;
  const parts = [
    `Won in ${counted(depth(session.current), "move")}`,
    made > 0 && seconds > 0 ? clock(seconds) : "",
    dealt ? `with ${counted(dealt, "redeal")}` : "",
    tookBack(session) ? "a redeal taken back" : "",
    helped ? "with help" : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function ofStuck({ session, redeals }: Played) {
  const isBegun = session.current.parent !== null;
  if (redeals?.left)
    return isBegun
      ? "Stuck: no moves are left. Redeal, or undo."
      : "Stuck: no move is possible here. Redeal.";
  return isBegun
    ? "Stuck: no moves are left. Undo, or restart."
    : "Stuck: no move is possible here.";
}

/** The announcement of the current position. */
export function announcement(played: Played) {
  const { session, redeals } = played;
  const { position, move, parent } = session.current;
  if (position.won) return ofWin(played);
  if (position.view.moves.length === 0) return ofStuck(played);
  if (isRedeal(session.current)) {
    const left = redeals?.left ? `${counted(redeals.left, "redeal")} left.` : "No redeal is left.";
    return `Dealt again. ${left}`;
  }
  return move && parent ? madeWords(parent.position.view, move) : "";
}
