// The outlines of ranks and suits. All suits of a card are one path; otherwise the first board
// would have to wait for 52 cards of ten symbols each.

/** Each rank as one stroke, 30 high; its width is 20, that of the ten 26. */
export const RANKS: Record<string, string> = {
  A: "M2.2 28 10 2.6 17.8 28M5.2 19.6h9.6",
  2: "M3 10.2C3 5.4 6 2.6 10 2.6s7 2.8 7 7c0 3.4-1.8 6-5 9.2L3.4 27.2H18",
  3: "M2.8 2.8H16.6L9.6 12.2C14.2 12.2 17.3 15.2 17.3 19.8 17.3 24.4 14.2 27.4 9.8 27.4 6 27.4 3.2 25.3 2.5 21.8",
  4: "M14 28V2.6L2.6 20.6H19",
  5: "M16.6 2.8H5.2L4.2 13.6C5.6 12 7.8 11.1 10.2 11.1c4.2 0 7.2 3.2 7.2 8s-3.2 8.3-7.6 8.3c-3.6 0-6.4-2-7.2-5.4",
  6: "M15.4 2.6C8 6.4 2.7 12.6 2.7 19.4c0 4.9 3 8 7.3 8s7.3-3.1 7.3-7.7S14.3 12 10.2 12c-3.2 0-6 1.8-7.2 5",
  7: "M2.4 2.8H17.2L7.8 28",
  8: "M10 2.6c3.4 0 5.8 2.2 5.8 5.6s-2.4 5.6-5.8 5.6-5.8-2.2-5.8-5.6S6.6 2.6 10 2.6zM10 13.8c4.3 0 7.3 2.7 7.3 6.8s-3 6.8-7.3 6.8-7.3-2.7-7.3-6.8 3-6.8 7.3-6.8z",
  9: "M4.6 27.4C12 23.6 17.3 17.4 17.3 10.6c0-4.9-3-8-7.3-8S2.7 5.7 2.7 10.3 5.7 18 9.8 18c3.2 0 6-1.8 7.2-5",
  T: "M1.6 6.8 6.2 2.8V28M17.6 2.6c3.8 0 6.2 4.4 6.2 12.4s-2.4 12.4-6.2 12.4-6.2-4.4-6.2-12.4S13.8 2.6 17.6 2.6z",
  J: "M7.6 2.8h6.8V19.6c0 5-2.6 7.8-6.6 7.8-3 0-5-1.6-5.8-4.4",
  Q: "M10 2.6c4.5 0 7.4 4.6 7.4 12.2S14.5 27 10 27 2.6 22.4 2.6 14.8 5.5 2.6 10 2.6zM11 20.4 18.2 28.6",
  K: "M4 2V28M17.4 2 4.6 17.4M8.6 12.8 18.2 28",
};

/**
 * Each suit within 24 by 24, from its uppermost or lowest point: that point relative to the
 * middle, and the path around.
 */
const SUITS: Record<string, [number, string]> = {
  H: [
    10,
    "c-7 -5.7 -10.6 -9.6 -10.6 -13.8c0 -3.3 2.5 -5.8 5.6 -5.8c2.1 0 3.9 1.1 5 3c1.1 -1.9 2.9 -3 5 -3c3.1 0 5.6 2.5 5.6 5.8c0 4.2 -3.6 8.1 -10.6 13.8z",
  ],
  D: [
    -11.1,
    "c2.4 4.2 5.3 7.8 8.8 11.1c-3.5 3.3 -6.4 6.9 -8.8 11.1c-2.4 -4.2 -5.3 -7.8 -8.8 -11.1c3.5 -3.3 6.4 -6.9 8.8 -11.1z",
  ],
  S: [
    -10.8,
    "c-3.8 5.3 -10.2 8.4 -10.2 13.6c0 3 2.2 4.8 4.8 4.8c1.8 0 3.4 -0.9 4.4 -2.4c-0.2 2.3 -1.1 4.1 -2.7 5.6l7.4 0c-1.6 -1.5 -2.5 -3.3 -2.7 -5.6c1 1.5 2.6 2.4 4.4 2.4c2.6 0 4.8 -1.8 4.8 -4.8c0 -5.2 -6.4 -8.3 -10.2 -13.6z",
  ],
  C: [
    -10.8,
    "c-1.83 0 -3.51 1 -4.38 2.61c-0.88 1.6 -0.81 3.55 0.18 5.09c-2.41 -0.37 -4.73 1.05 -5.5 3.37c-0.77 2.31 0.24 4.84 2.39 5.99c2.16 1.14 4.82 0.57 6.31 -1.36c-0.2 2.4 -1 4.3 -2.6 5.9l7.2 0c-1.6 -1.6 -2.4 -3.5 -2.6 -5.9c1.49 1.93 4.15 2.5 6.31 1.36c2.15 -1.15 3.16 -3.68 2.39 -5.99c-0.77 -2.32 -3.09 -3.74 -5.5 -3.37c0.99 -1.54 1.06 -3.49 0.18 -5.09c-0.87 -1.61 -2.55 -2.61 -4.38 -2.61z",
  ],
};

const hundredths = (value: number) => Math.round(100 * value) / 100;
/** Paths around a suit, by size, since most pips of a card have the same size. */
const scaled = new Map<string, string>();

/** The path around a suit of a given size. */
function wayAround(suit: string, way: string, size: number) {
  const key = `${suit}${size}`;
  const known = scaled.get(key);
  if (known) return known;
  const scale = (number: string) => String(hundredths((Number(number) * size) / 24));
  const around = way.replace(/-?[\d.]+/g, scale);
  scaled.set(key, around);
  return around;
}

/** The outline of a suit of a given size, centred at a place. */
export function suitPath(suit: string, x: number, y: number, size: number) {
  const outline = SUITS[suit];
  if (!outline) return "";
  const [top, way] = outline;
  return `M${hundredths(x)} ${hundredths(y + (top * size) / 24)}${wayAround(suit, way, size)}`;
}
