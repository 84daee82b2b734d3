// The parts around the board, which appear a moment after it: the buttons, the rail of wide screens.
import type { ComponentChildren } from "preact";
import type { Commands } from "../model/commands";
import type { Game } from "../model/game";
import type { Difficulty } from "../model/difficulty";
import { Hardness } from "../parts/bars";
import { Icon } from "../parts/icons";
import { KEYS } from "../model/keys";
import { counted, rulesText } from "../model/say";
import { distance } from "../model/facts";

interface ActionsProps {
  game: Game;
  analysing: boolean;
  command: Commands;
  onAnalyse: (on: boolean) => void;
  onFilm: (plan: string[]) => void;
  onClose: () => void;
}

/** The buttons of a phone while a game is analysed. */
const Steps = ({ command, onClose }: Pick<ActionsProps, "command" | "onClose">) => (
  <>
    <button class="step" aria-label="to the first position" onClick={command.restart}>
      <Icon name="first" />
      <span>First</span>
    </button>
    <button class="step" aria-label="one move back" onClick={command.back}>
      <Icon name="back" />
      <span>Back</span>
    </button>
    <button class="step" aria-label="to the next move" onClick={command.forward}>
      <Icon name="forward" />
      <span>Next</span>
    </button>
    <button class="step" aria-label="to the last move" onClick={command.end}>
      <Icon name="last" />
      <span>Last</span>
    </button>
    <button class="step" aria-label="close the analysis" onClick={onClose}>
      <Icon name="cross" />
      <span>Close</span>
    </button>
  </>
);

export function Actions({ game, analysing, command, onAnalyse, onFilm, onClose }: ActionsProps) {
  const { current } = game;
  const plan = current.verdict?.verdict === "solved" ? (current.verdict.plan ?? []) : [];
  return (
    <div class="actions" role="toolbar" aria-label="game">
      {analysing ? <Steps command={command} onClose={onClose} /> : null}
      <button aria-label="undo" aria-disabled={!current.parent} onClick={command.undo}>
        <Icon name="undo" />
        <span>Undo</span>
      </button>
      <button aria-label="redo" aria-disabled={!current.last} onClick={command.redo}>
        <Icon name="redo" />
        <span>Redo</span>
      </button>
      <button
        class="wide-only"
        aria-label="restart"
        aria-disabled={!current.parent}
        onClick={command.restart}
      >
        <Icon name="restart" />
        <span>Restart</span>
      </button>
      {game.redeals ? (
        <button
          aria-label={`Redeal ${game.redeals.left} left`}
          aria-disabled={!game.redeals.allowed}
          title={
            game.redeals.allowed || !game.redeals.left || current.position.won
              ? ""
              : "only when no card can move"
          }
          onClick={command.redeal}
        >
          <Icon name="shuffle" />
          <span>
            Redeal <b class="left">{game.redeals.left}</b>
          </span>
        </button>
      ) : null}
      <span class="space" />
      {analysing && plan.length ? (
        <button class="wide-only watch-win" aria-label="Watch the win" onClick={() => onFilm(plan)}>
          <Icon name="play" />
          <span class="long">Watch the win</span>
          <span class="short">Watch</span>
        </button>
      ) : null}
      <button aria-label="hint" aria-disabled={current.position.won} onClick={command.hint}>
        <Icon name="hint" />
        <span>Hint</span>
      </button>
      <button
        class="narrow-only"
        aria-label="analyse"
        aria-pressed={analysing}
        onClick={() => onAnalyse(!analysing)}
      >
        <Icon name="eye" />
        <span>Analyse</span>
      </button>
      <button class="primary" aria-label="new deal" onClick={command.next}>
        <Icon name="new" />
        <span class="long">New deal</span>
        <span class="short">New</span>
      </button>
      <button
        class="more wide-only"
        aria-label="more ways to begin a game"
        onClick={() => command.dialog("deal")}
      >
        <Icon name="chevron" />
      </button>
    </div>
  );
}

/** The known facts about the whole deal. */
export function DealFacts({
  game,
  best,
  difficulty,
  command,
}: {
  game: Game;
  best: number | null | undefined;
  difficulty: Difficulty | null;
  command: Commands;
}) {
  const { root } = game.opened;
  const least = distance(root);
  const facts: (readonly [string, ComponentChildren])[] = [
    ["Rules", rulesText(root.position.rules)],
    ...(difficulty
      ? [["Difficulty", <Hardness value={difficulty.fifth} source={difficulty.source} />] as const]
      : []),
    ["Shortest known", least === null ? "–" : counted(least, "move")],
    ["Your best", best ? counted(best, "move") : "–"],
  ];
  return (
    <section class="panel" aria-label="this deal">
      <div class="sec">
        <h3>This deal</h3>
      </div>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <div class="pair">
        <button aria-label="copy link" onClick={command.copyLink}>
          <Icon name="link" />
          Link
        </button>
        <button onClick={command.edit}>Edit</button>
      </div>
    </section>
  );
}

export const KeyList = () => (
  <section class="panel" aria-label="keys">
    <div class="sec">
      <h3>Keys</h3>
    </div>
    <dl class="key-list">
      {KEYS.filter((each) =>
        ["undo", "redo", "hint", "analyse", "next", "help"].includes(each.command),
      ).map((each) => (
        <>
          <dt>
            <kbd>{each.label}</kbd>
          </dt>
          <dd>{each.words}</dd>
        </>
      ))}
    </dl>
  </section>
);
