// The parameters of an algorithm, from the schema that the server gives: nothing of them is known here. What a value may be
// is checked where it is used, and the server's words are shown.
import { html } from "./html.js";
import { settable } from "./schema.js";

/**
 * A field for each parameter of an algorithm.
 * @param {{algorithm: any, texts: Record<string, string>, disabled: boolean, onChange: (texts: Record<string, string>) => void}} props
 */
export function ParameterFields({ algorithm, texts, disabled, onChange }) {
  return settable(algorithm).map((each) => {
    const props = { name: each.name, title: each.help, disabled, key: `${algorithm.name} ${each.name}` };
    const set = (text) => onChange({ ...texts, [each.name]: text });
    const text = texts[each.name] ?? "";
    if (each.type === "flag") {
      return html`<label class="check" title=${each.help}><input type="checkbox" ...${props} checked=${text !== ""} onChange=${(event) => set(event.target.checked ? "true" : "")} />${each.name}</label>`;
    }
    const label = each.unit ? `${each.name} (${each.unit})` : each.name;
    if (each.choices.length) {
      return html`<label>${label} <select ...${props} value=${text} onChange=${(event) => set(event.target.value)}>
        <option value="">${each.default ?? "none"} (default)</option>
        ${each.choices.filter((word) => word !== each.default).map((word) => html`<option value=${word}>${word}</option>`)}
      </select></label>`;
    }
    const isNumber = each.type === "whole" || each.type === "number";
    const range = isNumber ? { type: "number", min: each.least, max: each.most, step: each.type === "whole" ? 1 : "any" } : { type: "text" };
    return html`<label>${label} <input ...${props} ...${range} placeholder=${each.default ?? ""} value=${text} onInput=${(event) => set(event.target.value)} /></label>`;
  });
}
