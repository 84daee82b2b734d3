// The saved games as a file: written for another browser or for the terminal, and read from one.
import { gamesOf, gamesText } from "../model/games-format";
import { adding } from "../model/kept";
import { counted } from "../model/say";
import { download } from "./backup";
import { readGames, readStatistics, writeGames } from "./storage";

export function exportGames() {
  download(gamesText(readGames(), readStatistics()), "patience-games.json");
}

/** Adds the games of a file to the saved games, and reports their number. */
export async function importGames(file: File): Promise<string> {
  const more = gamesOf(await file.text(), file.name, Date.now());
  const { games, added, met, left } = adding(readGames(), more);
  if (!writeGames(games))
    throw new Error(
      `The games of ${file.name} do not fit into this browser's storage; nothing was changed.`,
    );
  return `${counted(added, "game")} of ${file.name} saved here${met ? `; in ${met} of them the earlier version is kept as variations` : ""}${left ? `; no room for ${left} more` : ""}.`;
}
