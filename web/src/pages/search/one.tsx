// One search in the window: its board and its action at the left, its tree, its figures at the right.
import type { ComponentChildren } from "preact";
import type { Game } from "../../api/types";
import type { Choice } from "../../model/link";
import { algorithmOf } from "../../parts/search-fields";
import type { Lane } from "./lane";
import { LaneTree } from "./lane-view";
import { Settings } from "./settings";
import { Happens, Sum } from "./side";
import { SideOf } from "./side-of";
import { Successors } from "./successors";

interface Props {
  info: Game;
  lane: Lane;
  step: number;
  isClass: boolean;
  board: ComponentChildren;
  /** the tool for painting a board; null otherwise */
  painting: ComponentChildren;
  onChoice: (choice: Choice) => void;
  onStep: (step: number) => void;
  onChanged: () => void;
  /** opens the page of an algorithm */
  onMore: (algorithm: string) => void;
  /** shows the example of the algorithm; null if there is none, or if that is shown */
  onExample: (() => void) | null;
}

export function One(props: Props) {
  const { info, lane, step, isClass, board, painting, onChoice, onStep, onChanged, onMore } = props;
  const { onExample } = props;
  const algorithm = algorithmOf(info, lane.choice);
  return (
    <div class="search-one">
      <div class="search-left">
        <section class="panel here" aria-label="this position">
          <h3>{painting ? "The start" : "This position"}</h3>
          {board}
        </section>
        {painting ?? (
          <>
            <Happens lane={lane} step={step} algorithm={algorithm.name} />
            <Sum lane={lane} step={step} />
            <Successors
              lane={lane}
              step={step}
              onChoose={(node) => {
                lane.chosen = lane.chosen === node ? null : node;
                onChanged();
              }}
            />
          </>
        )}
      </div>
      <LaneTree
        lane={lane}
        step={step}
        algorithm={algorithm}
        isClass={isClass}
        isPair={false}
        onStep={onStep}
        onChanged={onChanged}
      />
      <div class="search-right">
        <SideOf lane={lane} step={step} algorithm={algorithm}>
          <Settings
            info={info}
            algorithm={algorithm}
            choice={lane.choice}
            onChoice={onChoice}
            onMore={() => onMore(algorithm.name)}
            onExample={onExample}
          />
        </SideOf>
      </div>
    </div>
  );
}
