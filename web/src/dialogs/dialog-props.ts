// The properties that the shell passes to dialogs; each dialog takes those that it needs.
import type { Ask, Game, Position, Where } from "../api/types";
import type { Settings } from "../browser/storage";
import type { Commands } from "../model/commands";
import type { Standing } from "../model/standing";
import type { Days } from "../model/daily";
import type { Wish } from "../model/deal-search";
import type { Kept } from "../model/kept";
import type { Choice, Link } from "../model/link";
import type { Session } from "../model/session";
import type { Reading } from "./reading";

export interface DialogProps {
  onClose: () => void;
  command: Commands;
  ask: Ask;
  games: Game[];
  /** the current game */
  info: Game | undefined;
  /** its rules */
  /** whether the server has studies; null until known */
  studies: boolean | null;
  /** the deal of the current game */
  here: Pick<Position, "game" | "rules">;
  /** state of the game, and the question's parameters */
  position: Position;
  at: Required<Pick<Where, "game" | "board">>;
  /** the source of its deal, its name, and the moves made since */
  where: Where;
  name: string;
  moves: string;
  /** the current game, if it was begun and has no result */
  standing: Standing | null;
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
  level: Wish;
  onLevel: (level: Wish) => void;
  kept: Kept[];
  onKept: (kept: Kept) => void;
  onOpen: (session: Session) => void;
  onGame: (game: Game) => void;
  onLink: (link: Link) => void;
  /** Requests a new deal. */
  onPlay: () => void;
  days: Days;
  /** the day on which the calendar opens */
  day: number | undefined;
  onDaily: (game: Game, tag: string) => void;
  /** Copies a string; if that is not allowed, shows where to find it. Returns whether it was copied. */
  onCopy: (text: string, what: string, stands?: string) => Promise<boolean>;
  onLesson: () => void;
  /** whether the rows of the current game run downward */
  isDown: boolean;
  /** the reader's place in the studies */
  reading: Partial<Reading>;
  onReading: (reading: Reading) => void;
  /** the searches that a link shows side by side */
  lanes: Choice[];
  /** Their address has changed. */
  onLanes: (address: string) => void;
  /** Games are being imported; the promise says which. */
  onImport: (message: Promise<string>) => void;
}
