// Cards and pieces; courts and glyphs are symbols of deck.svg.
import { RANKS, suitPath } from "../model/deck";
import { Component } from "preact";
import type { Cell } from "../api/types";
import { cardOf, cardText } from "../model/say";

type Place = [x: number, y: number];

/** The places of the pips on a card of 100 by 140. */
const CORNERS: Place[] = [
  [49, 25],
  [84, 25],
  [49, 117],
  [84, 117],
];
const FOUR: Place[] = [
  [49, 55.7],
  [84, 55.7],
  [49, 86.3],
  [84, 86.3],
];
const SIDES: Place[] = [
  [49, 71],
  [84, 71],
];
const PIPS: Record<number, Place[]> = {
  2: [
    [66.5, 25],
    [66.5, 117],
  ],
  3: [
    [66.5, 25],
    [66.5, 117],
    [66.5, 71],
  ],
  4: CORNERS,
  5: [...CORNERS, [66.5, 71]],
  6: [...CORNERS, ...SIDES],
  7: [...CORNERS, ...SIDES, [66.5, 48]],
  8: [...CORNERS, ...SIDES, [66.5, 48], [66.5, 94]],
  9: [...CORNERS, ...FOUR, [66.5, 71]],
  10: [...CORNERS, ...FOUR, [66.5, 40.4], [66.5, 101.7]],
};
const SIZES: Record<number, number> = {
  2: 27,
  3: 27,
  4: 25,
  5: 24,
  6: 23,
  7: 22,
  8: 22,
  9: 21,
  10: 20.5,
};

const letterOf = (rank: number) => " A23456789TJQK".charAt(rank);

// Cards are drawn as markup and not as parts of the tree of the page: the browser makes their
// shapes many times faster from text than a comparison of trees does, shape by shape, and a face
// never changes.

/** The middle of a suit, and its size. */
type Pip = [x: number, y: number, size: number];

/** A suit or several of them, as one path. */
const suits = (suit: string, ...places: Pip[]) =>
  `<path d="${places.map(([x, y, size]) => suitPath(suit, x, y, size)).join("")}"/>`;

/** A rank of a given height, centred at a place. */
function rankAt(letter: string, x: number, y: number, height: number) {
  const scale = height / 30;
  return `<path class="rk" transform="translate(${x - (letter === "T" ? 13 : 10) * scale} ${y - height / 2}) scale(${scale})" d="${RANKS[letter]}"/>`;
}

/** The pips of a card that is neither an ace nor a court card. */
const pipsOf = (rank: number) => (PIPS[rank] ?? []).map(([x, y]): Pip => [x, y, SIZES[rank] ?? 20]);

/** The picture of a full face, with the suit below its rank. */
function picture(rank: number, letter: string, suit: string) {
  const below: Pip = [19, 60, 26];
  if (rank > 10)
    return `<path class="t" d="M33.5 140V47a31 31 0 0 1 62 0v93z"/><use href="#f-${letter}" x="33.5" y="18" width="62" height="124"/>${suits(suit, [17.5, 122, 21], below)}`;
  if (rank === 1)
    return `${suits(suit, [66, 76, 56], below)}<g class="inlay">${suits(suit, [66, 75, 20])}</g>`;
  return suits(suit, ...pipsOf(rank), below);
}

/** The picture of a wide face: faint pips, or the head of the court. */
function small(rank: number, letter: string, suit: string) {
  if (rank > 10)
    return `<path class="t" d="M136 96V44a29 29 0 0 1 58 0v52z"/><svg x="136" y="4" width="58" height="92" viewBox="0 0 64 101.5" preserveAspectRatio="xMidYMin slice"><use href="#f-${letter}" width="64" height="124"/></svg>`;
  const pips = pipsOf(rank).map(([x, y, size]): Pip => [
    165 + (x - 66.5) * 0.652,
    48 + (y - 71) * 0.62,
    size * 0.59,
  ]);
  return `<g class="faint">${rank === 1 ? suits(suit, [165, 48, 46]) : suits(suit, ...pips)}</g>`;
}

/** The wide face, or the full and the compact one, which has no picture. */
function faces(sign: string, wide: boolean) {
  const { rank, suit } = cardOf(sign);
  const letter = letterOf(rank);
  if (wide)
    return `<svg class="f-w" viewBox="0 0 200 96">${small(rank, letter, suit)}${rankAt(letter, 40, 48, 58)}${suits(suit, [100, 48, 50])}</svg>`;
  return (
    `<svg class="f-m" viewBox="0 0 100 140">${picture(rank, letter, suit)}${rankAt(letter, letter === "T" ? 20 : 19, 25.5, 35)}</svg>` +
    `<svg class="f-s" viewBox="0 0 100 140">${rankAt(letter, letter === "T" ? 35 : 31, 39, 60)}${suits(suit, [66, 104, 56])}</svg>`
  );
}

interface CardProps {
  sign: string;
  /** Whether rows run downward. */
  wide?: boolean;
}

/**
 * A playing card; the wide face lies where rows run downward. Width chooses between the full and
 * the compact face.
 */
export class Card extends Component<CardProps> {
  shouldComponentUpdate(next: CardProps) {
    return next.sign !== this.props.sign || next.wide !== this.props.wide;
  }

  render({ sign, wide = false }: CardProps) {
    return (
      <div
        class={`card ${wide ? "wide " : ""}${sign.charAt(1)}`}
        dangerouslySetInnerHTML={{ __html: faces(sign, wide) }}
      />
    );
  }
}

/** The card that a gap takes, or its rank if it takes any suit, drawn faintly. */
export function Takes({ sign, wide }: CardProps) {
  const { rank, suit } = cardOf(sign);
  const letter = letterOf(rank);
  if (!suit)
    return (
      <svg
        class="takes"
        viewBox={wide ? "0 0 200 96" : "0 0 100 140"}
        dangerouslySetInnerHTML={{
          __html: wide ? rankAt(letter, 100, 47, 50) : rankAt(letter, 50, 70, 44),
        }}
      />
    );
  const markup = wide
    ? rankAt(letter, 72, 47, 50) + suits(suit, [128, 48, 44])
    : rankAt(letter, 50, 52, 44) + suits(suit, [50, 98, 34]);
  return (
    <svg
      class="takes"
      viewBox={wide ? "0 0 200 96" : "0 0 100 140"}
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** A gap that takes no card. */
export const Dead = ({ wide }: { wide?: boolean }) => (
  <svg class="takes dead" viewBox={wide ? "0 0 200 96" : "0 0 100 140"}>
    <path d={wide ? "M88 36l24 24M112 36L88 60" : "M36 56l28 28M64 56L36 84"} />
  </svg>
);

/** The small drawn card of lists and sentences. */
export function Token({ sign }: { sign: string }) {
  const { rank, suit } = cardOf(sign);
  const letter = letterOf(rank);
  const markup = `<rect width="34" height="24" rx="4"/>${rankAt(letter, letter === "T" ? 10 : 9, 12.4, 16.8)}${suits(suit, [24.5, 12.2, 13])}`;
  return (
    <svg
      class={`tok ${suit}`}
      viewBox="0 0 34 24"
      role="img"
      aria-label={cardText(sign)}
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

const GLYPHS = "RGBYOPCMWN";
/** The colour and the glyph of a piece: one of ten that can be distinguished without colour. */
export const glyphOf = (letter: string) =>
  GLYPHS.includes(letter) ? letter : GLYPHS.charAt(letter.charCodeAt(0) % GLYPHS.length);

/** A glyph, or the letter if that is set or two colours would share a glyph. */
export function Glyph({ colour, letters }: { colour: string; letters?: boolean }) {
  return letters || !GLYPHS.includes(colour) ? (
    <svg class="glyph" viewBox="0 0 24 24">
      <text x="12" y="12.6">
        {colour}
      </text>
    </svg>
  ) : (
    <svg class="glyph" viewBox="0 0 24 24">
      <use href={`#g-${colour}`} />
    </svg>
  );
}

/** The sides on which a piece joins its neighbour. */
export type Joins = Partial<Record<(typeof SIDE_NAMES)[number], boolean>>;
const SIDE_NAMES = ["up", "right", "down", "left"] as const;

interface PieceProps {
  colour: string;
  joins?: Joins;
  /** The corners at which the piece turns. */
  notches?: string[];
  /** Letters instead of glyphs. */
  letters?: boolean;
}

/** A cell of a coloured piece; `joins` lists the sides on which the piece continues. */
export function Piece({ colour, joins = {}, notches = [], letters }: PieceProps) {
  const sides = SIDE_NAMES.filter((side) => joins[side]).map((side) => `join-${side}`);
  return (
    <div class={`piece c-${glyphOf(colour)} ${sides.join(" ")}`}>
      <Glyph colour={colour} letters={letters} />
      {notches.map((corner) => (
        <i class={`notch notch-${corner}`} />
      ))}
    </div>
  );
}

/** A tile with its number; a tile at home is lighter. */
export const NumberedTile = ({ cell }: { cell: Cell }) => (
  <div class={`numbered-tile ${cell.is_home ? "home" : ""}`}>{cell.number}</div>
);

/** The content of a cell. */
export function Face({
  cell,
  wide,
  joins,
  notches,
  letters,
}: Omit<PieceProps, "colour"> & { cell: Cell; wide?: boolean }) {
  if (cell.kind === "tile") return <NumberedTile cell={cell} />;
  return cell.kind === "card" ? (
    <Card sign={cell.sign} wide={wide} />
  ) : (
    <Piece colour={cell.colour ?? ""} joins={joins} notches={notches} letters={letters} />
  );
}
