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

/** A large tree in a strip; of one that is in view only the number of its positions. */
export function Overview<N extends object>(props: Props<N>) {
  const { part, shown } = props;
  const drawn = shown.filter((node) => part.x.has(node));
  const isAll = drawn.length === shown.length;
  return (
    <div class="tree-overview">
      {isAll ? null : <Strip {...props} drawn={drawn} />}
      <p>
        {isAll ? (
          `all ${counted(shown.length, "position")}`
        ) : (
          <>
            <span class="ov-key">
              <i class="st-stack-key" aria-hidden="true" /> more below
            </span>
            <span>
              {drawn.length} of {shown.length}
              <span class="ov-what"> positions</span>
            </span>
          </>
        )}
      </p>
    </div>
  );
}

/** The tree in small, with the drawn part and the node of the step. */
function Strip<N extends object>({ whole, shown, drawn, now, isPart }: Props<N> & { drawn: N[] }) {
  const at = (node: N) => `${(whole.x.get(node) ?? 0) + 0.5} ${(whole.row.get(node) ?? 0) + 0.5}`;
  const placed = (nodes: N[]) => nodes.filter((node) => whole.x.has(node));
  const dots = (nodes: N[]) =>
    placed(nodes)
      .map((node) => `M${at(node)}h0`)
      .join("");
  const edges = placed(shown).map((node) => {
    const { parent } = node as { parent?: N | null };
    return parent && whole.x.has(parent) ? `M${at(parent)}L${at(node)}` : "";
  });
  return (
    <svg
      viewBox={`0 0 ${whole.width} ${whole.depth}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="ov-edges" d={edges.join("")} />
      <path class="ov-all" d={dots(shown)} />
      {isPart ? <path class="ov-part" d={dots(drawn)} /> : null}
      <path class="ov-now" d={now ? dots([now]) : ""} />
    </svg>
  );
}
