// Cohesion and Match the Tiles: the pieces of each colour; sliding tiles: how many are home.
import type { Cell } from "../api/types";
import type { Node } from "../model/session";
import { Piece } from "../parts/faces";
import { Goal } from "../parts/goal";
import { RuleWords } from "../parts/rule-words";

/** The rules of the game, if there is room. */
export const HowTo = ({ node, onLesson }: { node: Node; onLesson: () => void }) => (
  <section class="box large-only" aria-label="how it is played">
    <header>
      <h3>How to play</h3>
    </header>
    <RuleWords game={node.position.game} rules={node.position.rules} />
    <button onClick={onLesson}>Play the lesson</button>
  </section>
);

/**
 * Cohesion: pieces of every colour; Match the Tiles: which are home; if there is room, the rules of
 * the game.
 */
export function Pieces({
  node,
  letters,
  about,
  onLesson,
}: {
  node: Node;
  letters: boolean;
  /** whether there is room for the rules */
  about: boolean;
  onLesson: () => void;
}) {
  const { view } = node.position;
  const slides = view.control === "slide";
  const tilt = view.control === "tilt" || slides;
  const pieces = view.cells.filter((cell) => cell.kind === (slides ? "tile" : "piece"));
  const colours = slides ? [] : [...new Set(pieces.map((cell) => cell.colour ?? ""))].toSorted();
  const of = (colour: string) => pieces.filter((cell) => cell.colour === colour);
  const isHome = (cell: Cell) => (slides ? !!cell.is_home : cell.target === cell.colour);
  const groups = (colour: string) => new Set(of(colour).map((cell) => cell.group)).size;
  const all = pieces.length;
  const home = pieces.filter(isHome).length;
  const stateOf = (colour: string) => {
    const cells = of(colour);
    const done = cells.filter(isHome).length;
    if (tilt) return done === cells.length ? "home" : `${done} of ${cells.length} home`;
    const left = groups(colour);
    return left === 1 ? "one piece" : `${left} pieces to bring together`;
  };
  return (
    <div class="side">
      <section class="box" aria-label="pieces">
        <header>
          <h3>{slides ? "Tiles home" : tilt ? "Pieces home" : "Pieces"}</h3>
          <span class="count">
            {tilt ? (
              <>
                <b>{home}</b> of {all}
              </>
            ) : (
              <>
                <b>{colours.reduce((sum, colour) => sum + groups(colour), 0)}</b> left,{" "}
                {colours.length} to win
              </>
            )}
          </span>
        </header>
        {slides ? <Goal view={view} rules={node.position.rules} /> : null}
        <ul class="meet">
          {colours.map((colour) => (
            <li key={colour}>
              <span class="token-piece">
                <Piece colour={colour} letters={letters} />
              </span>
              <span class="state">{stateOf(colour)}</span>
            </li>
          ))}
        </ul>
      </section>
      {about ? <HowTo node={node} onLesson={onLesson} /> : null}
    </div>
  );
}
