// Boards painted by the user: every change is searched at once.
import { useState } from "preact/hooks";
import { job } from "../../api/api";
import { messageOf } from "../../api/error";
import type { Ask, Position, View } from "../../api/types";
import { plainBoard, shuffled, signsOf, sizesOf, write } from "../../model/editing";
import { Sign } from "../../panels/draw";
import { Prose } from "../../parts/prose";

interface Props {
  position: Position;
  ask: Ask;
  /** the symbol to put down; null swaps two cells */
  brush: string | null;
  error: string;
  onBrush: (brush: string | null) => void;
  onBoard: (position: Position) => void;
  onError: (error: string) => void;
  onDone: () => void;
}

const gameOf = ({ game, rules }: Position) => `${game}+${rules}`;

/** A board after a symbol was put on it, or two cells were swapped, if the rules accept it. */
export async function painted(
  ask: Ask,
  position: Position,
  change: (signs: string[]) => void,
): Promise<Position> {
  const { view } = position;
  const signs = view.cells.map(({ sign }) => sign);
  change(signs);
  const next = await ask("position", { game: gameOf(position), board: write(signs, view) });
  // Colours that are no longer on the board can still be put down.
  const { palette } = view;
  return { ...next, view: { ...next.view, ...(palette ? { palette } : {}) } };
}

/** Sizes of a first board to paint: small enough for a whole tree. */
const SMALL: Record<string, [number, number]> = {
  gaps: [2, 4],
  cohesion: [3, 3],
  tiles: [3, 3],
  sliding: [2, 3],
};

/** Maximum number of shuffled boards tried until one can be won. */
const TRIES = 6;

/** A board to begin with: cards and numbers are shuffled, so that there is something to search. */
async function begun(game: string, control: View["control"], plain: string) {
  if (control !== "place") return control === "slide" ? shuffled(plain) : plain;
  const { signal } = new AbortController();
  for (let tries = 1; ; tries++) {
    const board = shuffled(plain);
    const { data } = await job("solve", { at: { game, board }, seconds: 1 }, () => {}, signal);
    if (tries === TRIES || (data.report.verdict === "solved" && data.report.length)) return board;
  }
}

/** Symbols by what they put down; only a board that tilts has several kinds. */
function groupsOf(signs: string[], control: View["control"]): [string, string[]][] {
  if (control !== "tilt") return [["", signs]];
  const kindOf = (sign: string) => {
    const letters = sign.replace("*", "");
    if (!/^[a-z]+$/i.test(letters)) return "";
    if (letters.length > 1) return "piece on a target";
    return letters === letters.toLowerCase() ? "piece" : "target";
  };
  return ["", "piece", "target", "piece on a target"].map((kind) => [
    kind,
    signs.filter((sign) => kindOf(sign) === kind),
  ]);
}

/** The symbols to put down, and the size of the board. */
export function Paint({ position, ask, brush, error, onBrush, onBoard, onError, onDone }: Props) {
  const { game, view } = position;
  const sizes = sizesOf(game);
  const [rows = 3, columns = 3] = SMALL[game] ?? [];
  const [size, setSize] = useState({ rows, columns });
  const [isMore, setMore] = useState(false);
  const groups = groupsOf(signsOf(view).slice(0, 22), view.control);
  const begin = async () => {
    const plain = plainBoard(game, size.rows, size.columns);
    try {
      const board = await begun(gameOf(position), view.control, plain);
      onBoard(await ask("position", { game: gameOf(position), board }));
    } catch (fault) {
      onError(messageOf(fault));
    }
  };
  return (
    <section class="panel paint" aria-label="paint a board">
      <div class="sec">
        <h3>Paint a board</h3>
        <button class="quiet" onClick={onDone}>
          Done
        </button>
      </div>
      <div class="palette" role="group" aria-label="signs">
        <button aria-pressed={brush === null} onClick={() => onBrush(null)}>
          swap
        </button>
        {groups.map(([name, signs]) => (
          <>
            {name && signs.length ? <span class="palette-name">{name}</span> : null}
            {signs.map((sign) => (
              <button
                key={sign}
                aria-label={view.control === "slide" && sign === "0" ? "blank" : sign}
                aria-pressed={brush === sign}
                onClick={() => onBrush(sign)}
              >
                <Sign sign={sign} control={view.control} />
              </button>
            ))}
          </>
        ))}
      </div>
      {error ? (
        <p class="error" role="alert">
          <Prose text={error} />
        </p>
      ) : null}
      {sizes ? (
        <div class="paint-size" role="group" aria-label="a new board">
          <button onClick={begin}>New board</button>
          <button
            class="quiet"
            aria-label="size and help"
            aria-expanded={isMore}
            onClick={() => setMore(!isMore)}
          >
            …
          </button>
          {(isMore ? (["rows", "columns"] as const) : []).map((name) => (
            <label>
              {name}{" "}
              <select
                value={String(size[name])}
                onChange={(event) =>
                  setSize({ ...size, [name]: Number(event.currentTarget.value) })
                }
              >
                {sizes[name].map((each) => (
                  <option value={String(each)}>{each}</option>
                ))}
              </select>
            </label>
          ))}
        </div>
      ) : null}
      {isMore || !sizes ? (
        <p class="note">
          Choose what to put down, then cells on the board. Each change is searched at once.
        </p>
      ) : null}
    </section>
  );
}
