// Determines whether a part must be redrawn.

import { isRecord } from "./unknown";

/**
 * Whether two values look the same when drawn: plain data by content, functions always, because
 * they are recreated for every frame and read the current state when called.
 */
export function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (typeof a === "function" && typeof b === "function")) return true;
  if (!isRecord(a) || !isRecord(b) || a.constructor !== b.constructor) return false;
  if (a instanceof Set && b instanceof Set)
    return a.size === b.size && [...a].every((each) => b.has(each));
  // A map's keys may have any type, so only the same map counts as equal.
  if (a instanceof Map) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && alike(a[name], b[name]))
  );
}
