// The games that a player has met: played, or had the lesson of. Pure.

/** Names of games; `true` for all of them. */
export type Met = true | string[];

export const isMet = (met: Met, game: string) => met === true || met.includes(game);

/** Whether this is the player's first visit. */
export const isNewcomer = (met: Met) => met !== true && met.length === 0;

export const meeting = (met: Met, game: string): Met =>
  isMet(met, game) || met === true ? met : [...met, game];
