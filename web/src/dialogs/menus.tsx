// The phone's menus: the games, and what the top bar has on a desk.
import type { Commands } from "../model/commands";
import { Dialog } from "../parts/dialog";
import { GameMark, Icon } from "../parts/icons";
import type { IconName } from "../parts/icons";
import type { DialogProps } from "./dialog-props";

export const GamesDialog = ({
  games,
  info,
  onGame,
  onClose,
}: Pick<DialogProps, "games" | "info" | "onGame" | "onClose">) => (
  <Dialog title="Games" onClose={onClose}>
    <ul class="menu">
      {games.map((game) => (
        <li>
          <button aria-current={game.name === info?.name} onClick={() => onGame(game)}>
            <GameMark game={game.name} />
            {game.title}
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
);

interface Entry {
  icon: IconName;
  words: string;
  act: (command: Commands, close: () => void) => void;
}

/** An entry that opens something else instead of the menu. */
const opening = (
  icon: IconName,
  words: string,
  dialog: Parameters<Commands["dialog"]>[0],
): Entry => ({ icon, words, act: (command) => command.dialog(dialog) });

/** An entry that does something to the game. */
const doing = (icon: IconName, words: string, name: "restart" | "copyLink" | "edit"): Entry => ({
  icon,
  words,
  act: (command, close) => {
    close();
    command[name]();
  },
});

const STUDIES = opening("book", "Studies", "studies");
const ENTRIES: Entry[] = [
  opening("today", "Today", "today"),
  opening("puzzle", "Puzzles", "puzzles"),
  opening("search", "Find a deal", "find"),
  opening("calendar", "Daily deals", "daily"),
  opening("new", "More ways to begin a game", "deal"),
  doing("restart", "Restart this deal", "restart"),
  doing("link", "Copy a link to this position", "copyLink"),
  doing("edit", "Edit the board", "edit"),
  opening("tree", "Search window", "search"),
  opening("eye", "Algorithms", "algorithms"),
  STUDIES,
  opening("chart", "Statistics", "statistics"),
  opening("book", "Rules", "rules"),
  opening("help", "Help", "help"),
  opening("settings", "Settings", "settings"),
];

export const MenuDialog = ({
  studies,
  command,
  onClose,
}: Pick<DialogProps, "studies" | "command" | "onClose">) => (
  <Dialog title="Menu" onClose={onClose}>
    <ul class="menu">
      {ENTRIES.filter((each) => studies || each !== STUDIES).map(({ icon, words, act }) => (
        <li key={words}>
          <button onClick={() => act(command, onClose)}>
            <Icon name={icon} />
            {words}
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
);
