// What lies on the table in place of the game: a film, a search, a line, an edited board.
import type { ComponentChildren } from "preact";
import type { Move, View } from "../api/types";
import type { Keys } from "../model/session";

export interface Stage {
  view: View;
  keys: Keys;
  /** What the board is called when it is read aloud. */
  label: string;
  /** What is said below the board. */
  note?: string;
  /** The move that led here. */
  last?: Pick<Move, "from" | "to"> | null;
  /** Without animation, where positions follow each other too fast. */
  instant?: boolean;
  /** The editor's cell. */
  chosen?: number | null;
  /** Takes every click, for the editor. */
  onCell?: (cell: number) => void;
  /** The tree of a search that is watched, where there is room beside the board. */
  tree?: ComponentChildren;
}
