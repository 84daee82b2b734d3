// The difficulty of the current deal, if known. Pure.

/** `difficulty.json`. */
export interface Ratings {
  /** classes of decided deals by source: a digit from 1 to 5 each, deal 1 first */
  decided: { [source: string]: string };
  /** boards that simple players rated, by source and number: the rating, and its fifth from 1 */
  rated: { [source: string]: { [number: string]: [rating: number, fifth: number] } };
}

export interface Difficulty {
  /** from 1, the easiest, to 5 */
  fifth: number;
  /** as in chess, if players rated it */
  rating: number | null;
  /** in few words */
  text: string;
  /** where it comes from */
  source: string;
}

/** The difficulty of a deal by its name; null if it was not measured. */
export function difficultyOf(ratings: Ratings, instance: string): Difficulty | null {
  const [, source = "", number = ""] = /^(.*)\/(\d+)$/.exec(instance) ?? [];
  const rated = ratings.rated[source]?.[number];
  if (rated) {
    const [rating, fifth] = rated;
    return {
      fifth,
      rating,
      text: `rated ${rating}`,
      source:
        "Rated by how often simple players win it, as in chess: 1500 is the average, 400 more make the odds of a win ten times worse.",
    };
  }
  const fifth = Number(ratings.decided[source]?.[Number(number) - 1] ?? 0);
  if (!fifth) return null;
  return {
    fifth,
    rating: null,
    text: `difficulty ${fifth} of 5`,
    source: "Difficulty by the positions that a solver examined, in five classes of 2,000 deals.",
  };
}
