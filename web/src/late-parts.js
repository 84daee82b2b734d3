// What is fetched right after the first board, in a file of its own. The page finds these by their names.
export { Actions, DealFacts, KeyList, Won } from "./around.js";
export { DailyDialog, Rail, dailyNames } from "./calendar.js";
export { Compare } from "./compare.js";
export { dealSource } from "./deal-search.js";
export { GamesDialog, HelpDialog, MenuDialog, SettingsDialog, StatisticsDialog } from "./dialogs.js";
export { Edit } from "./edit.js";
export { exportGames, importGames } from "./games-file.js";
export { Graph } from "./graph-view.js";
export { LessonDialog } from "./lesson.js";
export { DealDialog } from "./new-game.js";
export { Panel } from "./panel.js";
export { PlayPanel, Sentence, Staged } from "./play-panel.js";
export { Printed } from "./printed.js";
export { SideBySideDialog } from "./side-by-side.js";
export { Beside } from "./side.js";
export { lost, moved, won } from "./sound.js";
export { StudiesDialog } from "./studies.js";
export { Watch } from "./watch.js";
