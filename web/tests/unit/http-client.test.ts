// The interpretation of the server's answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, Unreachable } from "../../src/api/error";
import { ask } from "../../src/api/http-client";

/** The result of a question with this answer from the server. */
async function answered(body: string, status: number) {
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response(body, { status });
  try {
    return await ask("games");
  } finally {
    globalThis.fetch = fetch;
  }
}

test("an answer is accepted completely or not at all", async () => {
  assert.deepEqual(await answered('[{"name":"gaps"}]', 200), [{ name: "gaps" }]);
  await assert.rejects(answered('[{"name":"ga', 200), Unreachable);
  await assert.rejects(
    answered('{"message":"no such game"}', 400),
    (error) => error instanceof ApiError && error.message === "no such game",
  );
  await assert.rejects(answered("<html>", 502), /502/);
});
