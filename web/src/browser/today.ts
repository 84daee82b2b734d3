// Whether the page begins with what there is today.
import { dayNumber } from "../model/daily";
import { read, readGames, write } from "./storage";

/**
 * Whoever has played here begins a day with it, unless the address names something else; `#today`
 * always does, for whoever has put the page on a home screen.
 */
export function isTodayDue(address: string) {
  const today = dayNumber();
  const isFirst = read("day") !== today && readGames().length > 0;
  write("day", today);
  return address === "#today" || (address.replace("#", "") === "" && isFirst);
}
