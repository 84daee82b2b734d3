// The content of the page: gives every part its properties and commands, all of which belong to the shell.
import { Table } from "./board/table";
import { isGood, readDaily, readStatistics } from "./browser/storage";
import { dialogOf } from "./dialog-of";
import { Head, Loading, State, Top } from "./frame";
import { dailyNames, readTag } from "./model/daily";
import { LEVELS } from "./model/deal-search";
import { difficultyOf, ofLevel } from "./model/difficulty";
import { shortTitle } from "./model/say";
import type { Node } from "./model/session";
import { panelOf } from "./panel-of";
import { Brand } from "./parts/icons";
import { Prose } from "./parts/prose";
import { firstDeal } from "./router";
import type { Shell } from "./shell";

/** The content of the page. */
export const page = (app: Shell) => (app.game.session ? opened(app) : empty(app));

/** The page before there is a game. */
function empty(app: Shell) {
  const { game, router } = app;
  const again = () => {
    game.error = "";
    app.openLink(router.first());
  };
  return (
    <main class="empty">
      {game.error ? (
        <div class="nothing">
          <h1>
            <Brand />
            Patience
          </h1>
          <p role="alert">
            <Prose text={game.error} />
          </p>
          <button class="primary" onClick={again}>
            Try again
          </button>
        </div>
      ) : (
        <Loading where={router.first().where} onStop={() => app.openLink(firstDeal)} />
      )}
    </main>
  );
}

/** For keyboard users: skips the bar of the page. */
const toCell = () =>
  document.querySelector<HTMLElement>('.stage [data-cell][tabindex="0"]')?.focus();

function opened(app: Shell) {
  const { game, command } = app;
  const { games, settings, stage, dialog, open, pointed, tab, draft, parts, picked } = app.state;
  const node = game.current;
  const wide = isWide(node);
  const isDrawing = draft !== null && tab === "edit";
  const won = wonOf(app, node);
  const beside = won ?? besideOf(app, wide);
  const classes = [
    "app",
    node.position.game,
    wide ? "is-wide" : "is-square",
    wide && node.position.view.rows < 5 ? "is-low" : "",
    open ? "is-open" : "",
    open ? "shrinks" : "",
    won ? "is-won" : "",
    tab === "analyse" ? "is-analysing" : "",
    stage ? "has-stage" : "",
    isDrawing ? "is-drawing" : "",
    pointed?.stage ? "has-line" : "",
  ];
  return (
    <div class={classes.filter(Boolean).join(" ")}>
      <button class="skip" onClick={toCell}>
        To the board
      </button>
      <Top
        games={games}
        current={node.position.game}
        command={command}
        state={
          isDrawing ? null : (
            <State game={game} settings={settings} away={!!stage} analysing={tab === "analyse"} />
          )
        }
        onGame={app.otherGame}
      />
      <main>
        <aside class="rail" aria-label="this deal">
          {railOf(app)}
        </aside>
        <section class="stage" aria-label="game">
          {headOf(app)}
          {noticeOf(app)}
          <div class="duo">
            {roomOf(app, node)}
            {wide ? null : beside}
          </div>
          {wide ? beside : null}
          {stage ? <p class="stage-note">{stage.note}</p> : null}
          {belowOf(app)}
        </section>
        {panelOf(app, node)}
      </main>
      <p class="for-readers" role="status" aria-live="polite">
        {parts && !stage ? <parts.Spoken game={game} picked={picked} /> : null}
      </p>
      {dialog ? dialogOf(app, dialog) : null}
    </div>
  );
}

/** Whether a board is wide: the state of the game is then below it. */
const isWide = ({ position: { view } }: Node) => view.columns > 1.6 * view.rows;

/** The left column of wide screens. */
function railOf(app: Shell) {
  const { game, command } = app;
  const { parts } = app.state;
  if (!parts) return null;
  const toDay = (day: number) => {
    app.setState({ day });
    command.dialog("daily");
  };
  const best = readStatistics()[game.name]?.fewest;
  return (
    <>
      <parts.Rail days={readDaily()} onDay={toDay} />
      {app.info() ? (
        <parts.DealFacts
          game={game}
          best={best}
          difficulty={difficultyHere(app)}
          command={command}
        />
      ) : null}
      <parts.KeyList />
    </>
  );
}

/** The difficulty of the current deal; null if unknown. */
function difficultyHere({ game, state }: Shell) {
  const { where, daily, level } = game.opened;
  const { instance } = where;
  const chosen = LEVELS.find((each) => each === (readTag(daily)?.level ?? level));
  if (chosen) return ofLevel(chosen);
  return state.ratings && instance ? difficultyOf(state.ratings, instance) : null;
}

function headOf(app: Shell) {
  const { game, command } = app;
  const { settings, stage, tab, parts } = app.state;
  const title = app.info()?.title ?? "";
  const { daily } = game.opened;
  return (
    <Head
      game={game}
      title={title}
      settings={settings}
      away={!!stage}
      analysing={tab === "analyse"}
      command={command}
      difficulty={difficultyHere(app)}
      own={app.state.draft && tab === "edit" ? "Drawing a board" : null}
      daily={daily && parts ? dailyNames(daily, shortTitle(title)) : null}
    />
  );
}

/** Errors and notices. */
function noticeOf(app: Shell) {
  const { game } = app;
  const { badLink, notice } = app.state;
  const text = game.error || notice;
  if (!text) return null;
  const dismiss = () => {
    app.setState(game.error ? {} : { notice: "" });
    game.error = "";
  };
  return (
    <div class={`notice ${isGood(text) ? "good" : ""}`} role="alert">
      <div class="notice-words">
        <p title={text}>
          <Prose text={text} />
        </p>
        {badLink?.says === text ? (
          <details>
            <summary>Details</summary>
            <div>
              <Prose text={badLink.text} />
            </div>
          </details>
        ) : null}
      </div>
      <button class="quiet" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}

/** The table. */
function roomOf(app: Shell, node: Node) {
  const { game } = app;
  const { settings, tab, stage, pointed } = app.state;
  const analysing = tab === "analyse";
  return (
    <div class="room" onWheel={analysing && !stage ? app.onWheel : undefined}>
      <Table
        game={game}
        node={node}
        title={app.info()?.title ?? ""}
        settings={settings}
        analysing={analysing}
        stage={stage}
        pointed={pointed}
        down={app.isDown(stage?.view ?? node.position.view)}
        enqueue={app.inTurn}
        onPick={(picked) => app.setState({ picked })}
      />
    </div>
  );
}

/** The picture of a win, until the player looks at the game; null before. */
function wonOf(app: Shell, node: Node) {
  const { game, command } = app;
  const { stage, parts, admired, games } = app.state;
  if (!parts || !node.position.won || stage || game.made === 0 || admired === node) return null;
  const admire = () => {
    app.setState({ admired: node });
    app.analyse(true);
  };
  return (
    <parts.Won
      game={game}
      games={games}
      command={command}
      days={readDaily()}
      onDaily={app.dailyDeal}
      onClose={admire}
    />
  );
}

/** The content next to or below the board. */
function besideOf(app: Shell, wide: boolean) {
  const { parts, tab, stage, picked, settings } = app.state;
  if (!parts) return null;
  return (
    <parts.Beside
      game={app.game}
      wide={wide}
      analysing={tab === "analyse"}
      picked={picked}
      letters={settings.letters}
      command={app.command}
      staged={stage?.view}
      tree={stage?.tree}
    />
  );
}

/** The buttons, the printed sheet, and pending parts. */
function belowOf(app: Shell) {
  const { game, command } = app;
  const { parts, tab, printing, busy } = app.state;
  const analysing = tab === "analyse";
  return (
    <>
      {parts ? (
        <parts.Actions
          game={game}
          analysing={analysing}
          command={command}
          onAnalyse={app.analyse}
          onFilm={app.film}
          onClose={app.leave}
        />
      ) : null}
      {parts && printing ? <parts.Printed game={game} analysing={analysing} /> : null}
      {busy ? (
        <div class="dealing" role="status">
          <p>{busy}</p>
          <button onClick={app.stopDealing}>Stop</button>
        </div>
      ) : null}
    </>
  );
}
