// The table: the board of the game with marks, hint and arrow, or the content that replaces it.
import type { Settings } from "../browser/storage";
import type { Move, View } from "../api/types";
import { ranked, told } from "../model/facts";
import type { Game } from "../model/game";
import { slidOf } from "../model/help";
import type { Node } from "../model/session";
import { fromOf } from "../model/view";
import { Board } from "./board";
import type { Mark } from "./marks";
import type { Pointed } from "./preview";
import type { Stage } from "./stage";

/** The analysis for each cell, the value of the best move from it, and for each move. */
function marksOf(node: Node) {
  const marks: Record<number, Mark> = {};
  const worths = new Map<string, Mark>();
  const isTilted = node.position.view.control === "tilt";
  for (const { move, worth, distance, exact } of told(node)) {
    const mark = { worth, distance, exact };
    worths.set(move.text, mark);
    if (worth !== "open" && !isTilted) marks[fromOf(move)] ??= mark;
  }
  return { marks, worths };
}

/** The pieces ringed by a hint; for a tilt, its principal piece. */
function hintOf(view: View, move: Move, isPointing: boolean) {
  if (view.control !== "tilt") return { from: move.from, to: isPointing ? move.to : [] };
  const at = slidOf(view, move);
  return { from: [at], to: isPointing ? [move.to[move.from.indexOf(at)] ?? at] : [] };
}

interface Props {
  game: Game;
  node: Node;
  title: string;
  settings: Settings;
  analysing: boolean;
  stage: Stage | null;
  pointed: Pointed | null;
  /** rows run downward */
  down: boolean;
  enqueue: (work: () => unknown) => void;
  onPick: (cell: number | null) => void;
}

export function Table({
  game,
  node,
  title,
  settings,
  analysing,
  stage: staged,
  pointed,
  down,
  enqueue,
  onPick,
}: Props) {
  const ahead = game.ahead?.node === node ? game.ahead : null;
  const { view } = ahead ?? node.position;
  const seen = pointed?.node === node ? pointed : null;
  const stage = staged ?? seen?.stage;
  const judged = analysing && !stage && !ahead;
  const { marks, worths } = judged ? marksOf(node) : {};
  const hint = stage || ahead ? null : game.hinted();
  const best = judged ? (ranked(node).find((each) => each.worth === "wins")?.move ?? null) : null;
  const isPointing = hint?.move && hint.step >= 2;
  const arrow = seen?.move ?? (isPointing ? hint.move : best);
  // An arrow downwards begins where badges lie.
  const under = marks && arrow?.direction === "down" ? marks[fromOf(arrow)] : null;
  if (under) under.isHigh = true;
  return (
    <Board
      view={stage?.view ?? view}
      keys={stage?.keys ?? ahead?.keys ?? node.keys}
      stacks={stage ? stage.stacks : (ahead ?? node).stacks}
      game={node.position.game}
      down={down}
      letters={settings.letters}
      movable={settings.movable}
      stuck={!stage && !ahead && !node.position.won && view.moves.length === 0}
      instant={stage?.instant}
      label={
        stage?.label ??
        `${title}, ${node.position.won ? "won" : `${node.position.view.moves.length} legal moves`}`
      }
      onMove={stage ? undefined : (move) => game.make(move)}
      onCell={stage?.onCell}
      onStroke={stage?.onStroke}
      onErase={stage?.onErase}
      enqueue={enqueue}
      onPick={onPick}
      stepping={analysing && !stage}
      deal={game.opened.root.position.view}
      chosen={stage?.chosen ?? null}
      ringed={stage?.ringed}
      last={stage ? stage.last : (ahead ?? node).move}
      hint={hint?.move ? hintOf(view, hint.move, !!isPointing) : null}
      arrow={stage || ahead ? null : arrow}
      marks={marks}
      worths={worths}
    />
  );
}
