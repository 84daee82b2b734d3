// The verdict of an analysis in words. Pure.
import { bound, distance, ranked } from "./facts";
import type { Game } from "./game";
import { counted } from "./say";

/** The verdict on the position, in words. */
export function verdictOf(game: Game) {
  const node = game.current;
  const least = distance(node);
  const exact = node.position.won || !!node.verdict?.optimal;
  if (node.position.won) {
    return {
      worth: "wins",
      head: "Won",
      small: "nothing is left to do",
    } as const;
  }
  if (node.verdict?.verdict === "unsolvable") {
    const head = `Cannot be won ${game.redeals?.left ? "as it lies" : "any more"}`;
    const isStuck = node.position.view.moves.length === 0;
    return {
      worth: "loses",
      head,
      small: isStuck ? "no moves are left" : "that is proved",
    } as const;
  }
  if (least === null) {
    const small = game.isThinking ? "looking …" : "no result in the time allowed";
    return { worth: "unknown", head: "Not known yet", small } as const;
  }
  const moves = ranked(node);
  const wins = moves.filter((each) => each.worth === "wins").length;
  const head = `Can be won in ${exact ? "" : "≤\u00a0"}${least}`;
  const needed = bound(node) && !exact ? `, at least ${bound(node)} are needed` : "";
  // If every move can be undone, all of them keep the win.
  const isUndone = node.position.view.control === "slide" && exact;
  const short = moves.filter((each) => each.exact && each.distance === least).length;
  const [few, verb] = isUndone
    ? [short, `${short === 1 ? "is" : "are"} shortest`]
    : [wins, `${wins === 1 ? "keeps" : "keep"} the win${needed}`];
  const small = node.analysed
    ? `${few} of ${counted(moves.length, "move")} ${verb}`
    : "evaluating every move …";
  return { worth: "wins", head, small } as const;
}
