// The command of each key. The terminal's game knows the same keys. Pure.
import type { Commands } from "./commands";

/** The commands of keys; none of them needs parameters. */
export type KeyCommand = Extract<
  keyof Commands,
  | "back"
  | "forward"
  | "undo"
  | "redo"
  | "restart"
  | "hint"
  | "analyse"
  | "winnable"
  | "film"
  | "next"
  | "redeal"
  | "help"
>;

/** Every command with its keys, in the order of the help. */
export const KEYS: { command: KeyCommand; keys: string[]; label: string; words: string }[] = [
  {
    command: "back",
    keys: ["["],
    label: "[",
    words: "one move back; in the analysis also ←, unless you walk on the board",
  },
  {
    command: "forward",
    keys: ["]"],
    label: "]",
    words: "one move forward; in the analysis also →, unless you walk on the board",
  },
  { command: "undo", keys: ["u", "backspace"], label: "U", words: "undo" },
  { command: "redo", keys: ["r"], label: "R", words: "redo" },
  { command: "restart", keys: ["home"], label: "Home", words: "back to the deal" },
  { command: "hint", keys: ["h"], label: "H", words: "hint" },
  { command: "analyse", keys: ["e", "a"], label: "E", words: "analysis on and off" },
  { command: "winnable", keys: ["b"], label: "B", words: "back to where it could be won" },
  { command: "film", keys: ["f"], label: "F", words: "watch the win" },
  { command: "next", keys: ["n"], label: "N", words: "new deal" },
  { command: "redeal", keys: ["d"], label: "D", words: "redeal, in games that have redeals" },
  { command: "help", keys: ["?"], label: "?", words: "help" },
];

export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The command of a key; null if it has none. Arrows step through the moves if `stepping`. */
export function commandOf(event: Key, stepping = false): KeyCommand | null {
  if (event.altKey) return null;
  if (stepping && event.key === "ArrowLeft") return "back";
  if (stepping && event.key === "ArrowRight") return "forward";
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey)
    return key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
  return KEYS.find((each) => each.keys.includes(key))?.command ?? null;
}
