// The only path from the page to the solvers: over HTTP, or in a worker if the page was exported
// without a server. Both answer the same questions.
import * as http from "./http-client";
import * as worker from "./worker-client";

/** Whether the solvers run in this browser. */
export const offline = document.documentElement.dataset.solvers === "worker";

export const { ask, job, control } = offline ? worker : http;
