// The column on the right of a search: figures and plots for its kind.
import type { ComponentChildren } from "preact";
import type { Algorithm } from "../../api/types";
import type { Lane } from "./lane";
import { Contours, Figures, figuresOf } from "./side";
import { Why } from "./why";

export function SideOf({
  lane,
  step,
  algorithm,
  children,
}: {
  lane: Lane;
  step: number;
  algorithm: Algorithm;
  children: ComponentChildren;
}) {
  const { playback } = lane;
  return (
    <>
      <section class="panel" aria-label="counters">
        <Figures figures={figuresOf(lane, step)} />
      </section>
      {playback?.form === "graph" ? (
        <Contours playback={playback} step={step} hasEstimate={!!algorithm.heuristic} />
      ) : null}
      {playback?.form === "mc" ? <Why playback={playback} lane={lane} step={step} /> : null}
      {children}
    </>
  );
}
