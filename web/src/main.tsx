// Where the page begins.
import { render } from "preact";
import { App } from "./app";
import { skipOnInput } from "./browser/motion";

skipOnInput();
const root = document.getElementById("app");
if (root) render(<App />, root);
