// Content of the table that replaces the game: a playback, a search, a line, an edited board.
import type { ComponentChildren } from "preact";
import type { Move, View } from "../api/types";
import type { Keys } from "../model/session";

export interface Stage {
  view: View;
  keys: Keys;
  /** By cell, the cards that lie there. */
  stacks?: string[][];
  /** The name of the board for screen readers. */
  label: string;
  /** Text below the board. */
  note?: string;
  /** The move that led here. */
  last?: Pick<Move, "from" | "to"> | null;
  /** Without animation, if positions follow each other too fast. */
  instant?: boolean;
  /** The editor's cell. */
  chosen?: number | null;
  /** Cells with faults found by the editor. */
  ringed?: number[];
  /** Takes every click, for the editor. */
  onCell?: (cell: number) => void | Promise<void>;
  /** Takes every cell that the pointer is dragged over (if absent, a drag is two clicks). */
  onStroke?: (cell: number, isFirst: boolean, erases: boolean) => void;
  /** Empties a cell, on a right click or a key. */
  onErase?: (cell: number) => void;
  /** The tree of a watched search, if there is room next to the board. */
  tree?: ComponentChildren;
}
