// The arrow of the best move: a line with a dark edge through the gutters, with its head in the target.
import { Component, createRef } from "preact";
import type { Move, View } from "../api/types";
import { gutterPath, ontoPath, shiftPath } from "../model/paths";
import { fromOf, spotOf, toOf } from "../model/view";

interface Props {
  view: View;
  /** Whether rows run downward. */
  down: boolean;
  move: Move;
}

/** The corners of an arrow, in cells. */
function cornersOf({ view, down, move }: Props) {
  const spot = (at: number | undefined): [number, number] => {
    const [row, column] = spotOf(view, at ?? 0);
    return down ? [row, column] : [column, row];
  };
  if (view.control !== "place") {
    // A larger piece moves with the cell in front.
    const front = Math.max(
      0,
      move.to.findIndex((cell) => !move.from.includes(cell)),
    );
    return shiftPath(spot(move.from[front]), spot(move.to[front]));
  }
  const [from, to] = [spot(fromOf(move)), spot(toOf(move))];
  if (view.cells[toOf(move)]?.kind !== "card") return gutterPath(from, to, down);
  const isFree = (x: number, y: number) =>
    view.cells[down ? x * view.columns + y : y * view.columns + x]?.kind !== "card";
  return ontoPath(isFree, from, to);
}

const HEAD = "M16 0-10-17V17z";

/** Its width in units of the drawing's cell width: doubled on a board of wide cards. */
const UNITS = { across: 100, down: 200 };

interface State {
  /** The height of a cell relative to its width, as determined by the screen. */
  ratio: number;
}

export class Arrow extends Component<Props, State> {
  state: State = { ratio: this.props.view.control !== "place" ? 1 : this.props.down ? 0.52 : 1.38 };
  private svg = createRef<SVGSVGElement>();
  private observer = new ResizeObserver(([entry]) => {
    const { view, down } = this.props;
    const [across, along] = down ? [view.rows, view.columns] : [view.columns, view.rows];
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    if (width && height) this.setState({ ratio: (height * across) / (width * along) });
  });

  componentDidMount() {
    if (this.svg.current) this.observer.observe(this.svg.current);
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }

  render(props: Props) {
    const { view, down } = props;
    const unit = down ? UNITS.down : UNITS.across;
    const high = unit * this.state.ratio;
    const points = cornersOf(props).map(([x, y]) => [x * unit, y * high] as const);
    const [sx, sy] = points[0] ?? [0, 0];
    const [px, py] = points.at(-2) ?? [sx, sy];
    const [ex, ey] = points.at(-1) ?? [sx, sy];
    const turn = (Math.atan2(ey - py, ex - px) * 180) / Math.PI;
    const line = points.map((point) => point.join(",")).join(" ");
    const width = unit * (down ? view.rows : view.columns);
    const height = high * (down ? view.columns : view.rows);
    const at = `translate(${ex} ${ey}) rotate(${turn})`;
    return (
      <svg
        class="arrow"
        ref={this.svg}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline class="arrow-edge" points={line} />
        <path class="arrow-edge head" d={HEAD} transform={at} />
        <polyline class="arrow-line" points={line} />
        <path class="arrow-line head" d={HEAD} transform={at} />
        <circle class="arrow-start" cx={sx} cy={sy} r="8" />
      </svg>
    );
  }
}
