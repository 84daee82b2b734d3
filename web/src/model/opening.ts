// Opens a game from a link, or from the saved games.
import type { Ask } from "../api/types";
import { inherit } from "./facts";
import { restored } from "./kept";
import type { Kept } from "./kept";
import type { Link } from "./link";
import { begin, goOn, mainLine, moveOf, visit } from "./session";
import type { Line, Node, Session } from "./session";

/** Goes to the move of a line that a link names. */
const visitAt = (session: Session, nodes: Line, at: number) =>
  visit(session, nodes[Math.min(at, nodes.length - 1)] ?? nodes[0]);

/** The game that a link names, and the moves in it. */
export async function linked(wanted: Link, ask: Ask) {
  const { where, moves } = wanted;
  const line = moves
    ? await ask("line", { ...where, moves })
    : { origin: await ask("position", where), steps: [] };
  const session = begin(where, where.instance ?? "own board", line.origin);
  inherit(session.root);
  session.daily = wanted.daily;
  session.level = wanted.level ?? "";
  for (const step of line.steps) {
    inherit(goOn(session, session.current, moveOf(session.current, step), step.position));
  }
  visitAt(session, mainLine(session), wanted.at);
  return { session, plan: line.steps.map((step) => step.move) };
}

/** A saved game at the move that a link names; null if the link has other moves. */
export async function restoredAt(kept: Kept, wanted: Link, ask: Ask) {
  // A saved game that can no longer be read is opened from the link.
  const session = await restored(kept, ask).catch(() => null);
  if (!session) return null;
  let node: Node = session.root;
  const nodes: Line = [node];
  for (const text of wanted.moves.split(" ")) {
    const next = node.children.find((child) => child.move?.text === text);
    if (!next) return null;
    node = next;
    nodes.push(node);
  }
  visit(session, node);
  visitAt(session, nodes, wanted.at);
  return session;
}
