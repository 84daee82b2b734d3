// Results of finished games, summed up. Pure.

/** The part of a tally that a sum needs. */
export interface Counted {
  played: number;
  won: number;
  helped: number;
  lost: number;
  longest: number;
  seconds: number;
}

/** All results together, with the longest streak. */
export const inAll = (tallies: { [game: string]: Counted }): Counted =>
  Object.values(tallies).reduce(
    (sum, tally) => ({
      played: sum.played + tally.played,
      won: sum.won + tally.won,
      helped: sum.helped + tally.helped,
      lost: sum.lost + tally.lost,
      longest: Math.max(sum.longest, tally.longest),
      seconds: sum.seconds + tally.seconds,
    }),
    { played: 0, won: 0, helped: 0, lost: 0, longest: 0, seconds: 0 },
  );

/** The name under which a game is counted; `readTallyName` splits it again. */
export const tallyName = (game: string, isRedealt: boolean, level: string) =>
  `${game}${level ? ` ${level}` : ""}${isRedealt ? " with redeals" : ""}`;

/** `gaps+standard hard with redeals` as game, rules, level and whether it had redeals. */
export function readTallyName(name: string) {
  const [, game = name, rules = "standard", level = "", redealt = ""] =
    /^([^+]*)\+(\S*)(?: (easy|medium|hard))?( with redeals)?$/.exec(name) ?? [];
  return { game, rules, level, redealt: redealt !== "" };
}
