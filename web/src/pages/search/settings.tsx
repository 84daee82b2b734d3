// The settings of a search: exploration as a slider, the heuristic, and the parameters.
import { useState } from "preact/hooks";
import type { Algorithm, Game } from "../../api/types";
import type { Choice } from "../../model/link";
import { capital } from "../../model/say";
import { settable, withHeuristic } from "../../model/schema";
import { ParameterFields } from "../../parts/parameters";
import { heuristicOf } from "../../parts/search-fields";
import { HeuristicField } from "./bars";
import { About } from "./side";

interface Props {
  info: Game;
  algorithm: Algorithm;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  onMore: () => void;
  onExample: (() => void) | null;
}

/** The constant of exploration. */
function Exploration({ choice, onChoice }: Pick<Props, "choice" | "onChoice">) {
  const value = Number(choice.texts["exploration"] || 1.4);
  const [shown, show] = useState(value);
  const set = (text: string) =>
    onChoice({ ...choice, texts: { ...choice.texts, exploration: text } });
  return (
    <section class="panel exploration" aria-label="exploration">
      <label>
        <span>
          <b>Exploration</b> <b>{shown.toFixed(1)}</b>
        </span>
        <input
          type="range"
          min="0"
          max="3"
          step="0.1"
          value={shown}
          onInput={(event) => show(Number(event.currentTarget.value))}
          onChange={(event) => set(event.currentTarget.value)}
        />
      </label>
      <p class="ends">
        <small>0, trust what did well</small>
        <small>3, try everything</small>
      </p>
    </section>
  );
}

/** The parameters that have an effect, except those shown in other places; null if there are none. */
function rest(algorithm: Algorithm, choice: Choice) {
  const used = withHeuristic(algorithm, heuristicOf(algorithm, choice));
  const schema = used.schema.filter(({ name }) => name !== "exploration" && name !== "model");
  const other = { ...algorithm, schema };
  return settable(other).length ? other : null;
}

const isMc = (algorithm: Algorithm) =>
  settable(algorithm).some(({ name }) => name === "exploration");

const Fields = ({ algorithm, choice, onChoice }: Omit<Props, "info" | "onMore" | "onExample">) => (
  <ParameterFields
    algorithm={algorithm}
    texts={choice.texts}
    disabled={false}
    onChange={(texts) => onChoice({ ...choice, texts })}
  />
);

/** All settings of one of two searches, collapsed until needed. */
export function LaneSettings({
  algorithm,
  choice,
  onChoice,
}: Omit<Props, "info" | "onMore" | "onExample">) {
  const other = rest(algorithm, choice);
  const explores = isMc(algorithm);
  if (!other && !explores) return null;
  return (
    <details class="lane-parameters">
      <summary>Parameters</summary>
      <div class="parameters">
        {explores ? <Exploration choice={choice} onChoice={onChoice} /> : null}
        {other ? <Fields algorithm={other} choice={choice} onChoice={onChoice} /> : null}
      </div>
    </details>
  );
}

export function Settings({ info, algorithm, choice, onChoice, onMore, onExample }: Props) {
  const other = rest(algorithm, choice);
  return (
    <>
      {isMc(algorithm) ? <Exploration choice={choice} onChoice={onChoice} /> : null}
      {algorithm.heuristic ? (
        <section class="panel heuristic" aria-label="heuristic">
          <label>
            Heuristic h <HeuristicField info={info} choice={choice} onChoice={onChoice} />
          </label>
          <p class="note">
            {capital(
              info.heuristics.find(({ name }) => name === heuristicOf(algorithm, choice))
                ?.summary ?? "",
            )}
          </p>
        </section>
      ) : null}
      {other ? (
        <details class="panel parameters">
          <summary>Parameters</summary>
          <Fields algorithm={other} choice={choice} onChoice={onChoice} />
        </details>
      ) : null}
      <About algorithm={algorithm} onMore={onMore} onExample={onExample} />
    </>
  );
}
