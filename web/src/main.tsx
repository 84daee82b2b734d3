// The entry point of the page.
import { render } from "preact";
import { App } from "./app";
import { followInput } from "./browser/input";
import { skipOnInput } from "./browser/motion";
import { dismissibleTips } from "./browser/tips";

skipOnInput();
dismissibleTips();
followInput();
const root = document.getElementById("app");
if (root) render(<App />, root);
