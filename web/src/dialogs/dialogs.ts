// Dialogs that few visits need, fetched when first opened.
export { DailyDialog as daily } from "./calendar";
export { HelpDialog as help } from "./help";
export { LessonDialog as lesson } from "./lesson";
export { GamesDialog as games, MenuDialog as menu } from "./menus";
export { DealDialog as deal } from "./new-game";
export { SettingsDialog as settings } from "./settings";
export { StatisticsDialog as statistics } from "./statistics";
export { StudiesDialog as studies } from "./studies";
