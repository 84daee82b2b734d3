import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ask, View } from "../../src/api/types";
import { chosenBy } from "../../src/model/drawing";
import type { Draft } from "../../src/model/drawing";
import { Easel } from "../../src/model/easel";

const viewOf = (board: string, control = "tilt") => {
  const rows = board.split("/");
  return {
    control,
    rows: rows.length,
    columns: rows[0]?.length,
    cell_separator: "",
    row_separator: "/",
    palette: [..."rR"],
    cells: [...rows.join("")].map((sign) => ({ sign })),
    moves: [],
  } as unknown as View;
};

/** An easel whose rules answer on command, and reject boards with more than three walls. */
function easelOf(board: string, control?: string) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const ask = (async (_: string, question: { board: string }) => {
    asked.push(question.board);
    await new Promise<void>((done) => waiting.push(done));
    if (question.board.split("#").length > 4) throw new Error("too many walls");
    return { view: viewOf(question.board, control) };
  }) as unknown as Ask;
  const easel = new Easel(
    ask,
    () => ({ game: "tiles" }) as never,
    () => {},
  );
  easel.begin({ view: viewOf(board, control) });
  const answer = async () => {
    while (waiting.length) {
      waiting.shift()?.();
      await new Promise((done) => setTimeout(done));
    }
  };
  const drawn = () => easel.draft?.view.cells.map(({ sign }) => sign).join("");
  const change = (more: Partial<Draft>) => easel.draft && easel.show({ ...easel.draft, ...more });
  return { easel, asked, answer, drawn, change };
}

test("a stroke draws every cell that it crosses, and one undo reverts it", async () => {
  const { easel, asked, answer, drawn, change } = easelOf("..../....");
  change({ tool: "wall" });
  easel.paint(0, true, false);
  easel.paint(1, false, false);
  easel.paint(2, false, false);
  await answer();
  assert.equal(drawn(), "###.....");
  assert.deepEqual(
    asked,
    ["#.../....", "###./...."],
    "cells crossed meanwhile are checked by one question",
  );
  easel.step(-1);
  assert.equal(drawn(), "........");
  easel.step(1);
  assert.equal(drawn(), "###.....");
});

test("a stroke that begins on a cell of the chosen kind erases only that kind", async () => {
  const { easel, answer, drawn, change } = easelOf("##r#/....");
  change({ tool: "wall" });
  for (const [at, cell] of [0, 1, 2, 4].entries()) easel.paint(cell, at === 0, false);
  await answer();
  assert.equal(drawn(), "..r#....");
  for (const [at, cell] of [2, 3].entries()) easel.paint(cell, at === 0, true);
  await answer();
  assert.equal(drawn(), "........", "the right button erases all");
});

test("a rejected cell is not drawn, and ends the stroke", async () => {
  const { easel, answer, drawn, change } = easelOf("###./....");
  change({ tool: "wall" });
  easel.paint(3, true, false);
  await answer();
  assert.equal(drawn(), "###.....");
  assert.equal(easel.draft?.error, "too many walls");
  easel.paint(4, false, false);
  await answer();
  assert.equal(drawn(), "###.....");
});

test("keys choose colours, tools and numbers", () => {
  const draft = { view: viewOf("..", "tilt"), tool: "wall" } as Draft;
  assert.deepEqual(chosenBy("1", draft), { colour: "R", tool: "piece" });
  assert.deepEqual(chosenBy("2", { ...draft, tool: "target" }), { colour: "G", tool: "target" });
  assert.deepEqual(chosenBy("t", draft), { tool: "target" });
  assert.deepEqual(chosenBy("E", draft), { tool: "erase" });
  assert.equal(chosenBy("9", draft), null);
  assert.equal(chosenBy("Tab", draft), null);
  const sliding = { ...draft, view: { ...viewOf("..", "slide"), palette: ["0", "1"] } };
  assert.deepEqual(chosenBy("1", sliding), { brush: "1" });
  assert.equal(chosenBy("1", { ...draft, view: viewOf("..", "place") }), null);
});
