import { html, render } from "./html.js";
import { App } from "./app.js";

/** The symbols of the deck go into the page, where its styles reach them. */
async function deck() {
  const file = await fetch("deck.svg");
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.innerHTML = await file.text();
  document.body.prepend(holder);
}

deck().catch(() => {});
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
