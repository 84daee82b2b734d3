// Steps back and forth through a recording.
import { useEffect, useRef } from "preact/hooks";
import type { Player } from "../../model/player";
import { Icon } from "../../parts/icons";
import type { IconName } from "../../parts/icons";
import type { Lane } from "./lane";
import { mcAt } from "./playback";

/** The available speeds in steps per second. */
const RATES = [1, 2, 4, 10, 30];

interface Props {
  player: Player;
  lanes: Lane[];
}

/** The name of a step. */
export function stepText({ at, length }: Player, lanes: Lane[]) {
  const playback = lanes.length === 1 ? lanes[0]?.playback : null;
  if (playback?.form !== "mc") return `step ${at} of ${length}`;
  const { index, phase } = mcAt(playback, at);
  return `playout ${index + 1}, phase ${phase + 1} of 4`;
}

const Step = ({
  icon,
  label,
  disabled,
  onClick,
}: {
  icon: IconName;
  label: string;
  disabled: boolean;
  onClick: () => void;
}) => (
  <button class="icon-button" aria-label={label} aria-disabled={disabled} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

const Slider = ({ player, lanes }: Props) => (
  <input
    type="range"
    class="step-slider"
    aria-label="step of the search"
    aria-valuetext={stepText(player, lanes)}
    min="1"
    max={player.length}
    value={player.at}
    onInput={(event) => player.go(Number(event.currentTarget.value))}
  />
);

export function Transport({ player, lanes }: Props) {
  const { at, length, isPlaying, rate } = player;
  return (
    <div class="search-transport" role="toolbar" aria-label="steps">
      <Step icon="first" label="first step" disabled={at <= 1} onClick={() => player.go(1)} />
      <Step icon="back" label="step back" disabled={at <= 1} onClick={() => player.go(at - 1)} />
      <button class="primary" onClick={player.toggle} autofocus>
        <Icon name={isPlaying ? "pause" : "play"} />
        {isPlaying ? "Pause" : "Play"}
      </button>
      <Step icon="forward" label="step" disabled={at >= length} onClick={() => player.go(at + 1)} />
      <Step
        icon="last"
        label="last step"
        disabled={at >= length}
        onClick={() => player.go(Infinity)}
      />
      <Slider player={player} lanes={lanes} />
      <b class="step-told">{stepText(player, lanes)}</b>
      <select
        aria-label="speed"
        value={String(rate)}
        onChange={(event) => player.hurry(Number(event.currentTarget.value))}
      >
        {RATES.map((each) => (
          <option value={String(each)}>{each} a second</option>
        ))}
      </select>
      <span class="step-keys" aria-hidden="true">
        <kbd>←</kbd> <kbd>→</kbd> step
      </span>
    </div>
  );
}

/** For a class: two large buttons, each with its key. */
export function ClassTransport({ player, lanes }: Props) {
  const next = useRef<HTMLButtonElement>(null);
  // The button that led here has disappeared.
  useEffect(() => next.current?.focus(), []);
  return (
    <div class="search-transport class-transport" role="toolbar" aria-label="steps">
      <button aria-disabled={player.at <= 1} onClick={() => player.go(player.at - 1)}>
        <Icon name="back" />
        Back
        <kbd>←</kbd>
      </button>
      <Slider player={player} lanes={lanes} />
      <span class="step-told">{stepText(player, lanes)}</span>
      <button
        class="primary"
        ref={next}
        aria-disabled={player.at >= player.length}
        onClick={() => player.go(player.at + 1)}
      >
        Next
        <Icon name="forward" />
        <kbd>→</kbd>
      </button>
    </div>
  );
}
