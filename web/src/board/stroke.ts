// A stroke of the pointer over an edited board: every cell that it crosses, once.

/** A finger or a mouse that draws. */
interface Pen {
  id: number;
  x: number;
  y: number;
  erases: boolean;
  /** the cells that it has crossed */
  crossed: Set<number>;
}

type Point = Pick<PointerEvent, "clientX" | "clientY" | "pointerId">;

/** Pixels between two samples under a fast pointer. */
const STEP = 8;

export class Stroke {
  private pen: Pen | null = null;

  constructor(
    private cellAt: (x: number, y: number) => number | null,
    private onCell: (cell: number, isFirst: boolean, erases: boolean) => void,
  ) {}

  begin({ clientX: x, clientY: y, pointerId: id }: Point, erases: boolean) {
    this.pen = { id, x, y, erases, crossed: new Set() };
    this.cross(this.pen, x, y);
  }

  /** Whether the pointer draws. */
  go({ clientX, clientY, pointerId }: Point) {
    const { pen } = this;
    if (pen?.id !== pointerId) return false;
    const [dx, dy] = [clientX - pen.x, clientY - pen.y];
    const steps = Math.ceil(Math.hypot(dx, dy) / STEP);
    for (let step = 1; step <= steps; step++)
      this.cross(pen, pen.x + (dx * step) / steps, pen.y + (dy * step) / steps);
    [pen.x, pen.y] = [clientX, clientY];
    return true;
  }

  end() {
    this.pen = null;
  }

  private cross({ crossed, erases }: Pen, x: number, y: number) {
    const cell = this.cellAt(x, y);
    if (cell === null || crossed.has(cell)) return;
    crossed.add(cell);
    this.onCell(cell, crossed.size === 1, erases);
  }
}
