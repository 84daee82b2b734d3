// Whether the page starts with today's deals.
import { dayNumber } from "../model/daily";
import { read, readGames, write } from "./storage";

/**
 * A returning player starts the day with it, unless the address names another page; `#today` always
 * opens it, for a page on a home screen.
 */
export function isTodayDue(address: string) {
  const today = dayNumber();
  const isFirst = read("day") !== today && readGames().length > 0;
  write("day", today);
  return address === "#today" || (address.replace("#", "") === "" && isFirst);
}
