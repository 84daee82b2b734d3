// Parts that fill the window, and those of two tabs, fetched when first opened.
export { Compare as comparison } from "../panels/compare";
export { Edit as editor } from "../panels/edit";
export { FindPage as find } from "./find";
export { AlgorithmsWindow as algorithms, CompareWindow as compare } from "./search/windows";
export { PairWindow as lanes, SearchWindow as search } from "./search/windows";
export { PuzzlesPage as puzzles } from "./puzzles";
export { RulesPage as rules } from "./rule-page";
export { TodayPage as today } from "./today";
