// Plots of the lines that the table of all results shows.
const resultsPlot = (() => {
  const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 340, 70, 40, 14];
  const svg = (name, properties, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, given] of Object.entries(properties)) made.setAttribute(key, given);
    made.append(...children);
    return made;
  };
  const words = (x, y, text, properties = {}) => svg("text", { x, y, ...properties }, text);
  const hue = (index) => `hsl(${(index * 137) % 360} 65% 50%)`;
  const isDecided = (cell) => cell?.[0] === "solved" || cell?.[0] === "unsolvable";

  /** A logarithmic scale, whose ends are powers of ten, from pixel `from` to pixel `to`. */
  function logarithmic(values, from, to) {
    const positive = values.filter((given) => given > 0);
    const low = Math.floor(Math.log10(positive.length ? Math.min(...ends(positive)) : 1));
    const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...ends(positive), 1e-9))));
    const place = (given) => {
      const log = given > 0 ? Math.log10(given) : low;
      return from + ((log - low) / (high - low)) * (to - from);
    };
    const step = Math.ceil((high - low) / 8);
    const ticks = [];
    for (let power = low; power <= high; power += step) ticks.push(10 ** power);
    return { place, ticks };
  }
  // Spreading a long list over arguments would overflow the stack.
  const ends = (values) => [
    values.reduce((a, b) => Math.min(a, b), Infinity),
    values.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const named = (given) => String(Number(given.toPrecision(3)));

  function frame(description, xTitle, yTitle, marks) {
    const box = { x: LEFT, y: TOP, width: WIDTH - LEFT - 10, height: HEIGHT - TOP - BOTTOM };
    return svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": description, class: "drawn" },
      svg("rect", { ...box, class: "frame" }),
      ...marks,
      words(LEFT + box.width / 2, HEIGHT - 6, xTitle, { "text-anchor": "middle" }),
      words(14, TOP + box.height / 2, yTitle, {
        "text-anchor": "middle",
        transform: `rotate(-90 14 ${TOP + box.height / 2})`,
      }),
    );
  }
  const yTicks = (scale) =>
    scale.ticks.map((tick) =>
      words(LEFT - 6, scale.place(tick) + 4, named(tick), { "text-anchor": "end" }),
    );

  /** For each configuration the measure of its decided instances, the least first. */
  function quantiles(found, at, title, { configurations, shown }) {
    const series = shown()
      .map((index) => ({
        index,
        values: found
          .filter((row) => isDecided(row[1][index]) && row[1][index][at] !== null)
          .map((row) => row[1][index][at])
          .sort((a, b) => a - b),
      }))
      .filter(({ values }) => values.length > 0);
    if (series.length === 0) return ["Nothing to draw: no line is decided."];
    const most = Math.max(...series.map(({ values }) => values.length));
    const scale = logarithmic(
      series.flatMap(({ values }) => values),
      HEIGHT - BOTTOM,
      TOP,
    );
    const x = (count) => LEFT + (count / most) * (WIDTH - LEFT - 10);
    const lines = series.map(({ index, values }) =>
      svg(
        "polyline",
        {
          fill: "none",
          stroke: hue(index),
          "stroke-width": 1.8,
          points: values.map((given, place) => `${x(place + 1)},${scale.place(given)}`).join(" "),
        },
        svg("title", {}, configurations[index]),
      ),
    );
    const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * most));
    const xTicks = [...new Set(steps)].map((count) =>
      words(x(count), HEIGHT - BOTTOM + 16, String(count), { "text-anchor": "middle" }),
    );
    const description =
      `${title} by instances decided: ` +
      series
        .map(({ index, values }) => `${configurations[index]} decides ${values.length}`)
        .join(", ");
    const legend = document.createElement("p");
    for (const { index, values } of series) {
      const mark = document.createElement("span");
      mark.className = "mark";
      mark.style.background = hue(index);
      legend.append(mark, ` ${configurations[index]} (${values.length}) `);
    }
    return [
      frame(description, "instances decided", title, [...yTicks(scale), ...xTicks, ...lines]),
      legend,
    ];
  }

  /** Two configurations on the instances that both decide. */
  function scatter(found, at, title, [one, other], { configurations }) {
    const both = found.filter(({ 1: cells }) =>
      [one, other].every((index) => isDecided(cells[index]) && cells[index][at] !== null),
    );
    if (both.length === 0) return ["Nothing to draw: no line is decided by both."];
    const values = both.flatMap(({ 1: cells }) => [cells[one][at], cells[other][at]]);
    const xScale = logarithmic(values, LEFT, WIDTH - 10);
    const yScale = logarithmic(values, HEIGHT - BOTTOM, TOP);
    const points = both.map(([name, cells]) =>
      svg(
        "circle",
        {
          cx: xScale.place(cells[one][at]),
          cy: yScale.place(cells[other][at]),
          r: 3,
          fill: hue(0),
          "fill-opacity": 0.6,
        },
        svg("title", {}, `${name[2]}: ${cells[one][at]}, ${cells[other][at]}`),
      ),
    );
    const diagonal = svg("line", {
      x1: LEFT,
      y1: HEIGHT - BOTTOM,
      x2: WIDTH - 10,
      y2: TOP,
      class: "frame",
    });
    const xTicks = xScale.ticks.map((tick) =>
      words(xScale.place(tick), HEIGHT - BOTTOM + 16, named(tick), { "text-anchor": "middle" }),
    );
    const [x, y] = [one, other].map((index) => `${title} of ${configurations[index]}`);
    return [
      frame(`${y} by ${x}, ${both.length} instances`, x, y, [
        diagonal,
        ...yTicks(yScale),
        ...xTicks,
        ...points,
      ]),
    ];
  }

  return { quantiles, scatter };
})();
