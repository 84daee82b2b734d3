// Explains the choices of a Monte Carlo search: the mean of each, and the bonus for exploration.
import { ucbOf } from "../../model/monte-carlo";
import type { Lane } from "./lane";
import { explorationOf } from "./lane-view";
import { decimal } from "./mc-view";
import type { McPlayback } from "./playback";
import { momentOf } from "./side";

/** The choices at the node where the selection turned: mean, and bonus for exploration. */
export function Why({ playback, lane, step }: { playback: McPlayback; lane: Lane; step: number }) {
  const { tallies, way } = momentOf(playback, lane, step);
  const { chosen } = lane;
  const looked = chosen && "path" in chosen ? chosen : null;
  // The deepest choice of the selection among moves that were all tried.
  const tried = (node: (typeof way)[number]) => node.children.filter((each) => tallies.has(each));
  const at = looked ?? way.findLast((node) => tried(node).length > 1) ?? way[0];
  const above = at && tallies.get(at);
  const choices = at && above ? tried(at) : [];
  const rows = choices.flatMap((child) => {
    const tally = tallies.get(child);
    return tally && above ? [{ child, tally, ...ucbOf(tally, above, explorationOf(lane)) }] : [];
  });
  rows.sort((a, b) => b.ucb - a.ucb);
  const words = at && rows.length ? lane.wordsBehind(at.path) : new Map<string, string>();
  const most = Math.max(1, ...rows.map(({ bonus }) => 2 + bonus));
  const best = Math.max(...rows.map(({ ucb }) => ucb));
  const depth = at?.path.length ?? 0;
  return (
    <section class="panel why" aria-label="why this way">
      <h3>Why this way?</h3>
      <p class="note">
        UCB = mean + what is still unknown.{" "}
        {rows.length
          ? `Choices ${depth === 0 ? "at the root" : `after ${depth} ${depth === 1 ? "move" : "moves"}`}:`
          : "No move has been tried here so far."}
      </p>
      <ul>
        {rows.slice(0, 6).map(({ child, tally, mean, bonus, ucb }) => (
          <li class={ucb === best ? "best" : ""}>
            <span class="why-move">{words.get(child.path.at(-1) ?? "") ?? ""}</span>
            <span>
              <span class="why-bar" aria-hidden="true">
                <i class="mean" style={{ "--part": `${(100 * (mean + 1)) / most}%` }} />
                <i class="bonus" style={{ "--part": `${(100 * bonus) / most}%` }} />
              </span>
              <small>
                {decimal(mean)} + {decimal(bonus)} · {tally.visits}{" "}
                {tally.visits === 1 ? "visit" : "visits"}
              </small>
            </span>
            <b>{decimal(ucb)}</b>
          </li>
        ))}
      </ul>
      {rows.length ? (
        <p class="why-key">
          <i class="mean" /> mean, from −1 <i class="bonus" /> exploration
        </p>
      ) : null}
    </section>
  );
}
