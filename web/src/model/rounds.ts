// The rounds of a game, from a deal or a redeal to the next one or the end: the move that lost
// each, or the undecided moves. Pure.
import { boundsOf, findFatal, FATAL_SECONDS, isDone, ranked } from "./facts";
import { isRedeal } from "./redeals";
import { capital } from "./say";
import { depth, isOver, path } from "./session";
import type { Line, Node } from "./session";

export interface Round {
  nodes: Line;
  /** the number of the redeal that began it; 0 for the deal */
  number: number;
  /** whether a redeal ended it */
  isRedealt: boolean;
  /** how it was lost: by a move, as dealt, not at all, or not decided */
  kind: "move" | "dealt" | "kept" | "open";
  /** the last position known to be won, or else the last one that may be; null if it was dealt lost */
  back: Node | null;
  /** the first position known to be lost */
  lost: Node | null;
}

/** Splits a line at its redeals. */
function split(line: Line) {
  const found: Line[] = [];
  for (const node of line) {
    const last = found.at(-1);
    if (last && !isRedeal(node)) last.push(node);
    else found.push([node]);
  }
  return found;
}

/** The known facts about each round of a line. */
export function roundsOf(line: Line): Round[] {
  return split(line).map((nodes, number, all) => {
    const { won, lost } = boundsOf(nodes);
    const isLost = lost < nodes.length;
    const isKept = won === nodes.length - 1;
    const kind =
      isLost && lost === 0
        ? "dealt"
        : isKept
          ? "kept"
          : isLost && won === lost - 1
            ? "move"
            : "open";
    return {
      nodes,
      number,
      isRedealt: number < all.length - 1,
      kind,
      back: nodes[won >= 0 ? won : lost - 1] ?? null,
      lost: nodes[lost] ?? null,
    };
  });
}

/** The position whose verdict would narrow down the losing move of a round; null if there is none. */
function unsettled(nodes: Line): Node | null {
  const last = nodes.at(-1);
  if (last && !last.position.won && !isDone(last, FATAL_SECONDS)) return last;
  return findFatal(nodes);
}

/**
 * The position to be judged next to see where the game of a line was lost: rounds count from the last one
 * back, until there is one to try again from, or, `all` of them, to the deal.
 */
export function nextSought(line: Line, all = false): Node | null {
  for (const round of roundsOf(line).toReversed()) {
    const open = unsettled(round.nodes);
    if (open) return open;
    if (!all && round.back) return null;
  }
  return null;
}

/** Whether a line ended without a win. */
export function isLostLine(line: Line) {
  const last = line.at(-1);
  return !!last && !last.position.won && isOver(last);
}

/** The round to try again from: the last one that was not lost as it was dealt. */
export const tryAgain = (rounds: Round[]) => rounds.findLast(({ back }) => back) ?? null;

/** The position to try again from, once it is settled or the search has ended; null if there is none. */
export function backOf({ current, isThinking }: { current: Node; isThinking: boolean }) {
  const line = path(current);
  const place = tryAgain(roundsOf(line))?.back ?? null;
  const isSettled = !isThinking || !nextSought(line);
  return isSettled && place !== current ? place : null;
}

/** Whether the losing move of a round is still being searched for. */
export const isSought = ({ kind, nodes }: Round) => kind === "open" && unsettled(nodes) !== null;

/** The position that shows how a round was lost. */
export const placeOf = ({ back, nodes }: Round) => back ?? nodes[0] ?? null;

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const numberWord = (count: number) => NUMBERS[count] ?? String(count);

/** The known facts about the position at which a lost game is tried again, as a sentence. */
export function againWords(node: Node) {
  if (node.verdict?.verdict !== "solved") return "Whether it can be won from here is not decided.";
  const moves = ranked(node);
  const wins = moves.filter(({ worth }) => worth === "wins").length;
  const isKnown = moves.every(({ worth }) => worth === "wins" || worth === "loses");
  if (!isKnown) return "It can be won from here.";
  if (moves.length === 1) return "The only move wins from here.";
  const all = numberWord(moves.length).toLowerCase();
  return wins === moves.length
    ? `All ${all} moves win from here.`
    : `${numberWord(wins)} of ${all} moves ${wins === 1 ? "wins" : "win"} from here.`;
}

const moveNumber = (node: Node | null | undefined) => (node ? depth(node) : 0);

/** The undecided part of a round; `what` names it. */
function openWords({ nodes, lost }: Round, what: string, isOnly: boolean) {
  const { won } = boundsOf(nodes);
  const end = moveNumber(nodes.at(-1));
  if (!lost) return `Whether ${what} could still be won after move ${end} is not decided.`;
  const [first, last] = [moveNumber(nodes[won]) + 1, moveNumber(lost)];
  if (won < 0)
    return `By move ${last} ${what} was lost: that is proved. Whether it could be won before is not decided.`;
  const where = `lost between moves ${first} and ${last}, not decided which.`;
  return isOnly ? capital(where) : `${capital(what.replace("the ", ""))}: ${where}`;
}

/** A description of how a round was lost, as a sentence. */
export function roundWords(round: Round, rounds: Round[]) {
  const { kind, number, isRedealt, lost, nodes } = round;
  const isOnly = rounds.length === 1;
  const what = isOnly ? "the game" : number ? `redeal ${number}` : "the first deal";
  if (kind === "move") return `Move ${moveNumber(lost)} lost ${what}.`;
  if (kind === "dealt") {
    if (number) return `Redeal ${number} was lost as dealt: no move could win it.`;
    return `This deal could not be won${isOnly ? " from the start" : " as it lay"}: that is proved.`;
  }
  if (kind === "open") return openWords(round, what, isOnly);
  return isRedealt
    ? `${capital(what)} was thrown away after move ${moveNumber(nodes.at(-1))}: it could still be won.`
    : "It can still be won.";
}
