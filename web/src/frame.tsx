// The frame of the page that the first board comes with: the bar with the games, the line above the
// board.
import type { ComponentChildren } from "preact";
import type { Game as GameInfo, Where } from "./api/types";
import type { Settings } from "./browser/storage";
import type { Commands } from "./model/commands";
import { distance } from "./model/facts";
import type { Game } from "./model/game";
import { interval, isTelling } from "./model/redeals";
import { clock, counted, names, shortTitle } from "./model/say";
import { depth, mainLine } from "./model/session";
import { Brand, GameMark, Icon } from "./parts/icons";

interface TopProps {
  games: GameInfo[];
  /** the name of the game on the table */
  current: string;
  studies: boolean | null;
  command: Commands;
  /** whether the game can be won */
  state: ComponentChildren;
  onGame: (game: GameInfo) => void;
}

export function Top({ games, current, studies, command, state, onGame }: TopProps) {
  const now = games.find((game) => game.name === current);
  return (
    <header class="top">
      <h1 class="brand">
        <Brand />
        Patience
      </h1>
      <nav aria-label="games">
        {games.map((game) => (
          <button
            key={game.name}
            class={game.name === current ? "current" : ""}
            aria-current={game.name === current ? "true" : "false"}
            onClick={() => onGame(game)}
          >
            <GameMark game={game.name} />
            <span>{shortTitle(game.title)}</span>
          </button>
        ))}
      </nav>
      <button
        class="game-button"
        aria-label={`game: ${now ? shortTitle(now.title) : current}, choose another`}
        onClick={() => command.dialog("games")}
      >
        <GameMark game={current} />
        <b>{now ? shortTitle(now.title).replace(/ of .*|^Match the /, "") : current}</b>
        <Icon name="chevron" />
      </button>
      <span class="top-state">{state}</span>
      <div class="tools">
        <button aria-label="Today" onClick={() => command.dialog("today")}>
          <Icon name="today" />
          <span>Today</span>
        </button>
        <button aria-label="Puzzles" onClick={() => command.dialog("puzzles")}>
          <Icon name="puzzle" />
          <span class="xw">Puzzles</span>
        </button>
        <button aria-label="Find a deal" onClick={() => command.dialog("find")}>
          <Icon name="search" />
          <span class="xw">Find a deal</span>
        </button>
        <button aria-label="Daily deals" onClick={() => command.dialog("daily")}>
          <Icon name="calendar" />
          <span class="xw">Daily</span>
        </button>
        <button aria-label="Search window" onClick={() => command.dialog("search")}>
          <Icon name="tree" />
          <span class="xw">Searches</span>
        </button>
        {studies ? (
          <button aria-label="Studies" onClick={() => command.dialog("studies")}>
            <Icon name="book" />
            <span>Studies</span>
          </button>
        ) : null}
        <button aria-label="Statistics" onClick={() => command.dialog("statistics")}>
          <Icon name="chart" />
          <span class="xw">Statistics</span>
        </button>
        <button aria-label="Help" onClick={() => command.dialog("help")}>
          <Icon name="help" />
        </button>
        <button aria-label="settings" onClick={() => command.dialog("settings")}>
          <Icon name="settings" />
        </button>
      </div>
      <button class="menu-button" aria-label="menu" onClick={() => command.dialog("menu")}>
        <Icon name="menu" />
        <span>Menu</span>
      </button>
    </header>
  );
}

interface StateProps {
  game: Game;
  settings: Settings;
  /** Whether something else lies on the table. */
  away: boolean;
  analysing: boolean;
}

/**
 * The chance to win with redeals, and what it is estimated from; null where too little is known of
 * it.
 */
function oddsOf({ redeals, chance }: Game) {
  if (!redeals?.left || !chance?.best || !isTelling(chance)) return null;
  const { won, samples } = chance.best;
  const { percent, low, high } = interval(chance.best, chance.open);
  const games = `${won} of ${counted(samples, "sampled game")}`;
  const range = `${low.toFixed(0)} to ${high.toFixed(0)} %`;
  const sampled = `; ${games} with ${counted(redeals.left, "redeal")} were won (${range})`;
  return { percent, sampled };
}

/** Won, lost or open, as far as it is known. */
export function State({ game, settings, away, analysing }: StateProps) {
  const node = game.current;
  const verdict = node.verdict?.verdict;
  if (node.position.won)
    return (
      <span class="badge wins">
        <Icon name="check" />
        Won
      </span>
    );
  // The analysis shows it elsewhere; a player who chose to find out sees nothing.
  if (analysing || settings.verdicts !== "always") return null;
  // While something else is on the table nothing is asked: what is not known yet is not being
  // looked at either.
  if (away && !verdict) return null;
  if (verdict === "solved")
    return (
      <span class="badge wins" title="a way to win was found and replayed">
        <Icon name="check" />
        Can be won{node.verdict?.optimal ? ` in ${distance(node)}` : ""}
      </span>
    );
  const told = oddsOf(game);
  const odds = told ? (
    <span class="odds">
      <Icon name="shuffle" />≈ {told.percent.toFixed(0)} %
    </span>
  ) : null;
  const sampled = told?.sampled ?? "";
  const busy = game.isThinking ? "busy" : "";
  if (verdict === "unsolvable" || node.position.view.moves.length === 0) {
    const isOpen = !!game.redeals?.left;
    if (isOpen)
      return (
        <span
          class={`badge unknown ${busy}`}
          title={`proved: this deal is lost as it lies${sampled}`}
        >
          <Icon name="shuffle" />
          Needs a redeal{odds}
        </span>
      );
    return (
      <span class="badge loses" title="proved: no way leads to a win">
        <Icon name="cross" />
        Lost
      </span>
    );
  }
  const why = game.isThinking ? "still looking" : "not settled in the time allowed";
  return (
    <span class={`badge unknown ${busy}`} title={why + sampled}>
      <Icon name="question" />
      {game.isThinking ? "Thinking" : "Not known"}
      {odds}
    </span>
  );
}

/** The game and its rules; a phone names the game above. */
function Small({ text }: { text: string }) {
  const [game, ...rest] = text.split(" · ");
  return (
    <span class="small">
      <span class="of-game">
        {game}
        {rest.length ? " · " : ""}
      </span>
      {rest.join(" · ")}
    </span>
  );
}

interface HeadProps extends StateProps {
  /** the title of the game */
  title: string;
  command: Commands;
  /** text instead of the deal's name while another board is shown */
  own: string | null;
  /** how a daily deal is called */
  daily: { head: string; small: string } | null;
}

export function Head({ game, title, settings, away, analysing, command, own, daily }: HeadProps) {
  const session = game.opened;
  const { head, small } = names(session, shortTitle(title));
  const moves = depth(session.current);
  return (
    <div class="head">
      <h2 title={own ?? session.name}>{own ?? (daily ? daily.head : head)}</h2>
      <Small text={own ? shortTitle(title) : daily ? daily.small : small} />
      {own ? null : <State game={game} settings={settings} away={away} analysing={analysing} />}
      {game.isThinking ? (
        <button class="mini cancel" onClick={command.cancel}>
          Stop looking
        </button>
      ) : null}
      {own ? null : (
        <span class="meta">
          <span class="move-count">
            {analysing ? (
              <>
                move <b>{moves}</b> of {depth(mainLine(session).at(-1) ?? session.root)}
              </>
            ) : (
              <>
                <b>{moves}</b> {counted(moves, "move").split(" ")[1]}
              </>
            )}
          </span>
          <span class="clock">
            <b>{clock(game.seconds)}</b>
          </span>
        </span>
      )}
    </div>
  );
}

/**
 * The table while a game is being opened; a player who does not want to wait gets the first deal.
 */
export function Loading({ where, onStop }: { where: Where; onStop: () => void }) {
  const game = (where.instance ?? where.game ?? "gaps").split(/[+:]/)[0];
  const [across, along] = game === "gaps" ? ([13, 4] as const) : ([4, 4] as const);
  return (
    <div class="loading" role="status">
      <div
        class={`blank g-${game} ${game === "gaps" || game === "birds" ? "" : "squares"}`}
        style={{ "--across": across, "--along": along }}
        aria-hidden="true"
      >
        {Array.from({ length: across * along }, () => (
          <i />
        ))}
      </div>
      <p>Dealing …</p>
      <button onClick={onStop}>Stop</button>
    </div>
  );
}
