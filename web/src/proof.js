// The proof that a position is lost: written by the solvers, checked by a program that shares no code with them, to be kept.
import { job } from "./api.js";
import { html, useEffect, useState } from "./html.js";
import { whereOf } from "./judge.js";
import { counted } from "./say.js";

/** @param {string} hex */
const linkTo = (hex) => URL.createObjectURL(new Blob([Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))], { type: "application/octet-stream" }));

/** A button that asks for the proof; then what the checker said, and the file. @param {{node: import("./session.js").Node}} props */
export function Proof({ node }) {
  const [told, setTold] = useState(/** @type {{asked?: boolean, fault?: string, name?: string, data?: any, link?: string}} */ ({}));
  useEffect(() => () => (told.link ? URL.revokeObjectURL(told.link) : undefined), [told.link]);
  const ask = async () => {
    setTold({ asked: true });
    try {
      const { name, data } = await job("certify", { at: whereOf(node) }, () => {}, new AbortController().signal);
      setTold({ name, data, link: name === "certificate" ? linkTo(data.hex) : undefined });
    } catch (error) {
      setTold({ fault: error.message });
    }
  };
  if (told.fault) return html`<p class="proof" role="status">${told.fault}</p>`;
  if (told.link) {
    const lemmas = told.data.lemmas.length ? told.data.lemmas.join(", ") : "the rules alone";
    return html`<p class="proof" role="status">Checked: ${told.data.claim}. ${counted(told.data.records, "record")}, relying on ${lemmas}. <a href=${told.link} download="lost.pcert">Keep the proof</a></p>`;
  }
  if (told.name) return html`<p class="proof" role="status">The proof is too large for the page; <code>patience certify</code> writes it.</p>`;
  return html`<button class="mini" disabled=${told.asked} onClick=${ask}>${told.asked ? "Proving …" : "Check the proof"}</button>`;
}
