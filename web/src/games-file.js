// The kept games as a file: written for another browser, and read from one.
import { keeping } from "./kept.js";
import { read, readStatistics, write } from "./storage.js";

export function exportGames() {
  const file = new Blob([JSON.stringify({ patience: 1, games: read("games", []), statistics: readStatistics() }, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "patience-games.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Adds the games of a file to those that are kept, and says how many it has. @param {File} file @returns {Promise<number>} */
export async function importGames(file) {
  try {
    const { patience, games } = JSON.parse(await file.text());
    if (patience !== 1 || !Array.isArray(games) || !games.every((game) => typeof game.name === "string" && Array.isArray(game.tree) && Array.isArray(game.at))) throw new Error();
    write("games", [...games].reverse().reduce((kept, game) => keeping(kept, game), read("games", [])));
    return games.length;
  } catch {
    throw new Error(`${file.name} is not a valid file of games; expected one that was exported here.`);
  }
}
