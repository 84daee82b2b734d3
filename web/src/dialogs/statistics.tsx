// The results of finished games, by game and rule set.
import type { Game } from "../api/types";
import { clearStatistics, readStatistics } from "../browser/storage";
import type { Tally } from "../browser/storage";
import { clock, rulesText, titleOf } from "../model/say";
import { Counters } from "../parts/counters";
import { Dialog } from "../parts/dialog";
import type { DialogProps } from "./dialog-props";

/** A game and its rules as they are counted, `gaps+standard with redeals`, in a player's words. */
function gameText(games: Game[], counted: string) {
  const [, name = counted, rules = "standard", more = ""] =
    /^([^+]*)\+(\S*)(.*)$/.exec(counted) ?? [];
  return `${titleOf(games, name)}${rules === "standard" ? "" : ` · ${rulesText(rules)}`}${more}`;
}

/** A tally, figure by figure. */
const countersOf = (tally: Tally): [string, string][] => [
  ["finished", String(tally.played)],
  ["won", String(tally.won)],
  ["win rate", tally.played ? `${Math.round((100 * tally.won) / tally.played)} %` : "–"],
  ["won with help", String(tally.helped)],
  ["lost", String(tally.lost)],
  ["best time", tally.best === null ? "–" : clock(tally.best)],
  ["fewest moves", String(tally.fewest ?? "–")],
  ["streak", String(tally.streak)],
  ["longest streak", String(tally.longest)],
  ["time played", clock(tally.seconds)],
];

const Nothing = ({ onPlay }: Pick<DialogProps, "onPlay">) => (
  <div class="nothing">
    <h3>No games yet</h3>
    <p class="note">
      Finished games appear here with moves, time and how near they came to the shortest win.
    </p>
    <div class="blanks" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
    <button class="primary" onClick={onPlay}>
      Play a new deal
    </button>
  </div>
);

export function StatisticsDialog({
  games,
  onClose,
  onPlay,
}: Pick<DialogProps, "games" | "onClose" | "onPlay">) {
  const all = Object.entries(readStatistics());
  const forget = () => {
    clearStatistics();
    onClose();
  };
  return (
    <Dialog title="Statistics" onClose={onClose}>
      {all.length === 0 ? <Nothing onPlay={onPlay} /> : null}
      {all.map(([game, tally]) => (
        <section key={game}>
          <h3>{gameText(games, game)}</h3>
          <Counters counters={countersOf(tally)} />
        </section>
      ))}
      {all.length ? (
        <>
          <p class="note">
            A win after a hint, an analysis or a film counts as won with help. A game left while it
            could still be won counts for nothing: it is kept.
          </p>
          <button onClick={forget}>Forget all this</button>
        </>
      ) : null}
    </Dialog>
  );
}
