import { html, render } from "./html.js";
import { App } from "./app.js";
import { skipOnInput } from "./motion.js";

skipOnInput();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
