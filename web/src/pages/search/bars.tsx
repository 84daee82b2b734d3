// The bars above a search: its board, algorithm and further actions.
import { useRef, useState } from "preact/hooks";
import type { Algorithm, Game } from "../../api/types";
import type { Choice } from "../../model/link";
import { CopyButton } from "../../parts/copy-button";
import { Icon } from "../../parts/icons";
import { AlgorithmOptions, algorithmOf, heuristicOf } from "../../parts/search-fields";
import { heuristicTitle } from "../../model/search-names";
import { textOf } from "./algorithm-texts";
import type { Lane } from "./lane";
import { exampleOf, taught } from "./playback";
import { Legend, kindsOf } from "./tree-view";

export const AlgorithmField = ({
  info,
  choice,
  onChoice,
}: {
  info: Game;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}) => (
  <select
    aria-label="Algorithm"
    value={algorithmOf(info, choice).name}
    onChange={(event) => onChoice(taught(event.currentTarget.value))}
  >
    <AlgorithmOptions info={info} />
  </select>
);

/** The heuristic of a search, if its algorithm takes one. */
export function HeuristicField({
  info,
  choice,
  onChoice,
}: {
  info: Game;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}) {
  const algorithm = algorithmOf(info, choice);
  if (!algorithm.heuristic) return null;
  return (
    <select
      aria-label="Heuristic"
      value={heuristicOf(algorithm, choice)}
      onChange={(event) => onChoice({ ...choice, heuristic: event.currentTarget.value })}
    >
      {info.heuristics.map((each) => (
        <option value={each.name} title={each.summary}>
          {heuristicTitle(each.name)}
        </option>
      ))}
    </select>
  );
}

interface BarProps {
  info: Game;
  lanes: Lane[];
  /** the name of the board, and its game */
  name: string;
  game: string;
  painting: boolean;
  onChoice: (choice: Choice) => void;
  onPaint: () => void;
  onPair: () => void;
  onAll: () => void;
  onCopy: () => Promise<boolean>;
  onClass: () => void;
}

/** On a phone all but the first two are in a list, which the last button opens. */
export function Bar(props: BarProps) {
  const { info, lanes, name, game, painting } = props;
  const { onChoice, onPaint, onPair, onAll, onCopy, onClass } = props;
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const [first] = lanes;
  const isPair = lanes.length === 2;
  const pairWords = isPair ? "Only one" : "Side by side";
  /** The list has been used: the focus stays visible. */
  const close = () => {
    setOpen(false);
    if (isOpen) more.current?.focus();
  };
  const used = (command: () => void) => () => {
    close();
    command();
  };
  return (
    <div
      class="search-bar"
      role="group"
      aria-label="search"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget as Element)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        // The dialog would close with it.
        event.preventDefault();
        close();
      }}
    >
      {!isPair && first ? (
        <AlgorithmField info={info} choice={first.choice} onChoice={onChoice} />
      ) : null}
      <span class="search-name">
        {name}
        <span>, {game}</span>
      </span>
      <span class="space" />
      <button class="to-pair" aria-label={pairWords} onClick={onPair}>
        <Icon name="lanes" />
        <span>{pairWords}</span>
      </button>
      <button class="bar-more" ref={more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More
        <Icon name="chevron" />
      </button>
      <div class={`bar-rest ${isOpen ? "is-open" : ""}`}>
        <button title="algorithms of your choice, in a table and plots" onClick={used(onAll)}>
          <Icon name="chart" />
          Comparison
        </button>
        <button aria-pressed={painting} onClick={used(onPaint)}>
          <Icon name="edit" />
          Paint a board
        </button>
        <CopyButton
          words={
            <>
              <Icon name="link" />
              Link
            </>
          }
          onCopy={onCopy}
        />
        <button class="to-class" onClick={used(onClass)}>
          <Icon name="full" />
          Class mode
        </button>
      </div>
    </div>
  );
}

/** Points out that the board is not the player's deal, with a link back. */
export function BoardNote({
  name,
  algorithm,
  at,
  deal,
  onDeal,
  onPlay,
}: {
  name: string;
  algorithm: Algorithm;
  at: { game: string; board: string };
  deal: string;
  onDeal: () => void;
  onPlay: () => void;
}) {
  const [closed, setClosed] = useState("");
  if (closed === at.board) return null;
  const example = exampleOf(algorithm.name, at.game);
  const why = example?.board === at.board ? `${textOf(algorithm).title} ${example.shows}.` : "";
  return (
    <div class="search-note" role="status">
      <p>
        <b>{name}.</b> {why}
      </p>
      <button onClick={onDeal}>Back to {deal}</button>
      <button onClick={onPlay}>Play this board</button>
      <button
        class="icon-button quiet"
        aria-label="close this note"
        onClick={() => setClosed(at.board)}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}

/** The appearance of nodes in all trees. */
export function LegendOf({ lanes }: { lanes: Lane[] }) {
  const kinds = lanes.map(({ playback }) =>
    playback?.form === "graph" ? kindsOf(playback.kind, playback.trees, playback.isSolved) : [],
  );
  const all = new Map(kinds.flatMap((each) => [...each]));
  return all.size ? <Legend kinds={all} /> : null;
}

export const ClassBar = ({
  title,
  lanes,
  onLeave,
}: {
  title: string;
  lanes: Lane[];
  onLeave: () => void;
}) => (
  <div class="class-bar">
    <h3>{title}</h3>
    <LegendOf lanes={lanes} />
    <span class="space" />
    <button onClick={onLeave}>
      <Icon name="cross" />
      Leave
    </button>
  </div>
);
