// Around a puzzle: the buttons of an attempt, and the choice of the puzzles.
import type { Game } from "../api/types";
import type { Quest } from "../model/puzzles";
import { Icon } from "../parts/icons";
import { GameChoice, Segments, Steps } from "./page-parts";
import type { Told } from "./puzzle-told";

/** The actions of the buttons. */
export type Acts = Record<"undo" | "hint" | "skip" | "again" | "watch" | "answer", () => void>;

interface ButtonProps {
  told: Told;
  quest: Quest;
  /** whether a move was made */
  canUndo: boolean;
  /** hints given, and whether there is another one */
  hinted: number;
  canHint: boolean;
  on: Acts;
}

/** Before the attempt. */
const Asked = ({ quest, canUndo, hinted, canHint, on }: ButtonProps) => (
  <div class="transport puzzle-buttons">
    {quest === "win" ? (
      <button disabled={!canUndo} onClick={on.undo}>
        <Icon name="undo" />
        Back
      </button>
    ) : (
      <button disabled={!canHint} onClick={on.hint}>
        <Icon name="hint" />
        {hinted ? "Next hint" : "Hint"}
      </button>
    )}
    <button onClick={on.skip}>
      <Icon name="forward" />
      Skip
    </button>
  </div>
);

/** The buttons before and after an attempt. */
export function PuzzleButtons(props: ButtonProps) {
  const { told, quest, on } = props;
  if (told.kind === "asked") return <Asked {...props} />;
  const isDone = told.kind === "right" || told.kind === "shown";
  return (
    <div class="transport puzzle-buttons">
      {isDone ? (
        <button class="primary" onClick={on.skip}>
          <Icon name="forward" />
          Next puzzle
        </button>
      ) : (
        <button class="primary" onClick={on.again}>
          <Icon name="restart" />
          Try again
        </button>
      )}
      {isDone || quest === "win" ? (
        <button onClick={on.watch}>
          <Icon name="play" />
          See the win
        </button>
      ) : (
        <button onClick={on.answer}>
          <Icon name="eye" />
          Show the answer
        </button>
      )}
      {isDone ? null : (
        <button class="quiet" onClick={on.skip}>
          Next puzzle
        </button>
      )}
    </div>
  );
}

/** The selection of puzzles. */
export interface Choice {
  game: string;
  /** the difficulty from 1 to 5, or one that suits the player */
  fifth: number | "any";
  quest: Quest;
}

interface ChoiceProps {
  games: Game[];
  choice: Choice;
  /** number of a game's puzzles that were tried */
  done: (game: string) => number;
  /** number of puzzles of the selected game, once known */
  all: number | null;
  onChoice: (change: Partial<Choice>) => void;
}

export const PuzzleChoice = ({ games, choice, done, all, onChoice }: ChoiceProps) => (
  <div class="puzzle-choice">
    <GameChoice
      games={games}
      game={choice.game}
      note={(name) => `${done(name)}${name === choice.game && all ? ` of ${all}` : ""} tried`}
      onGame={(game) => onChoice({ game })}
    />
    <Segments
      label="Question"
      value={choice.quest}
      choices={[
        ["move", "One move"],
        ["win", "Win in N"],
      ]}
      onChoice={(quest) => onChoice({ quest })}
    />
    <Steps isChosen={(fifth) => choice.fifth === fifth} onChoice={(fifth) => onChoice({ fifth })}>
      <button aria-pressed={choice.fifth === "any"} onClick={() => onChoice({ fifth: "any" })}>
        For you
      </button>
    </Steps>
    <p class="note">
      Difficulty: the number of legal moves times the moves to the win, in five equal steps of each
      game. “For you” picks puzzles close to your rating.
    </p>
  </div>
);
