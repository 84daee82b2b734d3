// A line of play on the board, step by step: the frames of a line, and the line of a move that is pointed at in a list.
import { whereOf } from "./judge.js";
import { movedKeys } from "./session.js";

/** @typedef {{move: string | null, from: number[], to: number[], words?: string, position: import("./api.js").Position, keys: (string|null)[]}} Frame */

/** The positions along a line. @param {(name: string, question: object) => Promise<any>} ask @param {import("./session.js").Node} node @param {string[]} plan @returns {Promise<Frame[]>} */
export async function framesOf(ask, node, plan) {
  const { game, rules, board } = node.position;
  const line = await ask("line", { game: `${game}+${rules}`, board, moves: plan.join(" ") });
  let { keys } = node;
  return [{ move: null, from: [], to: [], position: line.origin, keys }, ...line.steps.map((step) => ({ ...step, keys: (keys = movedKeys(keys, step)) }))];
}

/** What lies on the board in a frame; nothing of it can be moved. @param {Frame[]} frames @param {number} at @param {string} what */
export const stageOf = (frames, at, what) => ({
  view: { ...frames[at].position.view, moves: [] }, keys: frames[at].keys, last: at > 0 ? frames[at] : null, label: `${what}, move ${at} of ${frames.length - 1}`,
});

/** Before the line of a move begins, whoever only passes by has left it. */
const PATIENCE = 350;
/** A line takes about so long, whatever its length; its end is looked at. */
const WHOLE = 9000;
const END = 1500;
const step = (count) => Math.max(90, Math.min(600, WHOLE / count));

export class Preview {
  timer = 0;
  turn = 0;

  /** @param {(name: string, question: object) => Promise<any>} ask @param {(pointed: {node: any, move: any, stage: any} | null) => void} show */
  constructor(ask, show) {
    this.ask = ask;
    this.show = show;
  }

  /** Points at a move: at once by an arrow, then by its line. @param {import("./session.js").Node} node @param {import("./api.js").Move | null} move @param {string[]} [plan] */
  point(node, move, plan = []) {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    this.show(move && { node, move, stage: null });
    if (move && plan.length > 1) this.timer = setTimeout(() => this.begin(turn, node, move, plan), PATIENCE);
  }

  async begin(turn, node, move, plan) {
    try {
      const frames = await framesOf(this.ask, node, plan);
      const next = (at) => {
        if (turn !== this.turn) return;
        this.show({ node, move, stage: { ...stageOf(frames, at, "line"), instant: step(plan.length) < 200 } });
        const last = at === plan.length;
        this.timer = setTimeout(() => next(last ? 0 : at + 1), last ? END : step(plan.length));
      };
      next(1);
    } catch {
      // The arrow has said what the move is.
    }
  }
}
