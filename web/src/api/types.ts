// The page's interface to the solvers, independent of the transport.
import type { Answers, Control, Events, Questions } from "./openapi";

export type * from "./openapi";

/** Sends a question that the rules answer at once. */
export type Ask = <N extends keyof Answers>(
  name: N,
  question?: Questions[N],
  signal?: AbortSignal,
) => Promise<Answers[N]>;

type Named<E, K extends keyof E> = { [N in K]-?: { name: N; data: NonNullable<E[N]> } }[K];
/** The last event of a search is not among these: errors are thrown. */
type Final<E> = Exclude<keyof E, "job" | "progress" | "move" | "tried" | "error">;

/** An event of a search. */
export type Event<N extends keyof Events = keyof Events> = {
  [M in N]: Named<Events[M], keyof Events[M]>;
}[N];
/** Receives the events of a search: a name, and its data. */
export type Tell<N extends keyof Events> = (
  ...event: {
    [K in keyof Events[N]]-?: [name: K, data: NonNullable<Events[N][K]>];
  }[keyof Events[N]]
) => void;
/** The end of a search. */
export type Result<N extends keyof Events> = Named<Events[N], Final<Events[N]>>;

/** Runs a search, whose events are reported as they arrive. Aborting the signal stops it. */
export type Search = <N extends keyof Events>(
  name: N,
  question: Questions[N],
  tell: Tell<N>,
  signal: AbortSignal,
) => Promise<Result<N>>;

export type Order = Control["action"];
/** The number of steps, or of steps per second. */
export type Pace = Pick<Control, "steps" | "rate">;
/** Pauses, steps, resumes or cancels a running search. */
export type Steer = (id: number, order: Order, pace?: Pace) => void;
