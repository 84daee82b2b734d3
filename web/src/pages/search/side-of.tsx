// The column on the right of a search: figures and plots for its kind.
import type { ComponentChildren } from "preact";
import type { Algorithm } from "../../api/types";
import type { Figure } from "./figures";
import type { Lane } from "./lane";
import { OpenList } from "./open-list";
import { Contours, Figures, figuresOf } from "./side";
import { Why } from "./why";

/** The meaning of each counter. */
function Key({ figures }: { figures: Figure[] }) {
  const told = figures.filter(([, , what]) => what);
  if (!told.length) return null;
  return (
    <details class="figures-key">
      <summary>What is counted</summary>
      <p class="note">After this step:</p>
      <dl>
        {told.map(([name, , what]) => (
          <>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}

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
  const figures = figuresOf(lane, step);
  return (
    <>
      <section class="panel" aria-label="counters">
        <Figures figures={figures} />
        <Key figures={figures} />
      </section>
      {playback?.form === "graph" ? (
        <>
          <OpenList lane={lane} step={step} algorithm={algorithm} />
          <Contours playback={playback} step={step} hasEstimate={!!algorithm.heuristic} />
        </>
      ) : null}
      {playback?.form === "mc" ? <Why playback={playback} lane={lane} step={step} /> : null}
      {children}
    </>
  );
}
