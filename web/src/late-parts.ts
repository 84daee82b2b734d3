// The parts fetched right after the first board. The page finds these by their names.
import type { ComponentType } from "preact";
import { DailyDialog } from "./dialogs/calendar";
import type { DialogProps } from "./dialogs/dialog-props";
import { HelpDialog } from "./dialogs/help";
import { LessonDialog } from "./dialogs/lesson";
import { pageOf } from "./dialogs/page-of";
import { GamesDialog, MenuDialog } from "./dialogs/menus";
import { DealDialog } from "./dialogs/new-game";
import { SettingsDialog } from "./dialogs/settings";
import { StatisticsDialog } from "./dialogs/statistics";
import { StudiesDialog } from "./dialogs/studies";
import type { DialogName } from "./model/commands";

export { exportGames, importGames } from "./browser/games-file";
export { lost, moved, won } from "./browser/sound";
export { Rail } from "./dialogs/calendar";
export { dealSource, findDeal, wishedDeal } from "./model/deal-search";
export { Actions, DealFacts, KeyList } from "./panels/around";
export { Compare } from "./panels/compare";
export { Edit } from "./panels/edit";
export { Graph } from "./panels/graph-view";
export { Panel } from "./panels/panel";
export { PlayPanel } from "./panels/play-panel";
export { Printed } from "./panels/printed";
export { Sentence, Staged } from "./panels/sentence";
export { Beside } from "./panels/side";
export { Watch } from "./panels/watch";
export { Won } from "./panels/won";

/** The dialogs that open over the page. */
export const DIALOGS: Record<DialogName, ComponentType<DialogProps>> = {
  deal: DealDialog,
  settings: SettingsDialog,
  statistics: StatisticsDialog,
  studies: StudiesDialog,
  help: HelpDialog,
  games: GamesDialog,
  menu: MenuDialog,
  daily: DailyDialog,
  lesson: LessonDialog,
  lanes: pageOf("lanes", "Search"),
  search: pageOf("search", "Search"),
  algorithms: pageOf("algorithms", "Algorithms"),
  rules: pageOf("rules", "Rules"),
  compare: pageOf("compare", "Compare"),
  today: pageOf("today", "Today"),
  puzzles: pageOf("puzzles", "Puzzles"),
  find: pageOf("find", "Find a deal"),
};
