// The panel next to the board: help, the value of every move, the moves, and the buttons that step
// through them.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Commands } from "../model/commands";
import type { Game } from "../model/game";
import { isOver } from "../model/session";
import { Icon } from "../parts/icons";
import { Switch } from "../parts/switch";
import { Heuristics, Ranked, Reviewed, Verdict } from "./analysis";
import { Lost } from "./lost";
import { MoveList } from "./move-list";
import { Sentence } from "./sentence";

interface Props {
  game: Game;
  analysing: boolean;
  /** the cell that is picked on the board */
  picked: number | null;
  isNew: boolean;
  /** whether the rows of the board run downward */
  down: boolean;
  command: Commands;
  onAnalyse: (on: boolean) => void;
  onFilm: (plan: string[]) => void;
  /** back to the game, with the whole board visible */
  onPlay: () => void;
  children: ComponentChildren;
}

export function PlayPanel({
  game,
  analysing,
  picked,
  isNew,
  down,
  command,
  onAnalyse,
  onFilm,
  onPlay,
  children,
}: Props) {
  const session = game.opened;
  // In a low window the tools are behind a button, so that the lists have more space.
  const [isMore, setMore] = useState(false);
  return (
    <div class={`play-panel ${analysing ? "analysing" : ""} ${isMore ? "has-more" : ""}`}>
      {analysing ? (
        <>
          <Verdict game={game} onAnalyse={onAnalyse} onStop={command.cancel} />
          {isOver(game.current) ? (
            <Reviewed game={game} command={command} />
          ) : (
            <>
              <Ranked game={game} command={command} onFilm={onFilm} />
              <Heuristics node={game.current} />
            </>
          )}
        </>
      ) : (
        <>
          <div class="sec switch-row">
            <span>
              <b>Analysis</b>
              <small>Shows what every move is worth</small>
            </span>
            <Switch on={false} label="analysis" onChange={onAnalyse} />
          </div>
          <Sentence {...{ game, picked, command, onFilm, isNew, down }} />
        </>
      )}
      <MoveList
        session={session}
        stamp={session.count}
        values={analysing}
        tells={game.tells}
        onGoTo={command.goTo}
        onPromote={command.promote}
        onDemote={command.demote}
        onRemove={command.remove}
        onComment={command.comment}
      >
        {isNew ? null : (
          <button class="lesson-button" onClick={() => command.dialog("lesson")}>
            How to play
          </button>
        )}
      </MoveList>
      {children}
      {game.tells ? <Lost game={game} command={command} onPlay={onPlay} /> : null}
      <div class="transport steps" role="group" aria-label="step through the moves">
        <button aria-label="to the deal" onClick={command.restart}>
          <Icon name="first" />
        </button>
        <button aria-label="one move back" onClick={command.undo}>
          <Icon name="back" />
        </button>
        <button aria-label="one move on" onClick={command.redo}>
          <Icon name="forward" />
        </button>
        <button aria-label="to the last move" onClick={command.end}>
          <Icon name="last" />
        </button>
        <button
          class="more-tools"
          aria-label="more tools"
          aria-expanded={isMore}
          onClick={() => setMore(!isMore)}
        >
          …
        </button>
      </div>
    </div>
  );
}
