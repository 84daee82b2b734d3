// Tests which changes redraw the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alike } from "../../src/model/alike";
import { BoardView } from "../../src/board/board-view";
import { begin } from "../../src/model/session";
import { Table } from "../../src/board/table";

test("plain data is compared by content, sets by members, functions not at all", () => {
  assert.ok(
    alike(
      { hint: { from: [3], to: [] }, targets: new Set([1, 2]), onMove: () => 1 },
      { hint: { from: [3], to: [] }, targets: new Set([2, 1]), onMove: () => 2 },
    ),
  );
  assert.ok(alike(null, null) && alike(NaN, NaN) && alike([], []));
});

test("anything that looks different is different", () => {
  for (const [a, b] of [
    [{ picked: null }, { picked: 3 }],
    [{ picked: null }, {}],
    [{}, { picked: undefined }],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [[], {}],
    [null, {}],
    [1, "1"],
    [
      { marks: { 4: { worth: "wins", distance: 3 } } },
      { marks: { 4: { worth: "wins", distance: 2 } } },
    ],
    [new Set([1]), new Set([2])],
    [new Set([1]), new Set([1, 2])],
    [new Set(), {}],
    [{ onMove: () => {} }, { onMove: undefined }],
    [new Map(), new Map()],
  ]) {
    assert.ok(!alike(a, b), JSON.stringify([a, b]));
    assert.ok(!alike(b, a), JSON.stringify([b, a]));
  }
});

test("the board is redrawn if its content changes, not whenever the page is", () => {
  const cells = ["2H", "--", "3H"].map((sign) =>
    sign === "--" ? { kind: "empty", sign, words: "gap" } : { kind: "card", sign, words: sign },
  );
  const move = { text: "0,2>0,1", words: "3♥ b1", from: [2], to: [1] };
  const view = { rows: 1, columns: 3, control: "place", cells, moves: [move] };
  const session = begin({ instance: "gaps:1" }, "gaps:1", {
    game: "gaps",
    rules: "standard",
    board: "",
    won: false,
    view,
  } as any);
  const hint = { move, step: 1 };
  const game = { opened: session, hinted: () => null as any };
  const props = (more = {}) =>
    (
      Table({
        game: game as any,
        node: session.current,
        title: "Gaps",
        settings: {} as any,
        analysing: true,
        stage: null,
        pointed: null,
        down: false,
        enqueue: () => {},
        onPick: () => {},
        ...more,
      }) as any
    ).props;
  /** Whether a change leads to a new picture. */
  const again = (before: any, after: any) => {
    const { worths: _, ...first } = before;
    const { worths: __, ...second } = after;
    const state = { before: null, ghosts: [], moving: new Map(), dealt: 0 };
    return BoardView.prototype.shouldComponentUpdate.call({ props: first, state } as any, second, {
      ...state,
    });
  };
  const first = props();
  assert.equal(again(first, props()), false, "a second of the clock");
  session.root.verdict = { verdict: "unknown", tried: 1 };
  assert.equal(again(first, props()), false, "an answer that the board does not show");
  session.root.judged = [
    { move: move.text, worth: "wins", distance: 1, exact: true, plan: [move.text] },
  ];
  assert.equal(again(first, props()), true, "an answer that is shown on a card");
  session.root.judged = [];
  game.hinted = () => hint;
  assert.equal(again(first, props()), true, "a hint");
  game.hinted = () => null;
  assert.equal(again(first, props({ settings: { movable: true } })), true, "a setting");
});
