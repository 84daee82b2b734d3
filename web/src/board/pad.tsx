// Four buttons that shift the picked piece, tilt the board or slide a tile.
import type { Move, View } from "../api/types";
import { DIRECTIONS, moveTowards } from "../model/picks";
import type { Direction } from "../model/picks";
import { Icon } from "../parts/icons";
import { MarkBadge } from "./marks";
import type { Mark } from "./marks";

interface Props {
  view: View;
  picked: number | null;
  /** the best move */
  arrow?: Move | null;
  /** the values of moves, by their texts */
  worths?: Map<string, Mark>;
  onGo: (direction: Direction) => void;
}

export function Pad({ view, picked, arrow, worths, onGo }: Props) {
  const verb = view.control;
  return (
    <div class="pad" role="group" aria-label={verb === "shift" ? "shift the picked piece" : verb}>
      {DIRECTIONS.map((direction) => {
        const move = moveTowards(view, picked, direction);
        const worth = move && worths?.get(move.text);
        const told = worth
          ? `, ${worth.worth}${worth.distance ? ` in ${worth.distance}` : ""}`
          : "";
        return (
          <button
            class={`pad-button ${move && arrow?.text === move.text ? "best" : ""}`}
            aria-label={`${verb} ${direction}${told}`}
            aria-disabled={!move}
            onClick={() => onGo(direction)}
          >
            <Icon name={direction} />
            {worth ? <MarkBadge mark={worth} /> : null}
          </button>
        );
      })}
    </div>
  );
}
