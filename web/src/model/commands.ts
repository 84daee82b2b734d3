// The commands of buttons and keys for the game and the page; the shell executes them.
import type { Move } from "../api/types";
import type { Node } from "./session";

/** Tabs of the panel next to the board; the editor belongs to the first of them. */
export type Tab = "play" | "analyse" | "watch" | "compare" | "edit";

/** Dialogs that open over the page. */
export type DialogName =
  | "deal"
  | "settings"
  | "statistics"
  | "studies"
  | "help"
  | "games"
  | "menu"
  | "daily"
  | "lesson"
  | "lanes"
  | "search"
  | "algorithms"
  | "compare"
  | "rules"
  | "today"
  | "puzzles"
  | "find";

/** Windows that open with their own searches. */
export const SEARCHES = new Set<DialogName>(["lanes", "search", "algorithms", "compare"]);

/** Copies a string, and names its kind; returns whether that was possible. */
export type Copy = (text: string, what: string) => Promise<boolean>;

export interface Commands {
  undo: () => void;
  redo: () => void;
  restart: () => void;
  end: () => void;
  back: () => void;
  forward: () => void;
  winnable: () => void;
  goTo: (node: Node | null) => void;
  promote: (node: Node) => void;
  demote: (node: Node) => void;
  remove: (node: Node) => void;
  comment: (node: Node, text: string) => void;
  make: (move: Move) => void;
  /** The next step of help, shown next to its subject. */
  hint: () => void;
  /** The next step of help. */
  look: () => void;
  redeal: () => void;
  /** Plays the rest of a game that only puts cards home. */
  finish: () => void;
  cancel: () => void;
  /** To the move that lost the game. */
  whereLost: () => void;
  /** To the position before a move about which the player was warned. */
  takeBack: (node: Node) => void;
  /** Continues after a warning. */
  keepPlaying: () => void;
  /** From here onward a win counts as one with help. */
  help: () => void;
  /** Points at a move, and at its line. */
  show: (move: Move | null, plan?: string[]) => void;
  analyse: () => void;
  film: () => void;
  next: () => void;
  edit: () => void;
  /** draws a new board */
  draw: () => void;
  copy: Copy;
  copyLink: () => void;
  dialog: (dialog: DialogName) => void;
}
