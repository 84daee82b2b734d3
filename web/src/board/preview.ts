// A line of play on the board, step by step: the frames of a line, and the line of a move under
// the pointer in a list.
import type { Ask, Move, Position } from "../api/types";
import { movedKeys, movedStacks, whereOf } from "../model/session";
import type { Keys, Node } from "../model/session";
import type { Stage } from "./stage";

/** A position of a line, and the move that led there. */
export interface Frame {
  move: string | null;
  from: number[];
  to: number[];
  words?: string;
  position: Position;
  keys: Keys;
  stacks: string[][];
}

/** The positions along a line. */
export async function framesOf(ask: Ask, node: Node, plan: string[]): Promise<Frame[]> {
  const line = await ask("line", { ...whereOf(node), moves: plan.join(" ") });
  let { keys, stacks } = node;
  const frames: Frame[] = [{ move: null, from: [], to: [], position: line.origin, keys, stacks }];
  const isCards = line.origin.view.control === "place";
  for (const step of line.steps) {
    keys = movedKeys(keys, step);
    if (isCards) stacks = movedStacks(stacks, step);
    frames.push({ ...step, keys, stacks });
  }
  return frames;
}

/** The contents of the board in a frame; nothing can be moved. */
export function stageOf(frames: Frame[], at: number, what: string): Stage | null {
  const frame = frames[at];
  if (!frame) return null;
  return {
    view: { ...frame.position.view, moves: [] },
    keys: frame.keys,
    stacks: frame.stacks,
    last: at > 0 ? frame : null,
    label: `${what}, move ${at} of ${frames.length - 1}`,
  };
}

/** A move under the pointer, and the current step of its line. */
export interface Pointed {
  node: Node;
  move: Move;
  stage: Stage | null;
}

/** Delay before the line of a move is played, so that a passing pointer does not start it. */
const PATIENCE = 350;
/** Approximate duration of a line of any length; its end is shown longer. */
const WHOLE = 9000;
const END = 1500;
const stepTime = (count: number) => Math.max(90, Math.min(600, WHOLE / count));

export class Preview {
  private timer = 0;
  private turn = 0;

  constructor(
    private ask: Ask,
    private show: (pointed: Pointed | null) => void,
  ) {}

  /** Points at a move: at once by an arrow, then by its line. */
  point(node: Node, move: Move | null, plan: string[] = []) {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    this.show(move && { node, move, stage: null });
    if (!move || plan.length < 2) return;
    this.timer = window.setTimeout(() => this.begin(turn, node, move, plan), PATIENCE);
  }

  private async begin(turn: number, node: Node, move: Move, plan: string[]) {
    // Without its line only the arrow shows the move.
    const frames = await framesOf(this.ask, node, plan).catch(() => []);
    const time = stepTime(plan.length);
    const next = (at: number) => {
      const stage = stageOf(frames, at, "line");
      if (turn !== this.turn || !stage) return;
      this.show({ node, move, stage: { ...stage, instant: time < 200 } });
      const isLast = at === plan.length;
      this.timer = window.setTimeout(() => next(isLast ? 0 : at + 1), isLast ? END : time);
    };
    next(1);
  }
}
