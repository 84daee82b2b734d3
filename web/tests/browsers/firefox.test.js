import { launch } from "./firefox.js";
import { testPage } from "./page.js";

testPage("Firefox", launch, Number(process.env.PATIENCE_PORT ?? 4472));
