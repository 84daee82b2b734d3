// The kept games as a file: written for another browser, and read from one.
import { isKept, keeping } from "./kept.js";
import { readGames, readStatistics, writeGames } from "./storage.js";

export function exportGames() {
  const file = new Blob([JSON.stringify({ patience: 1, games: readGames(), statistics: readStatistics() }, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "patience-games.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** No browser keeps as much. */
const MOST_BYTES = 20e6;

/** Adds the games of a file to those that are kept, and says how many it has. @param {File} file @returns {Promise<number>} */
export async function importGames(file) {
  const told = file.size < MOST_BYTES ? await file.text().then(JSON.parse).catch(() => null) : null;
  if (told?.patience !== 1 || !Array.isArray(told.games) || !told.games.every(isKept)) throw new Error(`${file.name} is not a valid file of games; expected one that was exported here.`);
  if (!writeGames([...told.games].reverse().reduce((kept, game) => keeping(kept, game), readGames()))) throw new Error(`The games of ${file.name} do not fit into this browser's storage; nothing was changed.`);
  return told.games.length;
}
