// What the first board does not need: it is fetched right after it, in a file of its own.

export type Late = typeof import("./late-parts");

export const late = (): Promise<Late> => import("./late-parts");
