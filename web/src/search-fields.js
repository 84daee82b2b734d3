// Which algorithm, with which heuristic and parameters: what is chosen for a search that is watched.
import { html } from "./html.js";
import { ParameterFields } from "./parameters.js";
import { filledIn } from "./schema.js";

/** @typedef {import("./link.js").Choice} Choice */

/** What is watched unless told otherwise: the solver that only decides cannot be slowed down. */
export const watchable = (info) => (info.default_algorithm === "conclusive" ? "astar" : info.default_algorithm);

/** The algorithm of a choice; the one that is watched by default where the game has none of the name. @param {any} info @param {Choice} choice */
export const algorithmOf = (info, choice) => info.algorithms.find((each) => each.name === (choice.algorithm || watchable(info))) ?? info.algorithms[0];

/** What is asked of the server. @param {any} info @param {Choice} choice @param {import("./api.js").Where} at */
export function questionOf(info, choice, at) {
  const algorithm = algorithmOf(info, choice);
  return { at, algorithm: algorithm.name, heuristic: algorithm.heuristic ? choice.heuristic || algorithm.heuristic : undefined, ...filledIn(algorithm, choice.texts) };
}

/** @param {{info: any, choice: Choice, disabled: boolean, onChange: (choice: Choice) => void}} props */
export function SearchFields({ info, choice, disabled, onChange }) {
  const algorithm = algorithmOf(info, choice);
  return html`
    <label>Algorithm <select value=${algorithm.name} disabled=${disabled} onChange=${(event) => onChange({ algorithm: event.target.value, heuristic: "", texts: {} })}>${info.algorithms.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>
    ${algorithm.heuristic ? html`<label>Heuristic <select value=${choice.heuristic || algorithm.heuristic} disabled=${disabled} onChange=${(event) => onChange({ ...choice, heuristic: event.target.value })}>${info.heuristics.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>` : null}
    <${ParameterFields} algorithm=${algorithm} texts=${choice.texts} disabled=${disabled} onChange=${(texts) => onChange({ ...choice, texts })} />`;
}
