// Parts shared by several pages.
import type { ComponentChildren } from "preact";
import type { Game } from "../api/types";
import { STEPS } from "../model/difficulty";
import { shortTitle } from "../model/say";
import { Bars } from "../parts/bars";
import { GameMark } from "../parts/icons";

/** The games; one is selected. */
export const GameChoice = ({
  games,
  game,
  note,
  onGame,
}: {
  games: Game[];
  game: string;
  note?: (name: string) => string;
  onGame: (name: string) => void;
}) => (
  <div class="game-choice" role="group" aria-label="Game">
    {games.map(({ name, title }) => (
      <button aria-pressed={name === game} onClick={() => onGame(name)}>
        <span class={`daily-mark ${name}`}>
          <GameMark game={name} />
        </span>
        <span>
          <b>{shortTitle(title)}</b>
          {note ? <small>{note(name)}</small> : null}
        </span>
      </button>
    ))}
  </div>
);

const W = 260;
const H = 60;

/** A rating over the last puzzles. */
export function RatingLine({ ratings }: { ratings: number[] }) {
  const least = Math.min(...ratings);
  const range = Math.max(1, Math.max(...ratings) - least);
  const points = ratings.map((rating, index): [number, number] => [
    6 + (index * (W - 12)) / Math.max(1, ratings.length - 1),
    H - 6 - ((rating - least) * (H - 12)) / range,
  ]);
  const [x = 0, y = 0] = points.at(-1) ?? [];
  return (
    <svg
      class="rating-line"
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={`rating from ${ratings[0]} to ${ratings.at(-1)}`}
    >
      <polyline points={points.map((point) => point.join(",")).join(" ")} />
      <circle cx={x} cy={y} r="4" />
    </svg>
  );
}

/** Next to a list there is room for a deal: the first one is shown until another is chosen. */
export const ROOMY = window.matchMedia("(min-width: 1101px)");

/** The column headings of a list of deals; for screen readers each row names its own values. */
export const Columned = ({ names }: { names: string[] }) => (
  <p class="find-columns" aria-hidden="true">
    {names.map((name) => (
      <span>{name}</span>
    ))}
  </p>
);

/** Steps of difficulty; any number may be selected. */
export const Steps = ({
  isChosen,
  onChoice,
  children,
}: {
  isChosen: (fifth: number) => boolean;
  onChoice: (fifth: number) => void;
  /** the alternative choice */
  children?: ComponentChildren;
}) => (
  <div class="segments steps" role="group" aria-label="Difficulty">
    {children}
    {STEPS.map((words, index) => (
      <button
        aria-label={words}
        data-tip={words}
        aria-pressed={isChosen(index + 1)}
        onClick={() => onChoice(index + 1)}
      >
        <Bars value={index + 1} />
      </button>
    ))}
  </div>
);

/** A few words; one is selected. */
export function Segments<T extends string>({
  label,
  value,
  choices,
  onChoice,
}: {
  label: string;
  value: T;
  choices: readonly (readonly [T, string])[];
  onChoice: (value: T) => void;
}) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map(([each, words]) => (
        <button aria-pressed={each === value} onClick={() => onChoice(each)}>
          {words}
        </button>
      ))}
    </div>
  );
}
