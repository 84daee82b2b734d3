// The boards whose rows run downward on a phone.
import type { View } from "../api/types";

/** Wide boards of cards do not fit across a phone. */
export const runsDown = (view: View) =>
  view.control === "place" && view.columns > 8 && window.matchMedia("(max-width: 720px)").matches;
