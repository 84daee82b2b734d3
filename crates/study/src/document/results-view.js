// Draws the table of all results, and a plot of the lines that it shows.
(() => {
  const { configurations, measures, rows, state } = results;
  const place = document.getElementById("results");

  /** An element with properties and children. */
  function node(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, given] of Object.entries(properties)) {
      if (key in made && key !== "scope") made[key] = given;
      else made.setAttribute(key, given);
    }
    made.append(...children);
    return made;
  }

  const box = (label, checked, change) => {
    const input = node("input", { type: "checkbox", checked });
    input.onchange = () => {
      change(input.checked);
      changed();
    };
    return node("label", {}, input, ` ${label}`);
  };
  const choice = (set, index, inverse) => (checked) =>
    checked === inverse ? set.delete(index) : set.add(index);

  const body = node("tbody");
  const sums = node("tr", { className: "sums" });
  const head = node("thead");
  const more = node("button", { type: "button" });
  const said = node("p", { role: "status" });
  const plot = node("div");
  const shownConfigurations = node("summary");
  const shownMeasures = node("summary");

  /** The field of a column's filter. */
  function filter(column) {
    const label =
      column.configuration === undefined
        ? `filter ${column.title}`
        : `filter ${column.title} of ${configurations[column.configuration]}`;
    const text = state.filters.get(column.key) ?? "";
    const change = (event) => {
      state.filters.set(column.key, event.target.value.trim());
      state.lines = results.STEP;
      changed(false);
    };
    if (column.kind !== "status") {
      const placeholder = column.kind === "number" ? "least:most" : "contains";
      return node("input", { value: text, placeholder, "aria-label": label, oninput: change });
    }
    const known = new Set(rows.map((row) => results.value(row, column) ?? "not run"));
    const options = ["", "decided", ...[...known].sort()].map((status) =>
      node("option", { value: status, selected: status === text }, status || "any"),
    );
    return node("select", { "aria-label": label, onchange: change }, ...options);
  }

  /** The button that sorts by a column: upwards, downwards, not at all. */
  function sorter(column) {
    const { key, title } = column;
    const arrow = { [key]: " ▲", [`-${key}`]: " ▼" }[state.order] ?? "";
    const next = { [key]: `-${key}`, [`-${key}`]: "" }[state.order] ?? key;
    const click = () => {
      state.order = next;
      changed();
    };
    return node("button", { type: "button", onclick: click }, title + arrow);
  }

  function header() {
    const groups = node("tr", {}, node("th", { colSpan: results.names.length }));
    for (const index of results.shown()) {
      const colSpan = results.columnsOf(index).length;
      groups.append(node("th", { colSpan, scope: "colgroup" }, configurations[index]));
    }
    const titles = node("tr");
    const filters = node("tr", { className: "filters" });
    for (const column of results.columns()) {
      const sort = { [column.key]: "ascending", [`-${column.key}`]: "descending" }[state.order];
      const title = node("th", { scope: "col" }, sorter(column));
      if (sort) title.setAttribute("aria-sort", sort);
      titles.append(title);
      filters.append(node("td", {}, filter(column)));
    }
    head.replaceChildren(groups, titles, filters, sums);
  }

  function cell(row, column) {
    const given = results.value(row, column);
    const className = column.kind === "number" ? "n" : "";
    if (column.kind !== "status") {
      const text = typeof given === "number" ? results.short(given) : (given ?? "");
      return node("td", { className }, text);
    }
    const kind = `status ${(given ?? "not run").split(" ")[0]}`;
    const note = row[1][column.configuration]?.[measures.length + 1];
    if (!note) return node("td", { className: kind }, given ?? "not run");
    const words = node("pre", {}, note);
    return node("td", { className: kind }, node("details", {}, node("summary", {}, given), words));
  }

  /** Draws what the state says, and keeps it in the address. */
  function changed(withHeader = true) {
    draw(withHeader);
    results.write();
  }
  /** Draws; without the header, whose fields stay while one of them is written in. */
  function draw(withHeader) {
    if (withHeader) header();
    const [some, all] = [results.shown().length, configurations.length];
    shownConfigurations.textContent = `Configurations (${some} of ${all} shown)`;
    shownMeasures.textContent = `Columns (${state.measures.size} of ${measures.length} shown)`;
    const [found, columns] = [results.selected(), results.columns()];
    sums.replaceChildren(
      ...columns.map((column) =>
        node(
          "td",
          { className: column.kind === "number" ? "n" : "" },
          results.summary(column, found),
        ),
      ),
    );
    body.replaceChildren(
      ...found
        .slice(0, state.lines)
        .map((row) => node("tr", {}, ...columns.map((column) => cell(row, column)))),
    );
    said.textContent = `${found.length} of ${rows.length} lines`;
    more.hidden = found.length <= state.lines;
    more.textContent = `Show more (${found.length - state.lines} left)`;
    plot.replaceChildren(...drawn(found));
  }
  more.onclick = () => {
    state.lines += 10 * results.STEP;
    changed(false);
  };

  // The plot: quantiles of one measure, or two configurations against each other.
  const measure = node(
    "select",
    { "aria-label": "measure of the plot" },
    ...measures.map((title, index) => node("option", { value: index }, title)),
  );
  const kind = node("select", { "aria-label": "kind of plot" });
  measure.onchange = () => changed(false);
  kind.onchange = () => changed(false);
  function kinds() {
    const before = kind.value;
    const pairs = results
      .shown()
      .flatMap((one, index, all) =>
        all
          .slice(index + 1)
          .map((other) => [
            `${one},${other}`,
            `${configurations[one]} against ${configurations[other]}`,
          ]),
      );
    kind.replaceChildren(
      ...[["", "instances decided"], ...pairs].map(([value, title]) =>
        node("option", { value }, title),
      ),
    );
    kind.value = pairs.some(([value]) => value === before) ? before : "";
  }
  function drawn(found) {
    kinds();
    const at = Number(measure.value) + 1;
    const title = measures[at - 1];
    return kind.value === ""
      ? resultsPlot.quantiles(found, at, title, results)
      : resultsPlot.scatter(found, at, title, kind.value.split(",").map(Number), results);
  }

  function save() {
    const link = node("a", {
      href: URL.createObjectURL(new Blob([results.csv()], { type: "text/csv" })),
      download: "results.csv",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }
  function reset() {
    state.filters.clear();
    state.order = "";
    state.differing = false;
    differing.querySelector("input").checked = false;
    changed();
  }

  results.read();
  const differing = box("only instances with different verdicts", state.differing, (checked) => {
    state.differing = checked;
  });
  place.replaceChildren(
    node(
      "details",
      {},
      shownConfigurations,
      node(
        "div",
        { className: "choices" },
        ...configurations.map((name, index) =>
          box(name, !state.hidden.has(index), choice(state.hidden, index, true)),
        ),
      ),
    ),
    node(
      "details",
      {},
      shownMeasures,
      node(
        "div",
        { className: "choices" },
        ...measures.map((title, index) =>
          box(title, state.measures.has(index), choice(state.measures, index, false)),
        ),
      ),
    ),
    node(
      "p",
      {},
      differing,
      " ",
      node("button", { type: "button", onclick: reset }, "Clear filters"),
      " ",
      node("button", { type: "button", onclick: save }, "Download CSV"),
    ),
    said,
    node(
      "div",
      { className: "scroll", tabIndex: 0, role: "region", "aria-label": "All results" },
      node("table", {}, head, body),
    ),
    more,
    node("p", {}, node("label", {}, "Plot ", kind), " ", node("label", {}, "of ", measure)),
    plot,
  );
  draw(true);
})();
