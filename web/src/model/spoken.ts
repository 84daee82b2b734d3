// The text of screen readers about the position: one short sentence at a time. Pure.
import type { Position, View } from "../api/types";
import type { Game } from "./game";
import type { Hinted } from "./help";
import { slidOf, whyOf } from "./help";
import { movesFrom } from "./picks";
import { awaited } from "./rule-texts";
import { capital, cardText, cellName, counted, moveWords, pieceName } from "./say";
import { movesInto } from "./session";
import { verdictOf } from "./verdict-words";
import { cellAt, fromOf } from "./view";

/** A card that cannot move, and the one that it waits for; empty if it can move. */
export function blockedWords({ view, game, rules }: Position, at: number) {
  const isCard = view.control === "place" && view.cells[at]?.kind === "card";
  if (!isCard || movesFrom(view, at).length || movesInto(view, at).length) return "";
  const { sign } = cellAt(view, at);
  const before = awaited(game, rules, sign);
  return `${cardText(sign)} cannot move now${before ? `: it goes after ${cardText(before)}` : ""}.`;
}

/** The picked object, and the places to which it may go. */
function pickWords(position: Position, at: number) {
  const { view } = position;
  const { kind, colour } = cellAt(view, at);
  if (view.control === "shift") {
    const ways = movesFrom(view, at).map(({ direction }) => direction);
    const room = ways.length ? `can go ${ways.join(" or ")}` : "has no room now";
    return kind === "piece" ? `The ${pieceName(colour ?? "")} ${room}.` : "";
  }
  const blocked = blockedWords(position, at);
  const into = movesInto(view, at);
  if (blocked || kind === "card" || into.length === 0) return blocked;
  const cards = into.map((move) => cardText(cellAt(view, fromOf(move)).sign));
  return `${cards.join(" or ")} may go to ${cellName(view, at)}.`;
}

const pieceAt = (view: View, at: number) => {
  const { kind, sign, words, colour } = cellAt(view, at);
  if (kind === "card") return cardText(sign);
  return kind === "tile" ? words : `the ${pieceName(colour ?? "")}`;
};

/** A step of a hint; the whole line is read in the place that shows it. */
function hintWords(game: Game, { step, move, plan, lost }: Hinted) {
  const { current } = game;
  const { view } = current.position;
  if (lost)
    return `This ${current.parent ? "position is lost" : "deal cannot be won"}: that is proved.`;
  if (!move && game.error) return "";
  if (!move)
    return game.isThinking
      ? "Looking for a solution …"
      : "No solution was found in the time allowed.";
  const at = view.control === "tilt" ? slidOf(view, move) : fromOf(move);
  if (step === 1) return `Look at ${pieceAt(view, at)} in ${cellName(view, at)}.`;
  if (step === 2) return `${capital(moveWords(view, move))}. ${whyOf(current, move)}`.trim();
  return `${counted(plan.length, "move")} to the win: the whole line is shown.`;
}

/** The verdict of an analysis, once it has come. */
function analysisWords(game: Game) {
  const { analysed, verdict, position } = game.current;
  const isDue = analysed || position.won || verdict?.verdict === "unsolvable" || !game.isThinking;
  if (!isDue) return "";
  const { head, small } = verdictOf(game);
  return `${head.replace("≤\u00a0", "at most ")}: ${small}.`;
}

/** The sentence for the current state of a game. */
export function spoken(game: Game, picked: number | null) {
  const hint = game.hinted();
  if (hint) return hintWords(game, hint);
  const { position, rest } = game.current;
  const ofPick = picked === null ? "" : pickWords(position, picked);
  if (ofPick) return ofPick;
  if (game.wants.analyse) return analysisWords(game);
  const { warning } = game;
  if (warning?.move && warning.parent) {
    const made = capital(moveWords(warning.parent.position.view, warning.move));
    return `${made} throws the win away: that is proved.`;
  }
  return rest?.length ? `${game.message} Only cards that go home are left.`.trim() : game.message;
}
