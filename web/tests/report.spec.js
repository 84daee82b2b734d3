// The table of all results in a report, which is a separate file.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { accessible, expect, test } from "./page.js";

const patience = process.env.PATIENCE ?? "../target/debug/patience";
const folder = `${process.env.PATIENCE_RESULTS ?? "test-results"}-studies`;
const study = `${folder}/small.toml`;

/** Writes the report of the study that the server shows, and opens it. */
async function report(page, info, hash = "") {
  const output = info.outputPath("report");
  execFileSync(patience, ["study", "report", study, "--output", output]);
  await page.goto(`file://${resolve(output, "report.html")}${hash}`);
  return page.getByRole("region", { name: "All results" });
}
const rows = (table) => table.locator("tbody tr");
const query = (sql) =>
  execFileSync(patience, ["study", "query", study, sql]).toString().trim().split("\n").slice(1);

test("report: rows are filtered, sorted and summarised, and a link preserves this @both", async ({
  page,
}, info) => {
  const table = await report(page, info);
  const instances = query("SELECT DISTINCT instance FROM results");
  await expect(rows(table)).toHaveCount(instances.length);
  await expect(page.getByRole("status")).toHaveText(
    `${instances.length} of ${instances.length} lines`,
  );
  // By name.
  await table.getByLabel("filter set").fill("cohesion");
  const some = query(`SELECT DISTINCT instance FROM results WHERE "set" = 'Cohesion'`);
  await expect(rows(table)).toHaveCount(some.length);
  await table.getByLabel("filter set").fill("");
  // By status: decided by depth-first search.
  const status = table.getByLabel("filter status of dfs");
  await status.selectOption("solved");
  const solved = query(
    "SELECT instance FROM results WHERE configuration = 'dfs' AND verdict = 'solved'",
  );
  await expect(rows(table)).toHaveCount(solved.length);
  // By a number in another column, and sorted by that column.
  await page.getByText(/^Columns \(1 of/).click();
  await page.getByLabel("time (s)", { exact: true }).uncheck();
  await page.getByLabel("expanded", { exact: true }).check();
  await status.selectOption("");
  await table.getByLabel("filter expanded of bfs").fill("20:");
  const many = query(
    "SELECT instance FROM results WHERE configuration = 'bfs' AND expanded >= 20 ORDER BY expanded DESC",
  );
  await expect(rows(table)).toHaveCount(many.length);
  const sorter = table.getByRole("button", { name: /^expanded/ }).first();
  await sorter.click();
  await sorter.click();
  await expect(table.locator("th[aria-sort=descending]")).toHaveCount(1);
  const first = query(
    "SELECT max(expanded), sum(expanded) FROM results WHERE configuration = 'bfs' AND expanded >= 20",
  )[0].split(",");
  await expect(rows(table).first().locator("td.n").first()).toHaveText(first[0]);
  await expect(table.locator(".sums")).toContainText(`sum ${first[1]}, median`);
  // The plot follows the filter.
  await expect(page.getByRole("img", { name: "time (s) by instances decided" })).toBeVisible();
  await page.getByLabel("kind of plot").selectOption({ label: "bfs against astar" });
  await expect(page.getByRole("img", { name: /time \(s\) of astar by time/ })).toBeVisible();
  await accessible(page);
  await info.attach("results", { body: await page.screenshot(), contentType: "image/png" });
  // The address contains all of these choices.
  const address = page.url();
  expect(address).toContain("#results?");
  await page.goto("about:blank");
  await page.goto(address);
  await expect(rows(table)).toHaveCount(many.length);
  await expect(rows(table).first().locator("td.n").first()).toHaveText(first[0]);
  // The lines are saved as they are shown.
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const saved = (await (await download.createReadStream()).toArray()).join("");
  expect(saved.trim().split("\n").length).toBe(1 + many.length);
  expect(saved).toMatch(/^set,(domain,)?instance,bfs: status,bfs: expanded,/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(table)).toHaveCount(instances.length);
  // Only instances on which verdicts differ.
  await page.getByLabel("only instances with different verdicts").check();
  const differing = query(
    "SELECT instance FROM results GROUP BY instance_id HAVING count(DISTINCT verdict) > 1",
  );
  await expect(rows(table)).toHaveCount(differing.length);
});
