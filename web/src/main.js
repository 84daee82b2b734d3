import { html, render } from "./html.js";
import { App } from "./app.js";
import { skipOnInput } from "./motion.js";

/** The symbols of the deck go into the page, where its styles reach them. */
async function deck() {
  const file = await fetch("deck.svg");
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = await file.text();
  document.body.prepend(holder);
}

deck().catch(() => {});
skipOnInput();
// Only the static site has all that it needs in the browser; a page of `patience serve` needs its server anyway.
if (document.documentElement.dataset.solvers === "worker") navigator.serviceWorker?.register("sw.js").catch(() => {});
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
