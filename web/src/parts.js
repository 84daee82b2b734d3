// What a heuristic makes of a position: its value, and the parts that it is made of.
import { html } from "./html.js";

const shown = (/** @type {number | string} */ value) => (typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : value);

/** @param {{heuristic: string, value: number | null, dead_end: boolean, parts: {name: string, value: number | string}[]}} props */
export const Parts = ({ heuristic, value, dead_end, parts }) => html`<table class="keys">
  <caption>${heuristic}: <b>${dead_end ? "dead end" : (value ?? "unknown")}</b></caption>
  <tbody>${parts.map((part) => html`<tr><th scope="row">${part.name}</th><td>${shown(part.value)}</td></tr>`)}</tbody>
</table>`;
