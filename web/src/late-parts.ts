// The parts fetched right after the first board. The page looks these up by name.
import type { ComponentType } from "preact";
import type { DialogProps } from "./dialogs/dialog-props";
import { laterDialog, pageOf } from "./dialogs/page-of";
import type { DialogName } from "./model/commands";

// The pages and the dialogs share it.
export { byFingers } from "./browser/fingers";
export { lost, moved, won } from "./browser/sound";
export { Rail } from "./dialogs/month";
export { dealSource, findDeal, wishedDeal } from "./model/deal-search";
export { Actions, DealFacts, KeyList } from "./panels/around";
export { Graph } from "./panels/graph-view";
export { LaterCompare as Compare, LaterEdit as Edit } from "./panels/later";
export { Panel } from "./panels/panel";
export { PlayPanel } from "./panels/play-panel";
export { Printed } from "./panels/printed";
export { Sentence, Staged } from "./panels/sentence";
export { Beside } from "./panels/side";
export { Spoken } from "./panels/spoken";
export { Watch } from "./panels/watch";
export { Won } from "./panels/won";

/** The dialogs that open over the page. */
export const DIALOGS: Record<DialogName, ComponentType<DialogProps>> = {
  deal: laterDialog("deal", "New game"),
  settings: laterDialog("settings", "Settings"),
  statistics: laterDialog("statistics", "Statistics"),
  studies: laterDialog("studies", "Studies"),
  help: laterDialog("help", "Help"),
  games: laterDialog("games", "Games"),
  menu: laterDialog("menu", "Menu"),
  daily: laterDialog("daily", "Daily deals"),
  lesson: laterDialog("lesson", "Lesson"),
  lanes: pageOf("lanes", "Search"),
  search: pageOf("search", "Search"),
  algorithms: pageOf("algorithms", "Algorithms"),
  rules: pageOf("rules", "Rules"),
  compare: pageOf("compare", "Compare algorithms"),
  today: pageOf("today", "Today"),
  puzzles: pageOf("puzzles", "Puzzles"),
  find: pageOf("find", "Find a deal"),
};
