// What has the window for itself, fetched when it is opened for the first time.
export { FindPage as find } from "./find";
export { PuzzlesPage as puzzles } from "./puzzles";
export { TodayPage as today } from "./today";
