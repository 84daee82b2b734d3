// The parts of the page that the first board does not need.

/** What the first board does not need is fetched right after it. */
export const late = () => import("./late-parts.js");

/** What opens over the page, by name. */
export const DIALOGS = { deal: "DealDialog", settings: "SettingsDialog", statistics: "StatisticsDialog", studies: "StudiesDialog", help: "HelpDialog", games: "GamesDialog", menu: "MenuDialog", daily: "DailyDialog", lesson: "LessonDialog", lanes: "SideBySideDialog" };

/** Those that have nothing to show before the games and their algorithms are known. */
export const NEED_GAMES = new Set(["deal", "lanes"]);
