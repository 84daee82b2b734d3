// Cards and pieces; courts and glyphs are symbols of deck.svg.
import { RANKS, suitPath } from "./deck.js";
import { Component, html } from "./html.js";
import { cardOf, cardText } from "./say.js";

/** Where the pips lie on a card of 100 by 140. */
const CORNERS = [[49, 25], [84, 25], [49, 117], [84, 117]];
const FOUR = [[49, 55.7], [84, 55.7], [49, 86.3], [84, 86.3]];
const SIDES = [[49, 71], [84, 71]];
const PIPS = {
  2: [[66.5, 25], [66.5, 117]], 3: [[66.5, 25], [66.5, 117], [66.5, 71]], 4: CORNERS, 5: [...CORNERS, [66.5, 71]],
  6: [...CORNERS, ...SIDES], 7: [...CORNERS, ...SIDES, [66.5, 48]], 8: [...CORNERS, ...SIDES, [66.5, 48], [66.5, 94]],
  9: [...CORNERS, ...FOUR, [66.5, 71]], 10: [...CORNERS, ...FOUR, [66.5, 40.4], [66.5, 101.7]],
};
const SIZES = { 2: 27, 3: 27, 4: 25, 5: 24, 6: 23, 7: 22, 8: 22, 9: 21, 10: 20.5 };

const LETTERS = " A23456789TJQK";

// Cards are drawn as markup and not as parts of the tree of the page: the browser makes their shapes many times faster from text
// than a comparison of trees does, shape by shape, and nothing in a face ever changes.

/** A suit or several of them, as one path. @param {string} suit @param {number[][]} places middles and sizes */
const suits = (suit, ...places) => `<path d="${places.map(([x, y, size]) => suitPath(suit, x, y, size)).join("")}"/>`;

/** A rank of a height, its middle at a place. @param {string} letter @param {number} x @param {number} y @param {number} height */
function rankAt(letter, x, y, height) {
  const scale = height / 30;
  return `<path class="rk" transform="translate(${x - (letter === "T" ? 13 : 10) * scale} ${y - height / 2}) scale(${scale})" d="${RANKS[letter]}"/>`;
}

/** The picture of a full face, with the suit below its rank. @param {number} rank @param {string} letter @param {string} suit */
function picture(rank, letter, suit) {
  const below = [19, 60, 26];
  if (rank > 10) return `<path class="t" d="M33.5 140V47a31 31 0 0 1 62 0v93z"/><use href="#f-${letter}" x="33.5" y="18" width="62" height="124"/>${suits(suit, [17.5, 122, 21], below)}`;
  if (rank === 1) return `${suits(suit, [66, 76, 56], below)}<g class="inlay">${suits(suit, [66, 75, 20])}</g>`;
  return suits(suit, ...PIPS[rank].map(([x, y]) => [x, y, SIZES[rank]]), below);
}

/** The picture of a wide face: faint pips, or the head of the court. @param {number} rank @param {string} letter @param {string} suit */
function small(rank, letter, suit) {
  if (rank > 10) return `<path class="t" d="M136 96V44a29 29 0 0 1 58 0v52z"/><svg x="136" y="4" width="58" height="92" viewBox="0 0 64 101.5" preserveAspectRatio="xMidYMin slice"><use href="#f-${letter}" width="64" height="124"/></svg>`;
  const pips = rank === 1 ? [[165, 48, 46]] : PIPS[rank].map(([x, y]) => [165 + (x - 66.5) * 0.652, 48 + (y - 71) * 0.62, SIZES[rank] * 0.59]);
  return `<g class="faint">${suits(suit, ...pips)}</g>`;
}

/** The wide face, or the full and the compact one. @param {string} sign @param {boolean} wide */
function faces(sign, wide) {
  const { rank } = cardOf(sign);
  const letter = LETTERS[rank];
  const suit = sign[1];
  if (wide) return `<svg class="f-w" viewBox="0 0 200 96">${small(rank, letter, suit)}${rankAt(letter, 40, 48, 58)}${suits(suit, [100, 48, 50])}</svg>`;
  const arch = rank > 10 ? '<path class="t" d="M40 140V104a28 28 0 0 1 56 0v36z"/>' : "";
  return `<svg class="f-m" viewBox="0 0 100 140">${picture(rank, letter, suit)}${rankAt(letter, letter === "T" ? 20 : 19, 25.5, 35)}</svg>`
    + `<svg class="f-s" viewBox="0 0 100 140">${arch}${rankAt(letter, letter === "T" ? 35 : 31, 39, 60)}${suits(suit, [66, 104, 56])}</svg>`;
}

/** A playing card; the wide face lies where rows run downward. Width chooses between the full and the compact face. */
export class Card extends Component {
  shouldComponentUpdate(next) {
    return next.sign !== this.props.sign || next.wide !== this.props.wide;
  }
  render({ sign, wide }) {
    return html`<div class=${`card ${wide ? "wide " : ""}${sign[1]}`} dangerouslySetInnerHTML=${{ __html: faces(sign, wide) }} />`;
  }
}

/** The card that a gap takes, faint. */
export function Takes({ sign, wide }) {
  const letter = LETTERS[cardOf(sign).rank];
  const markup = wide ? rankAt(letter, 72, 47, 50) + suits(sign[1], [128, 48, 44]) : rankAt(letter, 50, 52, 44) + suits(sign[1], [50, 98, 34]);
  return html`<svg class="takes" viewBox=${wide ? "0 0 200 96" : "0 0 100 140"} dangerouslySetInnerHTML=${{ __html: markup }} />`;
}

/** A gap that takes no card. */
export const Dead = ({ wide }) => html`<svg class="takes dead" viewBox=${wide ? "0 0 200 96" : "0 0 100 140"}><path d=${wide ? "M88 36l24 24M112 36L88 60" : "M36 56l28 28M64 56L36 84"} /></svg>`;

/** The small drawn card of lists and sentences. */
export function Token({ sign }) {
  const letter = LETTERS[cardOf(sign).rank];
  const markup = `<rect width="34" height="24" rx="4"/>${rankAt(letter, letter === "T" ? 10 : 9, 12.4, 16.8)}${suits(sign[1], [24.5, 12.2, 13])}`;
  return html`<svg class=${`tok ${sign[1]}`} viewBox="0 0 34 24" role="img" aria-label=${cardText(sign)} dangerouslySetInnerHTML=${{ __html: markup }} />`;
}

const GLYPHS = "RGBYOPCMWN";
/** The colour and the glyph of a piece: one of ten that can be told apart without colour. @param {string} letter */
export const glyphOf = (letter) => (GLYPHS.includes(letter) ? letter : GLYPHS[letter.charCodeAt(0) % GLYPHS.length]);

/** A glyph, or the letter where that is set or two colours would share a glyph. */
export function Glyph({ colour, letters }) {
  return letters || !GLYPHS.includes(colour)
    ? html`<svg class="glyph" viewBox="0 0 24 24"><text x="12" y="12.6">${colour}</text></svg>`
    : html`<svg class="glyph" viewBox="0 0 24 24"><use href=${`#g-${colour}`} /></svg>`;
}

/** A cell of a coloured piece; `joins` says on which sides the piece goes on. */
export function Piece({ colour, joins = {}, letters, home = false }) {
  const sides = ["up", "right", "down", "left"].filter((side) => joins[side]).map((side) => `join-${side}`);
  return html`<div class=${`piece c-${glyphOf(colour)} ${sides.join(" ")} ${home ? "home" : ""}`}><${Glyph} colour=${colour} letters=${letters} /></div>`;
}

/** What lies on a cell. */
export function Face({ cell, wide, joins, letters }) {
  return cell.kind === "card" ? html`<${Card} sign=${cell.sign} wide=${wide} />` : html`<${Piece} colour=${cell.colour} joins=${joins} letters=${letters} />`;
}
