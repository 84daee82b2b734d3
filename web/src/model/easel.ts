// A board being edited, step by step: the rules check every step, and rejected steps are not
// drawn.
import { messageOf } from "../api/error";
import type { Ask, View, Where } from "../api/types";
import { drawn, has, resized, toolsOf } from "./drawing";
import type { Brush, Draft } from "./drawing";
import { plainBoard, write } from "./editing";

const signsIn = (view: View) => view.cells.map(({ sign }) => sign);

/** A stroke over several cells is undone in one step. */
interface Stroke extends Brush {
  takes: boolean;
  /** the boards before it */
  past: View[];
}

export class Easel {
  /** The content of the board; the page follows a moment later. */
  draft: Draft | null = null;
  private stroke: Stroke | null = null;
  /** The stroke so far; the rules may have checked only a part of it. */
  private wanted: string[] | null = null;
  private isChecking = false;

  constructor(
    private ask: Ask,
    /** the game to which the board belongs */
    private where: () => Where,
    private shown: (draft: Draft) => void,
  ) {}

  show(draft: Draft) {
    this.draft = draft;
    this.shown(draft);
  }

  begin({ view }: { view: View }) {
    const own = { ...view, moves: [], cells: view.cells.slice() };
    const colour = own.cells.find((cell) => cell.colour)?.colour ?? "R";
    const plain = { chosen: null, brush: null, error: "", past: [], future: [] };
    this.show({ ...plain, view: own, tool: "piece", colour });
  }

  /** Starts with the plainest board of a given size. */
  async blank(game: string, { rows, columns }: Pick<View, "rows" | "columns">) {
    const board = plainBoard(game, rows, columns);
    this.begin(await this.ask("position", { ...this.where(), board }));
  }

  leave() {
    this.draft = this.stroke = this.wanted = null;
  }

  /** A click on a cell: the tool is used there, the sign is put down, or two cells are swapped. */
  click = async (cell: number) => {
    const { draft } = this;
    if (!draft) return;
    if (toolsOf(draft.view).length) return this.paint(cell, true, false);
    const { brush, chosen, view } = draft;
    const signs = signsIn(view);
    if (brush === null && chosen === null) return this.show({ ...draft, chosen: cell });
    const here = signs[cell] ?? "";
    signs[cell] = brush ?? signs[chosen ?? cell] ?? "";
    if (brush === null && chosen !== null) signs[chosen] = here;
    return this.check(draft, signs);
  };

  /** The stroke has reached another cell. */
  paint = async (cell: number, isFirst: boolean, erases: boolean) => {
    const { draft } = this;
    if (!draft) return;
    const { view, colour, tool } = draft;
    const signs = this.wanted ?? signsIn(view);
    const here = signs[cell] ?? "";
    if (isFirst) {
      const brush = { colour, tool: erases ? ("erase" as const) : tool };
      this.stroke = { ...brush, takes: has(here, brush, view), past: [...draft.past, view] };
    }
    const { stroke } = this;
    const next = stroke && drawn(here, stroke, view, stroke.takes);
    if (!next || next === here) return;
    this.wanted = signs.with(cell, next);
    return this.settle(stroke.past);
  };

  /** Empties a cell. */
  erase = async (cell: number) => {
    const { draft } = this;
    if (!draft) return;
    if (toolsOf(draft.view).length) return this.paint(cell, true, true);
    if (draft.view.control === "place")
      return this.check(draft, signsIn(draft.view).with(cell, "--"));
  };

  /** Lets the rules check the stroke so far; the stroke may continue in the meantime. */
  private async settle(past: View[]) {
    if (this.isChecking) return;
    this.isChecking = true;
    for (let seen: string[] | null = null; this.draft && this.wanted && this.wanted !== seen;) {
      seen = this.wanted;
      await this.check(this.draft, seen, past);
    }
    this.wanted = null;
    this.isChecking = false;
  }

  /** Lets the rules check a board, and draws it if it is valid; otherwise the old one stays. */
  private async check(
    draft: Draft,
    signs: string[],
    past = [...draft.past, draft.view],
    size: Partial<View> = {},
  ) {
    const { view } = draft;
    const board = write(signs, { ...view, ...size });
    try {
      const position = await this.ask("position", { ...this.where(), board });
      if (!this.draft) return;
      const { palette } = view;
      const next = { ...position.view, moves: [], ...(palette ? { palette } : {}) };
      // The tool and the colour may have been changed in the meantime.
      this.show({ ...this.draft, chosen: null, error: "", past, future: [], view: next });
    } catch (error) {
      this.stroke = this.wanted = null;
      if (this.draft) this.show({ ...this.draft, chosen: null, error: messageOf(error) });
    }
  }

  /** The board in another size: what fits stays. */
  resize(size: { rows: number; columns: number }) {
    const { draft } = this;
    return draft && this.check(draft, resized(draft.view, size), undefined, size);
  }

  /** Undoes or redoes a step. */
  step = (by: 1 | -1) => {
    const { draft } = this;
    if (!draft) return;
    const { view, past, future } = draft;
    const next = by < 0 ? past.at(-1) : future[0];
    if (!next) return;
    const kept =
      by < 0
        ? { past: past.slice(0, -1), future: [view, ...future] }
        : { past: [...past, view], future: future.slice(1) };
    this.show({ ...draft, ...kept, view: next, chosen: null, error: "" });
  };
}
