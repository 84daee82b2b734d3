// The phone's menus: the games, and the entries of the desktop's top bar.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Commands } from "../model/commands";
import { deedOf } from "../model/prompts";
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
    <ul class="menu games-menu">
      {games.map((game) => (
        <li>
          <button aria-current={game.name === info?.name} onClick={() => onGame(game)}>
            <GameMark game={game.name} />
            <span>
              {game.title}
              <small>{deedOf(game.name)}</small>
            </span>
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

/** An entry that opens another part instead of the menu. */
const opening = (
  icon: IconName,
  words: string,
  dialog: Parameters<Commands["dialog"]>[0],
): Entry => ({ icon, words, act: (command) => command.dialog(dialog) });

/** An entry that acts on the game. */
const doing = (icon: IconName, words: string, name: "restart" | "copyLink" | "edit"): Entry => ({
  icon,
  words,
  act: (command, close) => {
    close();
    command[name]();
  },
});

const STUDIES = opening("book", "Studies", "studies");

/** Entries that every player needs. */
const FIRST: Entry[] = [
  opening("today", "Today", "today"),
  opening("puzzle", "Puzzles", "puzzles"),
  opening("new", "New game", "deal"),
  opening("help", "Help", "help"),
  opening("settings", "Settings", "settings"),
];

/** All other entries, under headings. */
const GROUPS: [heading: string, entries: Entry[]][] = [
  [
    "This deal",
    [
      doing("restart", "Restart this deal", "restart"),
      doing("link", "Copy a link to this position", "copyLink"),
      doing("edit", "Edit the board", "edit"),
    ],
  ],
  [
    "Play",
    [
      opening("search", "Find a deal", "find"),
      opening("calendar", "Daily deals", "daily"),
      opening("chart", "Statistics", "statistics"),
      opening("book", "Rules", "rules"),
    ],
  ],
  [
    "Learn",
    [opening("tree", "Searches", "search"), opening("eye", "Algorithms", "algorithms"), STUDIES],
  ],
];

type MenuProps = Pick<DialogProps, "studies" | "command" | "onClose">;

const Entries = ({ entries, command, onClose }: { entries: Entry[] } & MenuProps) => (
  <ul class="menu">
    {entries.map(({ icon, words, act }) => (
      <li key={words}>
        <button onClick={() => act(command, onClose)}>
          <Icon name={icon} />
          {words}
        </button>
      </li>
    ))}
  </ul>
);

/** Whether the bar has the common entries, so that the menu begins with the others. */
const isDesk = () => window.matchMedia("(min-width: 721px) and (min-height: 521px)").matches;

export function MenuDialog(props: MenuProps) {
  const [desk] = useState(isDesk);
  const [isOpen, setOpen] = useState(desk);
  // This is decided when the menu opens, so that nothing moves under a finger later; an unknown
  // answer counts as yes.
  const [hasStudies] = useState(props.studies !== false);
  const rest = useRef<HTMLDivElement>(null);
  // On a low screen they start below its edge.
  useEffect(() => {
    if (isOpen && !desk) rest.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <Dialog title={desk ? "More" : "Menu"} onClose={props.onClose}>
      {desk ? null : (
        <>
          <Entries {...props} entries={FIRST} />
          <button
            class="menu-more"
            aria-expanded={isOpen}
            aria-controls="menu-rest"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" />
            {isOpen ? "Less" : "More"}
          </button>
        </>
      )}
      <div class="menu-rest" id="menu-rest" ref={rest} hidden={!isOpen}>
        {GROUPS.map(([heading, entries]) => (
          <section aria-label={heading} key={heading}>
            <h3>{heading}</h3>
            <Entries
              {...props}
              entries={entries.filter((each) => hasStudies || each !== STUDIES)}
            />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
