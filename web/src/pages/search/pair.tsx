// Two searches on one board, at one step.
import type { ComponentChildren } from "preact";
import type { Game } from "../../api/types";
import type { Choice } from "../../model/link";
import { algorithmOf } from "../../parts/search-fields";
import { textOf } from "./algorithm-texts";
import { AlgorithmField, HeuristicField, LegendOf } from "./bars";
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

/** The figures that are compared at each step: of a deepening search its path, not what is open. */
const NAMED = ["expanded", "expanded in all", "on the path", "open", "playouts", "positions"];

const briefOf = (lane: Lane, step: number) =>
  figuresOf(lane, step)
    .slice(0, 3)
    .filter(([name]) => NAMED.includes(name))
    .map(([name, value]) => `${value ?? "–"} ${name.replace(" in all", "")}`)
    .join(", ");

export const Pair = (props: Props) => (
  <>
    {props.isClass ? null : <LegendOf lanes={props.lanes} />}
    <Lanes {...props} />
  </>
);

/** The end of a search; before it, its place is kept, so that nothing moves at the last step. */
const LaneEnd = ({ lane, isEnd }: { lane: Lane; isEnd: boolean }) => (
  <span class={`lane-end ${isEnd ? "is-end" : ""}`}>
    <Ended lane={lane} isRace />
    {isEnd || !lane.recording.report ? null : <span class="badge unknown">searching</span>}
  </span>
);

const Lanes = ({ info, lanes, step, isClass, boardOf, onChoice, onStep, onChanged }: Props) => (
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
              <small class="lane-idea">{idea}</small>
              <small class="lane-brief">{briefOf(lane, step)}</small>
              <LaneEnd lane={lane} isEnd={step >= lane.length} />
            </div>
          </header>
          <div class="search-lane-left">
            {boardOf(lane, index)}
            <Figures figures={figuresOf(lane, step).slice(0, 4)} />
            <Happens lane={lane} step={step} algorithm={algorithm.name} />
            {isClass ? null : (
              <LaneSettings algorithm={algorithm} choice={lane.choice} onChoice={choose} />
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
