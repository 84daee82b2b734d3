// Small pictures for buttons, marks and games, all drawn on 24 by 24.
import type { JSX } from "preact";
import type { Worth } from "../api/types";

const ICONS = {
  undo: "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
  redo: "M16 5l5 5-5 5M21 10H10a6 6 0 0 0 0 12h3",
  restart: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  shuffle:
    "M3 7h3c5 0 7 10 12 10h3M18 14l3 3-3 3M3 17h3c1.600 0 2.900-1 4-2.400M13.500 9.500C14.800 8 16.200 7 18 7h3M18 4l3 3-3 3",
  hint: "M9 21h6M10 18h4M12 3a6.5 6.5 0 0 0-4 11.5c.8.7 1.5 1.5 1.5 3.5h5c0-2 .7-2.8 1.5-3.5A6.5 6.5 0 0 0 12 3z",
  new: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  lanes: "M4 4h6v16H4zM14 4h6v16h-6z",
  eye: "M2 12s3.5-6.5 10-6.500S22 12 22 12s-3.5 6.5-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  menu: "M4 6h16M4 12h16M4 18h16",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.5 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.5-1.5",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.500v5M8 14.500v5",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
  search: "M10.5 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500 21 21",
  today:
    "M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19",
  puzzle: "M4 8h4.500a2.500 2.500 0 1 1 5 0H18v4.500a2.500 2.500 0 1 1 0 5V20H4z",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
  chart: "M5 20V11M12 20V4M19 20v-6",
  help: "M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.1-1.5 2.200M12 17.500v.1M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
  flame:
    "M12 3c1 4 5 5.5 5 10.500A5 5 0 0 1 7 13.500C7 11 9 10 9.5 7.5 11 8.5 11.5 10 11.5 11 12.5 9 12.5 6 12 3z",
  star: "m12 3 2.700 5.800 6.300.7-4.700 4.300 1.300 6.200-5.600-3.100L6.400 20l1.300-6.200L3 9.500l6.300-.7z",
  check: "M5 12.5 10 17.5 19.5 7",
  cross: "M6 6l12 12M18 6 6 18",
  question: "M8 9a4 4 0 1 1 5.5 3.700c-1 .5-1.5 1.1-1.5 2.300M12 18.500v.6",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18 5v14",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  back: "M14 6l-6 6 6 6",
  forward: "M10 6l6 6-6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  stop: "M6 6h12v12H6z",
  chevron: "M6 9l6 6 6-6",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  tree: "M12 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM5 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM19 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM11 8 6 16M13 8l5 8",
  up: "M12 19V5M5 12l7-7 7 7",
  down: "M12 5v14M5 12l7 7 7-7",
  left: "M19 12H5M12 5l-7 7 7 7",
  right: "M5 12h14M12 5l7 7-7 7",
};

export type IconName = keyof typeof ICONS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
);

const GAMES: Record<string, JSX.Element> = {
  gaps: (
    <>
      <path d="M2 5h4.500v14H2zM8 5h4.500v14H8zM19 5h3v14h-3z" />
      <path class="stroke" d="M14.7 6h2.600M14.7 18h2.600M14.5 9v2M17.5 9v2M14.5 13v2M17.5 13v2" />
    </>
  ),
  birds: (
    <>
      <path d="M9 3h9.500a1.5 1.5 0 0 1 1.5 1.500V17h-2V5H9z" opacity=".55" />
      <path d="M5 7h9a1.5 1.5 0 0 1 1.5 1.500v12A1.5 1.5 0 0 1 14 22H5a1.5 1.5 0 0 1-1.5-1.500v-12A1.5 1.5 0 0 1 5 7z" />
    </>
  ),
  cohesion: (
    <path d="M5 3h5a2 2 0 0 1 2 2v7h7a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z" />
  ),
  tiles: (
    <>
      <path d="M8.5 7h7A1.5 1.5 0 0 1 17 8.500v7a1.5 1.5 0 0 1-1.5 1.500h-7A1.5 1.5 0 0 1 7 15.500v-7A1.5 1.5 0 0 1 8.5 7z" />
      <path class="stroke" d="M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5" />
    </>
  ),
  sliding: <path d="M13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z" />,
};

export const GameMark = ({ game }: { game: string }) => (
  <svg class="game-mark" viewBox="0 0 24 24" aria-hidden="true">
    {GAMES[game] ?? null}
  </svg>
);

export const Brand = () => (
  <svg class="brand-mark" viewBox="0 0 28 24" aria-hidden="true">
    <rect x="1" y="2" width="12" height="20" rx="2.5" />
    <rect class="gap" x="16" y="3" width="10.5" height="18" rx="2" />
  </svg>
);

interface BadgeProps {
  worth: Worth;
  /** The number of moves to the win. */
  distance?: number | null;
  /** Whether the number is proved to be minimal. */
  exact?: boolean;
  /** For narrow places. */
  bare?: boolean;
}

/** The value of a position or a move: shape, glyph and word. */
const WORTH: Record<BadgeProps["worth"], { icon: IconName; words: string }> = {
  wins: { icon: "check", words: "wins" },
  loses: { icon: "cross", words: "lost" },
  unknown: { icon: "question", words: "open" },
};

/** A badge for a value; the number of moves to the win, with `≤` if fewer may suffice. */
export function Badge({ worth, distance = null, exact = false, bare = false }: BadgeProps) {
  const { icon, words } = WORTH[worth];
  const text =
    worth === "wins" && distance !== null
      ? `${exact ? "" : bare ? "≤" : "≤ "}${distance}`
      : bare && worth === "wins"
        ? ""
        : words;
  return (
    <span class={`worth ${worth}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
}
