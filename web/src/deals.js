// How deals are named. The patterns come from the games; only the words in them are known here.

/** The deal that is on the table at the very first visit. */
export const firstDeal = "gaps:solvitaire/4x13/1";

/** A number for each day. */
export const dayNumber = (date = new Date()) => date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();

/** The source of a game whose deals are numbered. */
export function numbered(game) {
  return game.sources.find((source) => source.pattern.endsWith("SEED"));
}

/** Today's deal of a game. */
export function today(game, rules = "") {
  const source = numbered(game);
  if (!source) return game.sources[0].example;
  const path = source.example.slice(source.example.indexOf(":") + 1).split("/");
  path[path.length - 1] = String(dayNumber());
  return `${game.name}${rules ? `+${rules}` : ""}:${path.join("/")}`;
}

/** The parts of a source's pattern that can be filled in, with an example. */
export function fields(source) {
  const parts = source.pattern.split("/").slice(1);
  const values = source.example.slice(source.example.indexOf(":") + 1).split("/").slice(1);
  return parts.map((name, index) => ({ name, value: values[index] ?? "" }));
}
