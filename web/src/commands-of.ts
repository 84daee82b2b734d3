// The commands of buttons and keys, as implemented by the shell.
import type { Preview } from "./board/preview";
import type { Commands, DialogName, Tab } from "./model/commands";
import type { Game } from "./model/game";
import { comment, demote, promote } from "./model/session";

/** The parts of the shell that they need. */
interface Shell {
  game: Game;
  preview: Preview;
  state: { tab: Tab };
  setState: (change: { open?: boolean; draws?: boolean }) => void;
  inTurn: (work: () => unknown) => void;
  /** Performs an action on the game, after closing a playback or a search. */
  withGame: (work: () => unknown) => void;
  hint: () => Promise<void>;
  whereLost: () => void;
  analyse: (on: boolean) => void;
  film: (plan: string[]) => void;
  nextDeal: () => void;
  setTab: (tab: Tab) => void;
  copy: (text: string, what: string, stands?: string) => Promise<boolean>;
  openDialog: (dialog: DialogName) => void;
}

export function commandsOf(app: Shell): Commands {
  const { game } = app;
  const undo = () => app.withGame(() => game.undo());
  const redo = () => app.withGame(() => game.redo());
  return {
    undo,
    redo,
    back: undo,
    forward: redo,
    restart: () => app.withGame(() => game.restart()),
    end: () => app.withGame(() => game.end()),
    winnable: () =>
      app.withGame(() => {
        if (!game.winnable()) app.whereLost();
      }),
    goTo: (node) => app.withGame(() => game.goTo(node)),
    promote: (node) => game.edit(() => promote(node)),
    demote: (node) => game.edit(() => demote(node)),
    remove: (node) => game.remove(node),
    comment: (node, text) => game.edit(() => comment(node, text)),
    make: (move) => {
      // The move of a hint is shown on the board, which the sheet with the whole line covered.
      if (app.state.tab === "play") app.setState({ open: false });
      app.withGame(() => game.make(move));
    },
    hint: () => app.inTurn(() => app.hint()),
    look: () => app.inTurn(() => game.help()),
    redeal: () => app.withGame(() => game.redeal()),
    finish: () => {
      app.setState({ open: false });
      app.withGame(() => game.finish());
    },
    cancel: () => game.cancel(),
    whereLost: () => app.withGame(() => app.whereLost()),
    takeBack: (node) => {
      game.keepPlaying();
      app.withGame(() => game.goTo(node.parent));
    },
    keepPlaying: () => game.keepPlaying(),
    help: () => {
      game.helped = true;
    },
    show: (move, plan) => app.preview.point(game.current, move, plan),
    analyse: () => app.analyse(app.state.tab !== "analyse"),
    film: () => {
      const plan = game.current.verdict?.plan;
      if (plan?.length) app.film(plan);
    },
    next: () => app.nextDeal(),
    edit: () => app.setTab("edit"),
    draw: () => {
      app.setTab("edit");
      app.setState({ draws: true });
    },
    copy: (text, what) => app.copy(text, what),
    copyLink: () => {
      const what = "the link to this position and its history";
      app.copy(location.href, what, "The link is in the address bar.");
    },
    dialog: (dialog) => app.openDialog(dialog),
  };
}
