// How the page is used: by fingers or by a mouse; what it says of playing depends on it.

export const byFingers = () => window.matchMedia("(hover: none)").matches;
