// Whether something is to be drawn again.

/**
 * Whether two values look the same when drawn: plain data by content, functions in any case, since they are made anew for every picture
 * and read what holds when they are called.
 * @param {any} a @param {any} b @returns {boolean}
 */
export function alike(a, b) {
  if (Object.is(a, b) || (typeof a === "function" && typeof b === "function")) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || a.constructor !== b.constructor) return false;
  if (a instanceof Set) return a.size === b.size && [...a].every((each) => b.has(each));
  // A map's keys may be anything: only the same one is alike.
  if (a instanceof Map) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && alike(a[name], b[name]));
}
