// Keys that step through a recording, wherever the focus is.
import { stepByKey } from "../model/player";
import type { Player } from "../model/player";

/** Applies a key to a player; elements that take keys themselves keep them. */
export function stepOnKey(player: Player, event: KeyboardEvent) {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return;
  if (!(target instanceof Element) || target.closest("input, select, textarea, .board")) return;
  // In a tree they walk from node to node.
  if (/^(Arrow|Home$|End$)/.test(key) && target.closest("[role=tree], .tree-room")) return;
  if (key === " " && target.closest("button, summary, a")) return;
  const act = stepByKey(player, key);
  if (!act) return;
  event.preventDefault();
  act();
}
