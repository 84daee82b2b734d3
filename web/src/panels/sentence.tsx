// The sentence about the position: the pick, a hint, or the last move.
import type { Move, View } from "../api/types";
import type { Commands } from "../model/commands";
import { bound } from "../model/facts";
import type { Game } from "../model/game";
import type { Hinted } from "../model/help";
import { slidOf, whyOf } from "../model/help";
import { backOf } from "../model/rounds";
import { promptOf } from "../model/prompts";
import { capital, cellName, counted, lineWords, moveWords, pieceName } from "../model/say";
import { isOver, path } from "../model/session";
import type { Node } from "../model/session";
import { cellAt, fromOf } from "../model/view";
import { Token } from "../parts/faces";
import { Badge, Icon } from "../parts/icons";
import { Short, ShortPiece } from "./move-list";
import { Way, ofPick } from "./picked";

/** The content that replaces the game, and the way back. */
export const Staged = ({
  note,
  onClose,
}: {
  note: string | undefined;
  onClose: (() => void) | null;
}) => (
  <div class="sentence">
    <p>{note}</p>
    {onClose ? <button onClick={onClose}>Back to the game</button> : null}
  </div>
);

interface Props {
  game: Game;
  picked: number | null;
  command: Commands;
  onFilm: (plan: string[]) => void;
  /** whether the player has not met this game */
  isNew: boolean;
  /** whether the rows of the board run downward */
  down: boolean;
  /** If there is little room. */
  short?: boolean;
}

/** A board without moves: the losing move, and how to continue. */
function Stuck({ game, command, short }: Pick<Props, "game" | "command" | "short">) {
  const { redeals } = game;
  const see = (
    <button class={redeals?.allowed ? "" : "primary"} onClick={command.whereLost}>
      <Icon name="eye" />
      See where you lost
    </button>
  );
  const redeal = redeals?.allowed ? (
    <button class="primary" onClick={command.redeal}>
      <Icon name="shuffle" />
      Redeal
    </button>
  ) : null;
  if (short)
    return (
      <div class="sentence">
        <p>No move is left.</p>
        {redeal ?? see}
      </div>
    );
  return (
    <div class="sentence stuck-box">
      <p>
        <b>No move is left</b>
      </p>
      {redeals?.left ? <p>{counted(redeals.left, "redeal")} left.</p> : null}
      {redeal}
      {see}
      <button onClick={command.undo}>
        <Icon name="undo" />
        Take back a move
      </button>
      <button onClick={command.restart}>
        <Icon name="restart" />
        Start again
      </button>
    </div>
  );
}

/** The move that threw the win away, announced once. */
function Warning({ fatal, command, short }: { fatal: Node } & Pick<Props, "command" | "short">) {
  const view = fatal.parent?.position.view;
  return (
    <div class={`sentence warn-box ${short ? "" : "stuck-box"}`}>
      <p>
        <Badge worth="loses" />
        {view && fatal.move ? <Short view={view} move={fatal.move} /> : null}
        {short ? null : <span>throws the win away: that is proved.</span>}
      </p>
      <button class="primary" onClick={() => command.takeBack(fatal)}>
        <Icon name="undo" />
        Take it back
      </button>
      <button
        class={short ? "keep" : ""}
        aria-label="Keep playing"
        title={short ? "Keep playing" : undefined}
        onClick={command.keepPlaying}
      >
        {short ? "×" : "Keep playing"}
      </button>
    </div>
  );
}

/** A message that the game is lost, with the way back to a winnable position. */
function Hopeless({ node, command, short }: { node: Node } & Pick<Props, "command" | "short">) {
  // There may be no way back to a win: no win was known before, or the deal has none.
  const back = path(node).some((each) => each.verdict?.verdict === "solved");
  const where = node.parent
    ? "This position is lost: that is proved."
    : "This deal cannot be won: that is proved.";
  return (
    <div class="sentence">
      <p>{short ? "Proved: lost." : where}</p>
      {back ? (
        <button onClick={command.winnable}>
          {short ? "Back to a winning position" : "Back to where it could be won"}
        </button>
      ) : node.parent ? (
        <button onClick={command.restart}>Restart</button>
      ) : (
        <button onClick={command.next}>New deal</button>
      )}
    </div>
  );
}

/** The sentence about the position: the pick, a hint, or the last move. */
export function Sentence(props: Props) {
  const { game, picked, command, onFilm, isNew, down, short = false } = props;
  const node = game.current;
  const { view } = node.position;
  const hint = game.hinted();
  if (hint?.move) {
    const { move } = hint;
    return <Hint {...{ hint, move, game, command, onFilm, short }} />;
  }
  if (hint?.lost) return <Hopeless node={node} command={command} short={short} />;
  // A failed search is no proof about the game.
  if (hint && !game.error)
    return (
      <div class="sentence">
        <p>
          {game.isThinking
            ? "Looking for a solution …"
            : "No solution was found in the time allowed."}
        </p>
        {game.isThinking ? <button onClick={command.cancel}>Stop looking</button> : null}
      </div>
    );
  const told = picked === null ? null : ofPick(node.position, picked);
  if (told) return told;
  const { warning } = game;
  const isStuck = view.moves.length === 0 && !node.position.won && !!node.parent;
  // Below a closed sheet an analysis cannot be read.
  if (isStuck && (!game.tells || (short && game.wants.analyse)))
    return <Stuck game={game} command={command} short={short} />;
  if (warning) return <Warning fatal={warning} command={command} short={short} />;
  if (node.rest?.length)
    return (
      <div class="sentence finish-box">
        <p>
          {short ? "" : `${game.message} `.trimStart()}
          Only cards that go home are left.
        </p>
        <button class="primary" onClick={command.finish}>
          <Icon name="play" />
          Finish <span class="wide-only">in {counted(node.rest.length, "move")}</span>
        </button>
      </div>
    );
  const { rule, goal } = promptOf(node.position, down);
  if (isNew && !node.parent && !game.message)
    return (
      <div class="sentence quiet opening">
        <p>{short ? rule : `${rule} ${goal}`}</p>
        <button aria-label="Two-minute lesson" onClick={() => command.dialog("lesson")}>
          {short ? "Lesson" : "Two-minute lesson"}
        </button>
      </div>
    );
  const back = short && game.tells && isOver(node) ? backOf(game) : null;
  return (
    <div class="sentence quiet">
      <p>
        {game.message ||
          (short || !node.parent ? (
            <span>
              {rule} <span class="goal-words">{goal}</span>
            </span>
          ) : (
            counted(view.moves.length, "move is possible.", "moves are possible.")
          ))}
      </p>
      {back ? <button onClick={() => command.goTo(back)}>Try again</button> : null}
    </div>
  );
}

/** Where to look: a card or a piece, and its cell. */
function Where({ view, move, short }: { view: View; move: Move; short: boolean }) {
  const at = view.control === "tilt" ? slidOf(view, move) : fromOf(move);
  const cell = cellAt(view, at);
  if (view.control === "tilt")
    return (
      <>
        the {pieceName(cell.colour ?? "")} in{" "}
        <span>
          <b>{cellName(view, at)}</b>
          {short ? "." : ": where should it stop?"}
        </span>
      </>
    );
  return (
    <>
      {cell.kind === "card" ? (
        <Token sign={cell.sign} />
      ) : cell.kind === "tile" ? (
        cell.words
      ) : (
        `the ${pieceName(cell.colour ?? "")}`
      )}{" "}
      in{" "}
      <span>
        <b>{cellName(view, fromOf(move))}</b>.
      </span>
    </>
  );
}

/** The move of a hint. */
function What({ view, move }: { view: View; move: Move }) {
  if (view.control === "place") return <Way view={view} move={move} />;
  if (view.control === "shift") {
    const { direction } = move;
    const isAside = direction === "left" || direction === "right";
    return (
      <>
        <span>Shift</span>
        <ShortPiece colour={cellAt(view, fromOf(move)).colour ?? ""} />
        <span>
          in <b>{cellName(view, fromOf(move))}</b> {isAside ? `to the ${direction}` : direction}
        </span>
      </>
    );
  }
  return (
    <>
      <span class="token-arrow">
        <Icon name={move.direction ?? "question"} />
      </span>
      <span>{capital(moveWords(view, move))}</span>
    </>
  );
}

/** A hint in three steps. */
function Hint({
  hint,
  move,
  game,
  command,
  onFilm,
  short,
}: { hint: Hinted; move: Move; short: boolean } & Pick<Props, "game" | "command" | "onFilm">) {
  const { step, plan } = hint;
  const { view } = game.current.position;
  const why = step > 1 ? whyOf(game.current, move) : "";
  const fewest = game.current.verdict?.optimal
    ? "no solution is shorter"
    : `the shortest known${bound(game.current) ? `; at least ${bound(game.current)} are needed` : ""}`;
  return (
    <div class={`sentence hint-box ${step > 1 ? "late" : ""}`}>
      <div class="hint-words">
        <p>
          {step === 1 ? (
            <>
              Look at <Where view={view} move={move} short={short} />
            </>
          ) : (
            <What view={view} move={move} />
          )}
        </p>
        {why ? <p class="why">{short ? why.split(":")[0] : why}</p> : null}
      </div>
      {step >= 3 ? (
        <>
          <p class="note">
            {counted(plan.length, "move")} to the win, {fewest}:
          </p>
          <p class="plan" tabindex={0} role="region" aria-label="the whole line">
            {lineWords(view, plan).join(" · ")}
          </p>
        </>
      ) : null}
      <div class="transport">
        {step < 3 ? (
          <button onClick={command.hint}>
            {step === 1 ? "Show the move" : "Show the whole line"}
          </button>
        ) : (
          <button onClick={() => onFilm(plan)}>
            <Icon name="play" />
            Watch it
          </button>
        )}
        {step >= 2 ? (
          <button class="primary" onClick={() => command.make(move)}>
            Make this move
          </button>
        ) : null}
      </div>
    </div>
  );
}
