// The code that the first board does not need, fetched right after it in a separate file.

export type Late = typeof import("./late-parts");

export const late = (): Promise<Late> => import("./late-parts");
