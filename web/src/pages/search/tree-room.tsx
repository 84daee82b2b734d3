// The room of a search tree: it can be dragged, scrolled, and made larger and smaller by mouse,
// fingers and keys. Its content has the stated size.
import { Component, createRef } from "preact";
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import type { Way } from "../../model/tree-ways";
import { Icon } from "../../parts/icons";

/** The zoom factor of one press. */
const STEP = 1.4;
/** Minimum distance of a drag in pixels, so that an unsteady click is not a drag. */
const TREMBLE = 4;
/** Margin in pixels around the followed node. */
const MARGIN = 28;

const WAYS: Record<string, Way> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};

interface Props {
  children: ComponentChildren;
  /** the whole of a large tree, below its window */
  overview: ComponentChildren;
  /** the zoom relative to the default, and its bounds */
  zoom: number;
  least: number;
  most: number;
  /** whether it is a part of its tree */
  isPart: boolean;
  /** a value that changes whenever the followed node should come into view */
  follow: unknown[];
  /** its selectors: the first that exists counts */
  targets: string[];
  onZoom: (zoom: number) => void;
  /** toggles between a part and the whole tree; null if the whole is drawn */
  onWhole: ((isWhole: boolean) => void) | null;
  /** moves to another node by keys */
  onWay: (way: Way) => void;
  /** the action of a click on the selected node */
  onEnter: () => void;
}

/** A point of the window that stays under the pointer, as shares of the tree. */
interface Anchor {
  x: number;
  y: number;
  left: number;
  top: number;
  /** whether it is the followed node, which should be entirely visible */
  follows: boolean;
}

export class TreeRoom extends Component<Props> {
  private box = createRef<HTMLDivElement>();
  private anchor: Anchor | null = null;
  private drag: { x: number; y: number; moved: boolean } | null = null;
  /** whether the focus was in it before it is drawn again */
  private isInside = false;
  private pinch: { distance: number; zoom: number } | null = null;

  componentDidMount() {
    window.addEventListener("keydown", this.onZoomKey);
    this.follow();
  }

  componentDidUpdate(before: Props) {
    if (this.isInside) this.keepFocus();
    const { follow, zoom } = this.props;
    if (before.zoom !== zoom) this.settle();
    else if (follow.some((each, index) => each !== before.follow[index])) this.follow();
  }

  componentWillUnmount() {
    window.removeEventListener("keydown", this.onZoomKey);
  }

  /** The focus stays in the tree: it goes to the selected node. */
  private keepFocus() {
    const item = this.box.current?.querySelector<SVGElement>('[role="treeitem"][tabindex="0"]');
    if (item && item !== document.activeElement) item.focus({ preventScroll: true });
  }

  /** The mouse removes the focus without giving it to a node, so that arrow keys still step. */
  private onMouseDown = (event: MouseEvent) => {
    event.preventDefault();
    const { activeElement: now } = document;
    if (now instanceof HTMLElement || now instanceof SVGElement) now.blur();
  };

  /** Brings the followed node into view, with its neighbours if it was out of view. */
  private follow() {
    const box = this.box.current;
    const node = this.target;
    if (!box || !node) return;
    const [at, room] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
    const over = (low: number, high: number, from: number, to: number) => {
      if (low < from || high > to) return (low + high - from - to) / 2;
      return low < from + MARGIN
        ? low - from - MARGIN
        : high > to - MARGIN
          ? high - to + MARGIN
          : 0;
    };
    const x = over(at.left, at.right, room.left, room.right);
    const y = over(at.top, at.bottom, room.top, room.bottom);
    if (x || y) box.scrollBy(x, y);
  }

  /** After a change of size the anchor keeps its place. */
  private settle() {
    const [box, tree, anchor] = [this.box.current, this.tree, this.anchor];
    this.anchor = null;
    if (!box || !tree || !anchor) return;
    const { width, height } = tree.getBoundingClientRect();
    box.scrollTo(anchor.x * width - anchor.left, anchor.y * height - anchor.top);
    if (anchor.follows) this.follow();
  }

  /** The node that is followed. */
  private get target() {
    const found = this.props.targets.map((each) => this.box.current?.querySelector(each));
    return found.find(Boolean) ?? null;
  }

  private get tree() {
    return this.box.current?.querySelector("svg") ?? null;
  }

  /** Zooms the tree in or out around a point in the window. */
  private zoomTo(wanted: number, x: number, y: number, follows = false) {
    const { zoom, least, most, onZoom } = this.props;
    const [box, tree] = [this.box.current, this.tree];
    const next = Math.max(least, Math.min(most, wanted));
    if (!box || !tree || next === zoom) return;
    const [room, at] = [box.getBoundingClientRect(), tree.getBoundingClientRect()];
    this.anchor = {
      x: (x - at.left) / at.width,
      y: (y - at.top) / at.height,
      left: x - room.left,
      top: y - room.top,
      follows,
    };
    onZoom(next);
  }

  /** Zooms around the followed node if it is visible, or around the middle. */
  private zoomBy(factor: number) {
    const box = this.box.current;
    if (!box) return;
    const room = box.getBoundingClientRect();
    const node = this.target?.getBoundingClientRect();
    const [x, y] = node ? [node.left + node.width / 2, node.top + node.height / 2] : [NaN, NaN];
    const isSeen = x >= room.left && x <= room.right && y >= room.top && y <= room.bottom;
    const next = this.props.zoom * factor;
    if (isSeen) this.zoomTo(next, x, y, true);
    else this.zoomTo(next, room.left + room.width / 2, room.top + room.height / 2);
  }

  private larger = () => this.zoomBy(STEP);
  private smaller = () => this.zoomBy(1 / STEP);
  private whole = () => {
    const { isPart, least, onWhole, onZoom } = this.props;
    if (isPart && onWhole) onWhole(true);
    else onZoom(least);
  };
  private usual = () => {
    const { isPart, zoom, onWhole } = this.props;
    if (!isPart && onWhole) onWhole(false);
    else this.zoomBy(1 / zoom);
  };

  /** Keys for the size, wherever the focus is. */
  private onZoomKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest("select, textarea, input:not([type=range])")) return;
    const keys: Record<string, () => void> = {
      "+": this.larger,
      "=": this.larger,
      "-": this.smaller,
      "0": this.usual,
      "9": this.whole,
    };
    const act = keys[key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  private onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (!way && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (way) this.props.onWay(way);
    else this.props.onEnter();
  };

  /** With this key held, as touchpads report a pinch, the wheel makes the tree larger. */
  private onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.004));
    this.zoomTo(this.props.zoom * factor, event.clientX, event.clientY);
  };

  private onPointerDown = ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
    this.drag = pointerType === "mouse" && button === 0 ? { x, y, moved: false } : null;
  };

  private onPointerMove = ({ buttons, clientX, clientY, pointerId }: PointerEvent) => {
    const [box, drag] = [this.box.current, this.drag];
    if (!box || !drag || !buttons) return;
    const [x, y] = [clientX - drag.x, clientY - drag.y];
    if (!drag.moved) {
      if (Math.hypot(x, y) < TREMBLE) return;
      box.setPointerCapture(pointerId);
      box.classList.add("dragged");
    }
    this.drag = { x: clientX, y: clientY, moved: true };
    box.scrollBy(-x, -y);
  };

  private onPointerUp = () => this.box.current?.classList.remove("dragged");

  /** The click that ends a drag selects no node. */
  private onClick = (event: MouseEvent) => {
    if (this.drag?.moved) event.stopPropagation();
    this.drag = null;
  };

  /** Two fingers: their distance sets the size, and the point between them stays fixed. */
  private onTouch = (event: TouchEvent) => {
    const [a, b] = event.touches;
    if (!a || !b) return void (this.pinch = null);
    event.preventDefault();
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    this.pinch ??= { distance, zoom: this.props.zoom };
    const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
    this.zoomTo((this.pinch.zoom * distance) / this.pinch.distance, x, y);
  };

  render({ children, overview, zoom, least, most, isPart, onWhole }: Props) {
    this.isInside = this.box.current?.contains(document.activeElement) ?? false;
    const isWhole = !isPart && zoom <= least && (onWhole !== null || least < 1);
    return (
      <div class="tree-frame">
        <div
          class="tree-room"
          ref={this.box}
          tabindex={-1}
          onMouseDown={this.onMouseDown}
          onKeyDown={this.onKeyDown}
          onWheel={this.onWheel}
          onPointerDown={this.onPointerDown}
          onPointerMove={this.onPointerMove}
          onPointerUp={this.onPointerUp}
          onClickCapture={this.onClick}
          onTouchStart={this.onTouch}
          onTouchMove={this.onTouch}
          onTouchEnd={this.onTouch}
        >
          {children}
        </div>
        <div class="tree-bar">
          {overview}
          <div class="tree-zoom" role="group" aria-label="size of the tree">
            <button
              class="icon-button"
              aria-label="smaller"
              title="smaller: −, or Ctrl and the wheel"
              aria-disabled={zoom <= least}
              onClick={this.smaller}
            >
              <Icon name="minus" />
            </button>
            <button
              class="icon-button"
              aria-label="larger"
              title="larger: +, or Ctrl and the wheel"
              aria-disabled={zoom >= most}
              onClick={this.larger}
            >
              <Icon name="new" />
            </button>
            <button
              class="icon-button"
              aria-label={isWhole ? "usual size" : "whole tree"}
              title={isWhole ? "usual size: 0" : "whole tree: 9"}
              aria-disabled={!onWhole && least >= 1 && zoom === 1}
              onClick={isWhole ? this.usual : this.whole}
            >
              <Icon name={isWhole ? "search" : "full"} />
            </button>
          </div>
        </div>
      </div>
    );
  }
}
