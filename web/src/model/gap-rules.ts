// The cards that a gap accepts, by rule set. Pictures are drawn from this, and tests compare it
// with the moves that the program allows. Pure.

/** The cards that a gap accepts. */
export interface GapRules {
  /** the cards of a finished row, in order */
  ranks: string;
  /** the cards that the left edge takes: any card, any first card, or that of the row's suit */
  edge: "any" | "first" | "row";
  /** the suits of the rows if each has its own */
  suits?: string;
  /** a first card at the edge stays there */
  stays?: boolean;
  /** next in suit; the next rank of any suit; any higher card in suit */
  step: "next" | "any-suit" | "higher";
  /** a gap also takes the card before its right neighbour */
  before?: boolean;
}

const rankOf = (rules: GapRules, sign: string) => rules.ranks.indexOf(sign.charAt(0));

/** Whether a gap takes a card; `left` is null at the edge, "--" names a gap. */
export function takes(
  rules: GapRules,
  { left, right, row }: { left: string | null; right: string | null; row: number },
  sign: string,
) {
  const suit = sign.charAt(1);
  const rank = rankOf(rules, sign);
  const follows = right !== null && right.charAt(1) === suit && rankOf(rules, right) === rank + 1;
  if (rules.before && right !== "--" && follows) return true;
  if (left === null) {
    if (rules.edge === "any") return true;
    return rank === 0 && (rules.edge === "first" || rules.suits?.charAt(row) === suit);
  }
  if (left === "--") return false;
  const over = rank - rankOf(rules, left);
  if (rules.step === "any-suit") return over === 1;
  return left.charAt(1) === suit && (rules.step === "higher" ? over > 0 : over === 1);
}

export interface Picture {
  left: string | null;
  right: string | null;
  fits: string[];
  not: string[];
}

const SUITS = "HSDC";

/** Two gaps, at the edge and after a card, with cards that they take and one that they do not. */
export function picturesOf(rules: GapRules): Picture[] {
  const { ranks } = rules;
  const lead = Math.min(3, ranks.length - 3);
  const left = `${ranks.charAt(lead)}H`;
  const right = rules.before ? `${ranks.charAt(lead + 4)}S` : null;
  const all = [...SUITS].flatMap((suit) => [...ranks].map((rank) => rank + suit));
  const inside = { left, right, row: 1 };
  const edge = { left: null, right: null, row: 1 };
  const fitting = (place: typeof edge | typeof inside) =>
    all.filter((sign) => sign !== left && sign !== right && takes(rules, place, sign));
  const near = [
    `${ranks.charAt(lead + 1)}S`,
    `${ranks.charAt(lead + 2)}H`,
    `${ranks.charAt(lead)}D`,
  ];
  return [
    {
      ...edge,
      fits: fitting(edge).slice(0, 4),
      not: rules.edge === "any" ? [] : [`${ranks.charAt(2)}H`],
    },
    {
      ...inside,
      fits: fitting(inside).slice(0, 4),
      not: near.filter((sign) => !takes(rules, inside, sign)).slice(0, 2),
    },
  ];
}
