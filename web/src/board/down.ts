// The boards whose rows run downward on a phone.
import type { View } from "../api/types";

const UPRIGHT = window.matchMedia("(max-width: 720px) and (orientation: portrait)");

/** Wide boards of cards do not fit across an upright phone. */
export const runsDown = (view: View) =>
  view.control === "place" && view.columns > 8 && UPRIGHT.matches;
