// The dialogs over the page: each receives the properties that any of them needs.
import { readDaily, readGames, writeLevel } from "./browser/storage";
import { SEARCHES, type DialogName } from "./model/commands";
import { standingOf } from "./model/standing";
import { isOver, whereOf } from "./model/session";
import type { Shell } from "./shell";

/** Dialogs that stay empty until the games and their algorithms are known. */
const NEED_GAMES = new Set<DialogName>([
  "deal",
  "lanes",
  "search",
  "algorithms",
  "compare",
  "rules",
  "today",
  "puzzles",
]);

/**
 * Whether the content of a dialog is complete, so that nothing moves under a finger later.
 */
const isReady = (app: Shell, dialog: DialogName) => !!app.info() || !NEED_GAMES.has(dialog);

export function dialogOf(app: Shell, dialog: DialogName) {
  const { game, command } = app;
  const { parts, games, studies, settings, level, day, lanes } = app.state;
  if (!parts || !isReady(app, dialog)) return null;
  const Dialog = parts.DIALOGS[dialog];
  const info = app.info();
  const session = game.opened;
  // After the last move there is nothing to search: the deal is searched from its start.
  const node = SEARCHES.has(dialog) && isOver(game.current) ? session.root : game.current;
  return (
    <Dialog
      key={dialog}
      onClose={app.closeDialog}
      command={command}
      ask={app.ask}
      games={games}
      info={info}
      studies={studies}
      here={session.root.position}
      position={node.position}
      at={whereOf(node)}
      where={session.where}
      name={session.name}
      moves={node === game.current ? game.movesHere() : ""}
      standing={standingOf(game)}
      settings={settings}
      onChange={app.applySettings}
      level={level}
      onLevel={(next) => {
        writeLevel(next);
        app.setState({ level: next });
      }}
      kept={readGames()}
      onKept={app.openKept}
      onOpen={app.openSession}
      onGame={app.otherGame}
      onLink={app.openLink}
      onPlay={() => {
        app.closeDialog();
        app.nextDeal();
      }}
      days={readDaily()}
      day={day}
      onDaily={app.dailyDeal}
      onCopy={app.copy}
      onLesson={() => app.setState({ dialog: "lesson" })}
      isDown={app.isDown(session.root.position.view)}
      reading={app.reading}
      onReading={(reading) => {
        app.reading = reading;
      }}
      lanes={lanes}
      onLanes={(address) => app.router.amend(address)}
      onImport={app.importing}
    />
  );
}
