// The table of all results: one line per instance, the configurations side by side. Filters, order and columns are part of the address, so that a link shows the same lines.
"use strict";
const results = (() => {
  const data = JSON.parse(document.getElementById("results-data").textContent);
  const { configurations, measures, rows } = data;
  const STEP = 100;
  const MAX_SHOWN = 4;
  const state = {
    hidden: new Set([...configurations.keys()].filter((index) => index >= MAX_SHOWN)),
    measures: new Set([0]),
    filters: new Map(),
    order: "",
    differing: false,
    lines: STEP,
  };

  // A column is named by its place: `n0` a name, `c2.s` a status, `c2.0` a measure.
  const names = ["set", "domain", "instance", "repetition"]
    .map((title, index) => ({ key: `n${index}`, title, index, kind: "text" }))
    .filter(({ index }) => index === 2 || new Set(rows.map((row) => row[0][index])).size > 1);
  const shown = () => [...configurations.keys()].filter((index) => !state.hidden.has(index));
  const columnsOf = (configuration) => [
    { key: `c${configuration}.s`, title: "status", kind: "status", configuration, at: 0 },
    ...[...measures.keys()]
      .filter((index) => state.measures.has(index))
      .map((index) => ({
        key: `c${configuration}.${index}`,
        title: measures[index],
        kind: "number",
        configuration,
        at: index + 1,
      })),
  ];
  const columns = () => [...names, ...shown().flatMap(columnsOf)];
  const value = (row, column) =>
    column.kind === "text"
      ? row[0][column.index]
      : (row[1][column.configuration]?.[column.at] ?? null);

  /** The condition that a filter means: part of a string, a status, or `least:most`. */
  function condition(column, text) {
    if (column.kind === "text") {
      const part = text.toLowerCase();
      return (given) => String(given).toLowerCase().includes(part);
    }
    if (column.kind === "status") {
      if (text === "decided") return (given) => given === "solved" || given === "unsolvable";
      return (given) => (given ?? "not run") === text;
    }
    const [least, most] = text.includes(":") ? text.split(":", 2) : [text, text];
    const bound = (end, none) => (end.trim() === "" ? none : Number(end));
    const [low, high] = [bound(least, -Infinity), bound(most, Infinity)];
    return (given) => given !== null && given >= low && given <= high;
  }

  function differs(row) {
    const verdicts = shown().map((index) => (row[1][index]?.[0] ?? "not run").split(" ")[0]);
    return new Set(verdicts).size > 1;
  }

  /** The lines that pass the filters, in order. */
  function selected() {
    const all = new Map(columns().map((column) => [column.key, column]));
    const conditions = [...state.filters]
      .filter(([key, text]) => text !== "" && all.has(key))
      .map(([key, text]) => [all.get(key), condition(all.get(key), text)]);
    const found = rows.filter(
      (row) =>
        (!state.differing || differs(row)) &&
        conditions.every(([column, passes]) => passes(value(row, column))),
    );
    const column = all.get(state.order.replace("-", ""));
    if (!column) return found;
    const direction = state.order.startsWith("-") ? -1 : 1;
    return found.toSorted((a, b) => {
      const [one, other] = [value(a, column), value(b, column)];
      // Missing values come last in both directions.
      if (one === null || other === null) return (one === null) - (other === null);
      return direction * (typeof one === "number" ? one - other : collator.compare(one, other));
    });
  }
  const collator = new Intl.Collator("en", { numeric: true });

  /** The sum and the median of a column, or the number of decided instances. */
  function summary(column, found) {
    const values = found.map((row) => value(row, column)).filter((given) => given !== null);
    if (column.kind === "text")
      return column.index === 2 ? `${found.length} of ${rows.length}` : "";
    if (column.kind === "status") {
      const count = (status) => values.filter((given) => given === status).length;
      return `${count("solved")} solved, ${count("unsolvable")} unsolvable`;
    }
    if (values.length === 0) return "";
    const sorted = values.toSorted((a, b) => a - b);
    const middle = (sorted.length - 1) / 2;
    const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
    const sum = values.reduce((total, given) => total + given, 0);
    return `sum ${short(sum)}, median ${short(median)}`;
  }
  const short = (number) =>
    Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(4)));

  function read() {
    const found = location.hash.match(/^#results\?(.*)$/);
    if (!found) return;
    const words = new URLSearchParams(found[1]);
    const list = (name) => new Set((words.get(name) ?? "").split(",").filter(Boolean).map(Number));
    state.hidden = list("hide");
    state.measures = list("show");
    state.order = words.get("order") ?? "";
    state.differing = words.has("differing");
    state.filters = new Map([...words].filter(([key]) => /^(n|c)\d/.test(key)));
  }

  function write() {
    const words = new URLSearchParams();
    if (state.hidden.size) words.set("hide", [...state.hidden].join());
    words.set("show", [...state.measures].join());
    if (state.order) words.set("order", state.order);
    if (state.differing) words.set("differing", "");
    for (const [key, text] of state.filters) if (text) words.set(key, text);
    history.replaceState(null, "", `#results?${words}`);
  }

  /** The selected lines and shown columns as comma-separated values. */
  function csv() {
    const all = columns();
    const title = ({ configuration, title }) =>
      configuration === undefined ? title : `${configurations[configuration]}: ${title}`;
    const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const line = (cells) => cells.map((cell) => quoted(String(cell ?? ""))).join(",") + "\n";
    return [
      line(all.map(title)),
      ...selected().map((row) => line(all.map((column) => value(row, column)))),
    ].join("");
  }

  return {
    configurations,
    measures,
    rows,
    state,
    names,
    shown,
    columns,
    columnsOf,
    value,
    selected,
    summary,
    short,
    read,
    write,
    csv,
    STEP,
  };
})();
