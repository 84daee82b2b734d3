// Explains the choices of a Monte Carlo search: the mean of each, and the bonus for exploration.
import { choicesOf } from "../../model/monte-carlo";
import type { Lane } from "./lane";
import { explorationOf } from "./lane-view";
import { decimal } from "./mc-view";
import { mcAt } from "./playback";
import type { McPlayback } from "./playback";

/** The choices at the last turn of the selection, or at the selected node, as they were at that time. */
export function Why({ playback, lane, step }: { playback: McPlayback; lane: Lane; step: number }) {
  const { chosen } = lane;
  const run = {
    tree: playback.tree,
    simulations: lane.recording.simulations,
    index: mcAt(playback, step).index,
    exploration: explorationOf(lane),
  };
  const looked = chosen && "path" in chosen ? chosen : null;
  const { at, rows, isTie, isNew } = choicesOf(run, looked);
  const words = rows.length ? lane.wordsBehind(at.path) : new Map<string, string>();
  const most = Math.max(1, ...rows.map(({ bonus }) => 2 + bonus));
  const depth = at.path.length;
  const place = depth === 0 ? "at the root" : `after ${depth} ${depth === 1 ? "move" : "moves"}`;
  return (
    <section class="panel why" aria-label="why this way">
      <h3>Why this way?</h3>
      <p class="note">
        UCB = mean + what is still unknown.{" "}
        {rows.length
          ? `Choices ${place}, before this playout:`
          : "No move has been tried here so far."}
      </p>
      <ul>
        {rows.slice(0, 6).map(({ child, tally, mean, bonus, ucb, isTaken }) => (
          <li class={isTaken ? "best" : ""} aria-current={isTaken ? "true" : undefined}>
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
      {isTie ? <p class="note">Several are equal: the first is taken.</p> : null}
      {rows.length && isNew ? <p class="note">Untried moves come first.</p> : null}
      {rows.length ? (
        <p class="why-key">
          <i class="mean" /> mean, from −1 <i class="bonus" /> exploration
        </p>
      ) : null}
    </section>
  );
}
