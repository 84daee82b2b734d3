// The frame of the page around the first board: the bar with the games, and the line above the
// board.
import type { ComponentChildren } from "preact";
import type { Game as GameInfo, Where } from "./api/types";
import type { Settings } from "./browser/storage";
import type { Commands, DialogName } from "./model/commands";
import type { Difficulty } from "./model/difficulty";
import { distance } from "./model/facts";
import type { Game } from "./model/game";
import { gameOf } from "./model/link";
import { interval, isTelling } from "./model/redeals";
import { clock, counted, names, shortTitle } from "./model/say";
import { depth, mainLine } from "./model/session";
import { Hardness } from "./parts/bars";
import { Brand, GameMark, Icon } from "./parts/icons";
import type { IconName } from "./parts/icons";

interface TopProps {
  games: GameInfo[];
  /** the name of the game on the table */
  current: string;
  command: Commands;
  /** whether the game can be won */
  state: ComponentChildren;
  onGame: (game: GameInfo) => void;
}

interface Tool {
  dialog: DialogName;
  icon: IconName;
  name: string;
  /** the word below or next to its icon, if it is not its name */
  word?: string;
}

/** The parts that open over the page. */
const TOOLS: Tool[] = [
  { dialog: "today", icon: "today", name: "Today" },
  { dialog: "puzzles", icon: "puzzle", name: "Puzzles" },
  { dialog: "search", icon: "tree", name: "Searches" },
  { dialog: "help", icon: "help", name: "Help" },
  { dialog: "settings", icon: "settings", name: "settings", word: "Settings" },
  { dialog: "menu", icon: "menu", name: "More" },
];

/** A game's short name, as players use it. */
const briefTitle = (title: string) => shortTitle(title).replace(/ of .*|^Match the /, "");

export function Top({ games, current, command, state, onGame }: TopProps) {
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
            aria-label={shortTitle(game.title)}
            data-tip={shortTitle(game.title)}
            onClick={() => onGame(game)}
          >
            <GameMark game={game.name} />
            <span class="long">{shortTitle(game.title)}</span>
            <span class="short">{briefTitle(game.title)}</span>
          </button>
        ))}
      </nav>
      <button
        class="game-button"
        aria-label={`game: ${now ? shortTitle(now.title) : current}, choose another`}
        onClick={() => command.dialog("games")}
      >
        <GameMark game={current} />
        <b>{now ? briefTitle(now.title) : current}</b>
        <Icon name="chevron" />
      </button>
      <span class="top-state">{state}</span>
      <div class="tools">
        {TOOLS.map((tool) => (
          <button
            key={tool.dialog}
            aria-label={tool.name}
            onClick={() => command.dialog(tool.dialog)}
          >
            <Icon name={tool.icon} />
            <span>{tool.word ?? tool.name}</span>
          </button>
        ))}
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
  /** Whether the table shows other content. */
  away: boolean;
  analysing: boolean;
}

/**
 * The chance of winning with redeals, and the sample behind it; null if too little is
 * known.
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

/** Won, lost or undecided. */
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
  // The analysis shows the verdict in another place, and players who chose to play without it do
  // not see it.
  if (analysing || settings.verdicts !== "always") return null;
  // While other content is shown, no query runs, so an unknown verdict is not about to be computed.
  if (away && !verdict) return null;
  if (verdict === "solved")
    return (
      <span class="badge wins" title="a solution was found and replayed">
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
      <span class="badge loses" title="proved: there is no way to win">
        <Icon name="cross" />
        Lost
      </span>
    );
  }
  const why = game.isThinking ? "still looking" : "not decided in the time allowed";
  return (
    <span class={`badge unknown ${busy}`} title={why + sampled}>
      <Icon name="question" />
      {game.isThinking ? "Thinking" : "Not known"}
      {odds}
    </span>
  );
}

/** The game and its rules; a phone names the game above. */
function Small({ text, isDaily }: { text: string; isDaily: boolean }) {
  const [game, ...rest] = text.split(" · ");
  return (
    <span class={`small ${isDaily ? "of-day" : ""}`}>
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
  difficulty: Difficulty | null;
  /** the name of a daily deal */
  daily: { head: string; small: string } | null;
}

export function Head(props: HeadProps) {
  const { game, title, settings, away, analysing, command, difficulty, own, daily } = props;
  const session = game.opened;
  const { head, small } = names(session, shortTitle(title));
  const moves = depth(session.current);
  // During the search for a hint, the hint's own sentence has the button; the reason is not awaited.
  const hint = game.hinted();
  const isHinting = hint && !hint.lost && (!hint.move || !game.tells);
  return (
    <div class="head">
      <h2 title={own ?? session.name}>{own ?? (daily ? daily.head : head)}</h2>
      <Small
        text={own ? shortTitle(title) : daily ? daily.small : small}
        isDaily={daily !== null && !own}
      />
      {difficulty && !own ? <Hardness value={difficulty.fifth} source={difficulty.source} /> : null}
      {own ? null : <State game={game} settings={settings} away={away} analysing={analysing} />}
      {game.isThinking && !isHinting ? (
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
  const game = gameOf(where) || "gaps";
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
      <h1 class="for-readers">Patience</h1>
      <p>Dealing …</p>
      <button onClick={onStop}>Stop</button>
    </div>
  );
}
