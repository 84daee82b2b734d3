// Whether the page is used by fingers or by a mouse; its instructions depend on it.

export const byFingers = () => window.matchMedia("(hover: none)").matches;
