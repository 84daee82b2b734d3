// Cards and pieces as inline SVG.
import { Component, html } from "./html.js";

export const SUITS = {
  H: "M12 21.3C4.9 15.2 2 11.7 2 7.9 2 5 4.2 3 6.8 3 9 3 11 4.3 12 6.4 13 4.3 15 3 17.2 3 19.8 3 22 5 22 7.9c0 3.8-2.9 7.3-10 13.4z",
  D: "M12 1.5 20.2 12 12 22.5 3.8 12z",
  S: "M12 1.8C8 7 2.8 10 2.8 14.6 2.8 17.4 4.9 19 7.2 19c1.6 0 3-.8 3.9-2.1-.2 2.1-.9 3.9-2.2 5.3h6.2c-1.3-1.4-2-3.2-2.2-5.3.9 1.3 2.3 2.1 3.9 2.1 2.3 0 4.4-1.6 4.4-4.4C21.2 10 16 7 12 1.8z",
  C: "M12 1.9a4.7 4.7 0 0 0-4 7.1 4.7 4.7 0 1 0 2.9 7.7c-.2 2.2-.9 4-2.1 5.5h6.4c-1.2-1.5-1.9-3.3-2.1-5.5A4.7 4.7 0 1 0 16 9a4.7 4.7 0 0 0-4-7.1z",
};

export const rankText = (rank) => ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][rank - 1] ?? "?";

const COLOURS = "RGBYOPCMWN";
/** The class that colours a piece: a named one, or one of eight others. @param {string} letter */
export const colourClass = (letter) =>
  COLOURS.includes(letter) ? `c-${letter}` : `c-${(letter.charCodeAt(0) - 65) % 8}`;

/** A playing card; `wide` lays rank and suit side by side. */
class Card extends Component {
  shouldComponentUpdate(next) {
    return next.cell.sign !== this.props.cell.sign || next.wide !== this.props.wide;
  }
  render({ cell, wide }) {
    const rank = rankText(cell.rank);
    const ten = rank.length > 1 ? " ten" : "";
    if (wide) {
      return html`<svg class="card suit-${cell.suit}" viewBox="0 0 200 100" preserveAspectRatio="xMidYMid meet">
        <text class="rank${ten}" x="60" y="52" font-size=${ten ? 74 : 82}>${rank}</text>
        <path d=${SUITS[cell.suit]} transform="translate(114 18) scale(2.7)" />
      </svg>`;
    }
    return html`<svg class="card suit-${cell.suit}" viewBox="0 0 100 140">
      <text class="rank${ten}" x=${ten ? 44 : 37} y="38" font-size="60">${rank}</text>
      <path d=${SUITS[cell.suit]} transform="translate(27 65) scale(2.85)" />
    </svg>`;
  }
}

/** A cell of a coloured piece; `joins` says on which sides the piece goes on. */
function Piece({ cell, joins }) {
  const sides = ["up", "right", "down", "left"].filter((side) => joins[side]).map((side) => `join-${side}`);
  const home = cell.target && cell.target === cell.colour ? " home" : "";
  return html`<div class="piece ${colourClass(cell.colour)} ${sides.join(" ")}${home}">
    <svg viewBox="0 0 24 24"><text x="12" y="12.6">${cell.colour}</text></svg>
  </div>`;
}

/** What lies on a cell. */
export function Face({ cell, wide, joins }) {
  return cell.kind === "card" ? html`<${Card} cell=${cell} wide=${wide} />` : html`<${Piece} cell=${cell} joins=${joins} />`;
}

/** Small pictures for buttons and marks, all drawn on 24 by 24. */
const ICONS = {
  undo: "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
  redo: "M16 5l5 5-5 5M21 10H10a6 6 0 0 0 0 12h3",
  restart: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  hint: "M9 21h6M10 18h4M12 3a6.5 6.5 0 0 0-4 11.5c.8.7 1.5 1.5 1.5 3.5h5c0-2 .7-2.8 1.5-3.5A6.5 6.5 0 0 0 12 3z",
  new: "M12 5v14M5 12h14",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.5-1.5",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M8 14.5v5",
  check: "M4.5 12.5 10 18 20 6.5",
  cross: "M6 6l12 12M18 6 6 18",
  question: "M8 9a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1.1-1.5 2.3M12 18.5v.6",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18 5v14",
  back: "M18 5v14l-9-7zM6 5v14",
  first: "M19 5v14l-7-7zM11 5v14l-7-7z",
  last: "M5 5v14l7-7zM13 5v14l7-7z",
  stop: "M6 6h12v12H6z",
  up: "M12 19V5M5 12l7-7 7 7",
  down: "M12 5v14M5 12l7 7 7-7",
  left: "M19 12H5M12 5l-7 7 7 7",
  right: "M5 12h14M12 5l7 7-7 7",
};

export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** What a move is worth, as icon, colour and word. */
export const WORTH = {
  wins: { icon: "check", words: "wins" },
  loses: { icon: "cross", words: "loses" },
  unknown: { icon: "question", words: "unknown" },
};
