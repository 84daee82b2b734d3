// The lesson of each game: a few steps on small real boards, one sentence each. `wanted` is the
// required move; if it is absent, the board must be won. Pure.

/** `fingers`: the text for touch screens */
export interface Step {
  title: string;
  say: string;
  fingers?: string;
  /** the text if rows run downward */
  down?: string;
  board: string;
  wanted?: string;
}

export const LESSONS: { [game: string]: Step[] } = {
  gaps: [
    {
      title: "Fill a gap",
      say: "A gap takes the card that follows its left neighbour: after the 3♥ only the 4♥ fits. Tap the 4♥, then the gap.",
      down: "A gap takes the card that follows the one above it: below the 3♥ only the 4♥ fits. Tap the 4♥, then the gap.",
      board: "2H 3H -- 4H / 2S 3S 4S --",
      wanted: "0,3>0,2",
    },
    {
      title: "The edge",
      say: "At the left edge a gap takes any two. Put the 2♥ there.",
      down: "At the top edge a gap takes any two. Put the 2♥ there.",
      board: "-- 3H 2H 4H / 2S 3S 4S --",
      wanted: "0,2>0,0",
    },
    {
      title: "Dead gaps",
      say: "After the highest card, and after another gap, nothing fits: a dead gap shows ×. Move the 3♣ after the 2♣ and see which gap dies.",
      down: "Below the highest card, and below another gap, nothing fits: a dead gap shows ×. Move the 3♣ below the 2♣ and see which gap dies.",
      board: "2C -- 3C 2H / 4C 3H -- 4H",
      wanted: "0,2>0,1",
    },
    {
      title: "Win",
      say: "The game is won when every row counts up from two in one suit. Finish this one.",
      down: "The game is won when every column counts up in one suit, from two at the top. Finish this one.",
      board: "2H -- 3H 4H / 2S 3S 4S --",
    },
  ],
  birds: [
    {
      title: "One rank apart",
      say: "A card goes onto another in its row or column, over any empty places, if they are at most one rank apart. Put the 8♥ onto the 7♠.",
      board: "8H -- 7S -- / -- -- -- -- / -- -- -- -- / -- -- -- --",
      wanted: "0,0>0,2",
    },
    {
      title: "The same suit",
      say: "Or if they have the same suit. Put the K♦ onto the 4♦.",
      board: "KD -- -- -- / -- -- -- -- / -- -- -- -- / 4D -- -- 9C",
      wanted: "0,0>3,0",
    },
    {
      title: "Stacks",
      say: "A stack moves as one, and only its top card counts. Bring these three together: one stack left wins.",
      board: "8H 7S 6D -- / -- -- -- -- / -- -- -- -- / -- -- -- --",
    },
  ],
  cohesion: [
    {
      title: "Shift a piece",
      say: "A piece moves by one cell onto free cells. Tap the red disc on the left and shift it to the right.",
      board: "R..R/BB..",
      wanted: "0,0R",
    },
    {
      title: "Glue",
      say: "Pieces of the same colour that touch are glued together for good. Bring the red discs together: one piece of each colour wins.",
      board: "R.R/BB.",
    },
    {
      title: "In the right order",
      say: "Glued pieces are bigger and need more room. Win this one.",
      board: "RB./B.R",
    },
  ],
  tiles: [
    {
      title: "Tilt the board",
      say: "Tilt with the arrow keys, the buttons or a swipe: every piece slides until something stops it. Bring the disc to its corners.",
      fingers:
        "Swipe, or tap an arrow, to tilt the board: every piece slides until something stops it. Bring the disc to its corners.",
      board: "r.../..../...R",
    },
    {
      title: "Walls",
      say: "Walls also stop pieces. Make the disc stop right below the wall.",
      board: "r..#/...R/....",
    },
    {
      title: "Two pieces",
      say: "Pieces stop each other. Every piece must end on a target of its colour.",
      board: "#.../r..#/p..#/..PR",
    },
  ],
  sliding: [
    {
      title: "Slide",
      say: "A tile next to the blank slides into it: click the 3, or press an arrow key.",
      fingers: "A tile next to the blank slides into it: tap the 3, or swipe up.",
      board: "1 2 0 / 4 5 3",
      wanted: "3",
    },
    {
      title: "Win",
      say: "The game is won when the numbers count up row by row from the blank in the upper left corner. Bring these home.",
      board: "3 1 2 / 6 4 5 / 7 0 8",
    },
  ],
};
