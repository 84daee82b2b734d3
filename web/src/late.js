// The parts of the page that the first board does not need.

/** What the first board does not need is fetched right after it. */
export const late = () =>
  Promise.all([import("./around.js"), import("./panel.js"), import("./play-panel.js"), import("./side.js"), import("./watch.js"), import("./compare.js"), import("./edit.js"), import("./dialogs.js"), import("./new-game.js"), import("./studies.js"), import("./graph-view.js"), import("./calendar.js"), import("./lesson.js"), import("./sound.js"), import("./deal-search.js"), import("./deals.js"), import("./games-file.js"), import("./side-by-side.js"), import("./printed.js")]).then((parts) => Object.assign({}, ...parts));

/** What opens over the page, by name. */
export const DIALOGS = { deal: "DealDialog", settings: "SettingsDialog", statistics: "StatisticsDialog", studies: "StudiesDialog", help: "HelpDialog", games: "GamesDialog", menu: "MenuDialog", daily: "DailyDialog", lesson: "LessonDialog", lanes: "SideBySideDialog" };

/** Those that have nothing to show before the games and their algorithms are known. */
export const NEED_GAMES = new Set(["deal", "lanes"]);
