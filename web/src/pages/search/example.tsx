// Offers a small board that shows more of an algorithm than the player's deal does.
import type { Algorithm } from "../../api/types";
import { textOf } from "./algorithm-texts";
import type { Lane } from "./lane";
import { exampleOf } from "./playback";

interface Props {
  lane: Lane;
  algorithm: Algorithm;
  game: string;
  onExample: (board: string) => void;
}

/** Whether the search ends within the recorded steps. */
function ends({ playback, recording: { report } }: Lane) {
  if (!report) return true;
  return playback?.form === "graph" ? !playback.isCut : report.verdict === "solved";
}

/** The offer, if the search of the deal does not end within its recording. */
export function ExampleNote({ lane, algorithm, game, onExample }: Props) {
  const example = exampleOf(algorithm.name, game);
  if (!example || ends(lane)) return null;
  return (
    <div class="search-note" role="status">
      <p>
        This deal takes more steps than are shown. There is a small example:{" "}
        {textOf(algorithm).title} {example.shows}.
      </p>
      <button class="primary" onClick={() => onExample(example.board)}>
        Show the example
      </button>
    </div>
  );
}
