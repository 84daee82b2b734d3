// The game graph as a picture: x moves, y moves to the win, zero on top. Click, drag, wheel or
// arrow keys step.
import { Component, createRef } from "preact";
import type { TargetedKeyboardEvent, TargetedPointerEvent, TargetedWheelEvent } from "preact";
import { wheelStep } from "../browser/wheel";
import { pointWords, pointsOf, steps, stretches } from "../model/graph";
import type { Point, Stretch } from "../model/graph";
import { depth } from "../model/session";
import type { Line, Node } from "../model/session";
import { Icon } from "../parts/icons";

const HEIGHT = 150;
const LOST = 190;
/** The height of the line before any facts are known. */
const UNKNOWN = HEIGHT * 0.55;
/** The legend of the elements that occur in the picture. */
const KEYS: [Point["state"], string][] = [
  ["won", "moves to the win"],
  ["unknown", "unknown"],
  ["lost", "lost"],
];

/** The places of a graph's points. */
class Scale {
  /** Maximum distance to the win in the picture. */
  readonly most: number;
  private last: number;

  constructor(private points: Point[]) {
    this.most = Math.max(4, ...points.map((point) => point.distance ?? 0)) * 1.08;
    this.last = points.length - 1;
  }

  /** The x coordinate of a point; points beyond the ends are at the ends. */
  x(index: number) {
    return (1000 * Math.max(0, Math.min(this.last, index))) / Math.max(1, this.last);
  }

  /** The y coordinate of a distance to the win. */
  height(distance: number) {
    return 6 + ((HEIGHT - 6) * distance) / this.most;
  }

  y({ state, distance }: Point) {
    return state === "lost" ? LOST : this.height(distance ?? this.most);
  }

  at(index: number) {
    const point = this.points[index];
    return point ? `${this.x(index).toFixed(1)} ${this.y(point).toFixed(1)}` : "";
  }

  /** Whether the game could be won before a point. */
  isWonBefore(index: number) {
    return this.points[index - 1]?.state === "won";
  }

  /** A gap without known values is bridged by a straight line. */
  between(first: number, end: number) {
    const [a, b] = [Math.max(0, first - 1), Math.min(this.last, end + 1)];
    const level = (index: number, other: number) => {
      const [point, far] = [this.points[index], this.points[other]];
      if (point && point.state !== "unknown") return this.y(point);
      return far?.state === "won" ? this.y(far) : UNKNOWN;
    };
    return `M${this.x(a)} ${level(a, b)}L${this.x(b)} ${Math.min(HEIGHT, level(b, a))}`;
  }
}

/** The points of one state, with the area below or above their line. */
function Part({ stretch: [state, first, end], scale }: { stretch: Stretch; scale: Scale }) {
  const range = Array.from({ length: end - first + 1 }, (_, i) => scale.at(first + i)).join("L");
  const [left, right] = [scale.x(first), scale.x(end)];
  if (state === "won")
    return (
      <>
        <path class="won-area" d={`M${left} ${HEIGHT}L${range}L${right} ${HEIGHT}z`} />
        <path class="won-line" d={`M${range}`} />
      </>
    );
  if (state === "unknown") {
    const width = Math.max(2, scale.x(end + 1) - left);
    return (
      <>
        <rect class="unknown-ground" x={left} width={width} height={HEIGHT} />
        <path class="unknown-line" d={scale.between(first, end)} />
      </>
    );
  }
  const from = scale.x(first - 1);
  const isFall = scale.isWonBefore(first);
  const start = isFall ? `M${scale.at(first - 1)}L` : "M";
  return (
    <>
      <rect class="lost-ground" x={from} width={Math.max(2, right - from)} height="200" />
      <path class="lost-line" d={`${start}${range}${first === end && !isFall ? "h2" : ""}`} />
    </>
  );
}

const Grounds = () => (
  <defs>
    <pattern
      id="lost-ground"
      width="8"
      height="8"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect class="lost-tint" width="8" height="8" />
      <rect class="lost-stripe" width="2.5" height="8" />
    </pattern>
    <pattern id="unknown-ground" width="7" height="7" patternUnits="userSpaceOnUse">
      <rect class="unknown-tint" width="7" height="7" />
      <circle class="unknown-dot" cx="2" cy="2" r="1.1" />
    </pattern>
  </defs>
);

interface Props {
  line: Line;
  current: Node;
  onGoTo: (node: Node) => void;
}

export class Graph extends Component<Props> {
  private plot = createRef<HTMLDivElement>();

  /** Goes to a position of the line, or to the end that is nearest. */
  private goTo(index: number) {
    const { line, onGoTo } = this.props;
    onGoTo(line[Math.max(0, Math.min(line.length - 1, index))] ?? line[0]);
  }

  /** The position under the pointer. */
  private choose = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const box = this.plot.current?.getBoundingClientRect();
    if (!box || (event.type === "pointermove" && !event.buttons)) return;
    const share = (event.clientX - box.left) / box.width;
    this.goTo(Math.round(share * (this.props.line.length - 1)));
  };

  private onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const { line, current } = this.props;
    const now = line.indexOf(current);
    const ends: Record<string, number> = { Home: 0, End: line.length - 1 };
    const sides: Record<string, number> = { ArrowLeft: now - 1, ArrowRight: now + 1 };
    const next = ends[event.key] ?? sides[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.goTo(next);
  };

  private onWheel = (event: TargetedWheelEvent<HTMLDivElement>) => {
    const { line, current, onGoTo } = this.props;
    const step = wheelStep(event);
    const next = line[line.indexOf(current) + step];
    if (step && next) onGoTo(next);
  };

  render({ line, current }: Props) {
    const points = pointsOf(line);
    const scale = new Scale(points);
    const here = line.indexOf(current);
    const known = stretches(points);
    const now = points[here] ?? points[0];
    const falls = known.filter(([state, first]) => state === "lost" && scale.isWonBefore(first));
    const isBlank = known.length === 1 && now.state === "unknown";
    const marks = isBlank ? [] : steps(scale.most);
    // Its number does not touch the word below it.
    const isApart = (value: number) => scale.height(value) < 0.9 * HEIGHT;
    // A redeal is not a move.
    const made = depth(line[here] ?? line[0]);
    return (
      <section class="graph box" aria-label="game graph">
        <header>
          <h3>Game graph</h3>
          {KEYS.filter(([state]) => points.some((point) => point.state === state)).map(
            ([state, words]) => (
              <span class={`key ${state}`}>{isBlank ? "nothing known so far" : words}</span>
            ),
          )}
          <span class="count">
            Move {made} of {depth(line.at(-1) ?? current)}
          </span>
        </header>
        <div
          class="plot-area"
          ref={this.plot}
          role="slider"
          tabindex={0}
          aria-label="position of the game"
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={here}
          aria-valuetext={`after move ${made}: ${pointWords(now)}`}
          onPointerDown={this.choose}
          onPointerMove={this.choose}
          onKeyDown={this.onKeyDown}
          onWheel={this.onWheel}
        >
          <svg viewBox="0 0 1000 200" preserveAspectRatio="none" aria-hidden="true">
            <Grounds />
            <rect class="lost-strip" y={HEIGHT} width="1000" height={200 - HEIGHT} />
            {[0, ...marks].map((value) => (
              <path class="rule" d={`M0 ${scale.height(value)}H1000`} />
            ))}
            {known.map((stretch) => (
              <Part stretch={stretch} scale={scale} />
            ))}
            <path class="here" d={`M${scale.x(here)} 0V200`} />
          </svg>
          <span class="axis won">won</span>
          {marks.filter(isApart).map((value) => (
            <span class="axis" style={{ top: `${scale.height(value) / 2}%` }}>
              {value}
            </span>
          ))}
          <span class="axis lost">lost</span>
          {falls.map(([, first]) => (
            <i class="fall" style={{ left: `${scale.x(first) / 10}%`, top: `${LOST / 2}%` }}>
              <Icon name="cross" />
            </i>
          ))}
          <i
            class={`dot ${now.state}`}
            style={{
              left: `${scale.x(here) / 10}%`,
              top: `${(now.state === "unknown" ? UNKNOWN : scale.y(now)) / 2}%`,
            }}
          />
        </div>
      </section>
    );
  }
}
