// What a program says to people: names between backticks are drawn as they are written.
import { html } from "./html.js";

/** @param {{text: string}} props */
export const Prose = ({ text }) => text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
