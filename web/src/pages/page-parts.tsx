// What several pages share.
import type { Game } from "../api/types";
import { shortTitle } from "../model/say";
import { GameMark } from "../parts/icons";

/** The games, one of which is chosen. */
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

/** What the columns of a list of deals are; read aloud, each row says it itself. */
export const Columned = ({ names }: { names: string[] }) => (
  <p class="find-columns" aria-hidden="true">
    {names.map((name) => (
      <span>{name}</span>
    ))}
  </p>
);

/** A few words, one of which is chosen. */
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
