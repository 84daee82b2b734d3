// Two searches on one board, at one step.
import type { ComponentChildren } from "preact";
import type { Game } from "../../api/types";
import type { Choice } from "../../model/link";
import { algorithmOf } from "../../parts/search-fields";
import { textOf } from "./algorithm-texts";
import { AlgorithmField, HeuristicField } from "./bars";
import type { Lane } from "./lane";
import { Ended, LaneTree } from "./lane-view";
import { LaneSettings } from "./settings";
import { Figures, Happens, figuresOf } from "./side";

interface Props {
  info: Game;
  lanes: Lane[];
  step: number;
  isClass: boolean;
  boardOf: (lane: Lane, index: number) => ComponentChildren;
  onChoice: (index: number, choice: Choice) => void;
  onStep: (step: number) => void;
  onChanged: () => void;
}

export const Pair = ({
  info,
  lanes,
  step,
  isClass,
  boardOf,
  onChoice,
  onStep,
  onChanged,
}: Props) => (
  <div class="search-pair">
    {lanes.map((lane, index) => {
      const algorithm = algorithmOf(info, lane.choice);
      const { title, idea } = textOf(algorithm);
      const choose = (choice: Choice) => onChoice(index, choice);
      return (
        <section class="search-lane" aria-label={`search ${index + 1}`} key={index}>
          <header>
            {isClass ? (
              <h3>{title}</h3>
            ) : (
              <>
                <AlgorithmField info={info} choice={lane.choice} onChoice={choose} />
                <HeuristicField info={info} choice={lane.choice} onChoice={choose} />
              </>
            )}
            <div class="lane-told">
              <small>{idea}</small>
              {step >= lane.length ? (
                <Ended lane={lane} isRace />
              ) : lane.recording.report ? (
                <span class="badge unknown">searching</span>
              ) : null}
            </div>
          </header>
          <div class="search-lane-left">
            {boardOf(lane, index)}
            <Figures figures={figuresOf(lane, step).slice(0, 4)} />
            {isClass ? null : (
              <>
                <Happens lane={lane} step={step} algorithm={algorithm.name} />
                <LaneSettings algorithm={algorithm} choice={lane.choice} onChoice={choose} />
              </>
            )}
          </div>
          <LaneTree
            lane={lane}
            step={step}
            algorithm={algorithm}
            isClass={isClass}
            isPair
            onStep={onStep}
            onChanged={onChanged}
          />
        </section>
      );
    })}
  </div>
);
