// How each part of a game was lost, from a deal to the next redeal: a line that leads there.
import { isSought, placeOf, roundWords } from "../model/rounds";
import type { Round } from "../model/rounds";
import type { Node } from "../model/session";

interface Props {
  rounds: Round[];
  /** the part that has its own sentence */
  here?: Round;
  onGoTo: (node: Node) => void;
}

const lookingWords = ({ number }: Round) =>
  `${number ? `Redeal ${number}` : "First deal"}: looking for the move that lost it …`;

/** The parts of a game with redeals, one line each. */
export function RoundLines({ rounds, here, onGoTo }: Props) {
  const others = rounds.filter((round) => round !== here);
  if (others.length === 0) return null;
  return (
    <ul class="rounds">
      {others.map((round) => {
        const place = placeOf(round);
        return (
          <li>
            <button class="quiet" onClick={() => place && onGoTo(place)}>
              {isSought(round) ? lookingWords(round) : roundWords(round, rounds)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
