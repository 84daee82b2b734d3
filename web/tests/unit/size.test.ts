// The form of trees in class mode: with two, whole trees come before sums.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, formFor, spaceFor } from "../../src/pages/search/size";

const ROOM = { width: 470, height: 590 };
const form = (width: number, more = {}) =>
  formFor({ width, depth: 7 }, ROOM, { isClass: true, digits: 2, ...more }, 7);

test("a class sees sums while they fit, and f alone only next to another search", () => {
  assert.equal(form(4).parts?.as, "parts");
  assert.equal(form(4, { isPair: true }).parts?.as, "parts");
  assert.equal(form(13, { isPair: true }).parts, undefined);
  assert.equal(form(13).parts?.as, "line");
});

test("next to another search there is room for thirteen numbers of two digits, or fewer of three", () => {
  const whole = (width: number, digits: number) =>
    fits({ width, depth: 7 }, spaceFor(ROOM, form(width, { isPair: true, digits })));
  assert.ok(whole(13, 2));
  assert.ok(!whole(14, 2));
  assert.ok(whole(9, 3));
  assert.ok(!whole(13, 3));
});
