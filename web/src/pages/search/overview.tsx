// A large tree as a whole in a strip, with the visible part marked.
import { counted } from "../../model/say";
import type { Frame } from "../../model/tree-frame";

interface Props<N> {
  whole: Frame<N>;
  part: Frame<N>;
  /** the nodes that are in the tree by now */
  shown: N[];
  now: N | null;
  isPart: boolean;
}

export function Overview<N>({ whole, part, shown, now, isPart }: Props<N>) {
  const dots = (nodes: N[]) =>
    nodes
      .filter((node) => whole.x.has(node))
      .map((node) => `M${(whole.x.get(node) ?? 0) + 0.5} ${(whole.row.get(node) ?? 0) + 0.5}h0`)
      .join("");
  const drawn = shown.filter((node) => part.x.has(node));
  return (
    <div class="tree-overview">
      <svg
        viewBox={`0 0 ${whole.width} ${whole.depth}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="ov-all" d={dots(shown)} />
        {isPart ? <path class="ov-part" d={dots(drawn)} /> : null}
        <path class="ov-now" d={now ? dots([now]) : ""} />
      </svg>
      <p>
        {drawn.length < shown.length ? (
          <>
            <span class="ov-key">
              <i class="st-stack-key" aria-hidden="true" /> more below ·{" "}
            </span>
            {drawn.length} of {shown.length}
            <span class="ov-what"> positions</span>
          </>
        ) : (
          `all ${counted(shown.length, "position")}`
        )}
      </p>
    </div>
  );
}
