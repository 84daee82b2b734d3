// The choice of algorithm, heuristic and parameters for a watched
// search.
import { ParameterFields } from "./parameters";
import { algorithmTitle, grouped, heuristicTitle } from "../model/search-names";
import { filledIn, withHeuristic } from "../model/schema";
import type { Algorithm, Game, Solve, Where } from "../api/types";
import type { Choice } from "../model/link";

/**
 * The default search to watch: a solver that only decides cannot be slowed down, so A* takes its
 * place.
 */
export const watchable = (info: Game) =>
  info.default_algorithm === "conclusive" ? "astar" : info.default_algorithm;

/**
 * The chosen algorithm, or the default one if the game has none of that name.
 */
export function algorithmOf(info: Game, choice: Choice): Algorithm {
  const wanted = choice.algorithm || watchable(info);
  const algorithm = info.algorithms.find((each) => each.name === wanted) ?? info.algorithms[0];
  if (!algorithm) throw new Error(`${info.name} has no algorithm`);
  return algorithm;
}

/** The question for the server. */
export function questionOf(info: Game, choice: Choice, at: Where): Solve {
  const algorithm = algorithmOf(info, choice);
  const heuristic = heuristicOf(algorithm, choice);
  const named = { at, algorithm: algorithm.name, ...filledIn(algorithm, choice.texts) };
  return heuristic ? { ...named, heuristic } : named;
}

/** The heuristic of a choice; empty if the algorithm takes none. */
export const heuristicOf = (algorithm: Algorithm, choice: Choice) =>
  algorithm.heuristic ? choice.heuristic || algorithm.heuristic : "";

/** The algorithms of a game for a list, in groups. */
export const AlgorithmOptions = ({ info }: { info: Game }) => (
  <>
    {grouped(info.algorithms).map(({ title, algorithms }) => (
      <optgroup label={title}>
        {algorithms.map(({ name }) => (
          <option value={name}>{algorithmTitle(name)}</option>
        ))}
      </optgroup>
    ))}
  </>
);

export function SearchFields({
  info,
  choice,
  disabled,
  onChange,
}: {
  info: Game;
  choice: Choice;
  disabled: boolean;
  onChange: (choice: Choice) => void;
}) {
  const algorithm = algorithmOf(info, choice);
  return (
    <>
      <label>
        Algorithm{" "}
        <select
          value={algorithm.name}
          disabled={disabled}
          onChange={(event) =>
            onChange({ algorithm: event.currentTarget.value, heuristic: "", texts: {} })
          }
        >
          <AlgorithmOptions info={info} />
        </select>
      </label>
      {algorithm.heuristic ? (
        <label>
          Heuristic{" "}
          <select
            value={choice.heuristic || algorithm.heuristic}
            disabled={disabled}
            onChange={(event) => onChange({ ...choice, heuristic: event.currentTarget.value })}
          >
            {info.heuristics.map((each) => (
              <option value={each.name} title={each.summary}>
                {heuristicTitle(each.name)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <ParameterFields
        algorithm={withHeuristic(algorithm, heuristicOf(algorithm, choice))}
        texts={choice.texts}
        disabled={disabled}
        onChange={(texts) => onChange({ ...choice, texts })}
      />
    </>
  );
}

/** Expansions per second; null means as fast as possible. */
export const SpeedField = ({
  rates,
  rate,
  onChange,
}: {
  rates: (number | null)[];
  rate: number | null;
  onChange: (rate: number | null) => void;
}) => (
  <label>
    Speed{" "}
    <select
      value={String(rate)}
      onChange={({ currentTarget: { value } }) => onChange(value === "null" ? null : Number(value))}
    >
      {rates.map((each) => (
        <option value={String(each)}>{each === null ? "full speed" : `${each} a second`}</option>
      ))}
    </select>
  </label>
);
