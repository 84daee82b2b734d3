// The state and the actions of the shell: `App` implements it, and the layout draws it.
import type { Ask, Game as GameInfo, View } from "./api/types";
import type { Pointed } from "./board/preview";
import type { Stage } from "./board/stage";
import type { Settings } from "./browser/storage";
import type { Reading } from "./dialogs/reading";
import type { Late } from "./late";
import type { Commands, DialogName, Tab } from "./model/commands";
import type { Wish } from "./model/deal-search";
import type { Ratings } from "./model/difficulty";
import type { Game } from "./model/game";
import type { Kept } from "./model/kept";
import type { Choice, Link } from "./model/link";
import type { Met } from "./model/met";
import type { Node, Session } from "./model/session";
import type { Draft } from "./model/drawing";
import type { Router } from "./router";

export interface ShellState {
  games: GameInfo[];
  settings: Settings;
  /** the level of new deals */
  level: Wish;
  tab: Tab;
  dialog: DialogName | null;
  /** content that replaces the game */
  stage: Stage | null;
  /** the plan being played back */
  film: string[] | null;
  /** the edited board */
  draft: Draft | null;
  /** whether a new board is being drawn */
  draws: boolean;
  /** the picked cell on the board */
  picked: number | null;
  pointed: Pointed | null;
  /** whether the phone's sheet is open */
  open: boolean;
  /** the won position whose picture was closed */
  admired: Node | null;
  notice: string;
  /** a link that named nothing: the message, and the words of the program */
  badLink: { says: string; text: string } | null;
  /** the parts loaded after the first board */
  parts: Late | null;
  /** the difficulty of deals; null until known */
  ratings: Ratings | null;
  /** whether the server has studies; null until known */
  studies: boolean | null;
  printing: boolean;
  /** the awaited work */
  busy: string;
  /** the day that the calendar opens with */
  day: number | undefined;
  /** the searches that a link puts side by side */
  lanes: Choice[];
  /** the games that the player has met */
  met: Met;
}

export interface Shell {
  readonly state: Readonly<ShellState>;
  setState: (change: Partial<ShellState>) => void;
  readonly game: Game;
  readonly router: Router;
  readonly command: Commands;
  readonly ask: Ask;
  /** the place of the reader of studies */
  reading: Partial<Reading>;
  /** the catalogue's description of the current game */
  info: () => GameInfo | undefined;
  /** whether the player has not met the current game */
  isNew: () => boolean;
  /** whether the rows of a board run downward */
  isDown: (view: View) => boolean;
  applySettings: (change: Partial<Settings>) => void;
  /** runs an action after all pending inputs */
  inTurn: (work: () => unknown) => void;
  openLink: (wanted: Link) => void;
  openSession: (session: Session) => void;
  openKept: (kept: Kept) => void;
  otherGame: (info: GameInfo) => void;
  nextDeal: () => void;
  /** waiting has ended */
  stopDealing: () => void;
  dailyDeal: (info: GameInfo, tag: string) => void;
  closeDialog: () => void;
  analyse: (on: boolean) => void;
  film: (plan: string[]) => void;
  setTab: (tab: Tab) => void;
  setStage: (stage: Stage | null) => void;
  /** from a playback or a search to the game */
  tryAgain: () => void;
  leave: () => void;
  /** the focus goes to the board if the focused button has disappeared */
  toBoard: () => void;
  onWheel: (event: WheelEvent) => void;
  copy: (text: string, what: string, stands?: string) => Promise<boolean>;
  /** the games of a file are being added */
  importing: (message: Promise<string>) => void;
}
