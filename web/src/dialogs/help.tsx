// The help: how to play a board by touch or by keyboard.
import type { View } from "../api/types";
import { byFingers } from "../browser/fingers";
import { KEYS } from "../model/keys";
import { DOWN } from "../model/rule-texts";
import { capital } from "../model/say";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { RuleWords } from "../parts/rule-words";
import type { DialogProps } from "./dialog-props";

/** Gestures and their effects. */
type Ways = [string, string][];

/** The gestures of fingers on a board, by the way it is played. */
const GESTURES: Record<View["control"], Ways> = {
  place: [
    ["Tap a card", "see where it can go, and tap there"],
    ["Drag a card", "move it"],
  ],
  shift: [
    ["Drag a piece", "shift it"],
    ["Tap a piece", "pick it; the arrows below the board shift it"],
  ],
  slide: [
    ["Tap a tile next to the blank", "slide it"],
    ["Swipe", "slide the tile that can go that way, as do the arrows below the board"],
  ],
  tilt: [["Swipe", "tilt the board, as do the arrows below it"]],
};
const GAP: Ways = [
  ["Tap a gap", "fetch the card that belongs there; of several, tap one that is marked"],
];
const FINGERS: Ways = [
  ["Hint, tapped again", "where to look, then the move, then the whole line"],
  ["The bar above the buttons", "opens the panel: moves, analysis, playback and searches"],
  ["A move in the list", "back to the position after it"],
  ["Resting a finger on a move of the analysis", "its line on the board"],
];
const BOARD: Ways = [
  ["Arrow keys", "walk on the board; shift the picked piece; tilt the board; slide a tile"],
  [
    "Enter, space",
    "pick, put down, make the only move of a picked card; on a gap, fetch its card or mark those it takes",
  ],
  ["Escape", "let go"],
  ["Shift + arrows", "walk on a board that tilts"],
];

const ALL_KEYS: Ways = [
  ...BOARD,
  ...KEYS.map(({ keys, words }): [string, string] => [keys.map(capital).join(", "), words]),
];

/** The signs after the moves of an analysis, as in chess. */
const SIGNS: Ways = [
  ["!", "in an analysis, after a move: the only move that wins"],
  ["?", "it keeps the win, but takes longer than needed"],
  ["??", "it loses a game that could be won; each sign is proved"],
];

type Props = Pick<DialogProps, "position" | "command" | "onClose" | "onLesson" | "isDown">;

export function HelpDialog({ position, command, onClose, onLesson, isDown }: Props) {
  const fingers = byFingers();
  const gap = position.game.startsWith("gaps") ? GAP : [];
  const ways = fingers ? [...gap, ...GESTURES[position.view.control], ...FINGERS] : ALL_KEYS;
  return (
    <Dialog title="Help" onClose={onClose}>
      {isDown ? <p class="note">{DOWN}</p> : null}
      <RuleWords game={position.game} rules={position.rules} />
      <p>
        <button class="primary" onClick={onLesson}>
          <Icon name="play" />
          Play the lesson
        </button>{" "}
        <button onClick={() => command.dialog("rules")}>
          <Icon name="book" />
          Rules
        </button>{" "}
        <button onClick={() => command.dialog("algorithms")}>
          <Icon name="tree" />
          How searches work
        </button>
      </p>
      {fingers ? (
        isDown ? null : (
          <p class="note">Columns are letters, rows numbers, as at the edges of the board.</p>
        )
      ) : (
        <p class="note">
          Drag, or click what moves and then where it goes; a click on a free place fetches the card
          that belongs there, or marks those of which you choose one. On boards that tilt, swipe.
          {isDown ? "" : " Columns are letters, rows numbers from the top."}
        </p>
      )}
      <table class="keys">
        <tbody>
          {[...ways, ...SIGNS].map(([key, words]) => (
            <tr>
              <th scope="row">{key}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
