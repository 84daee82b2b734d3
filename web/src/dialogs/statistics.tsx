// The results of finished games: each game in figures, then by rules and level.
import { useState } from "preact/hooks";
import type { Game } from "../api/types";
import { clearStatistics, counting, readStatistics } from "../browser/storage";
import type { Tally } from "../browser/storage";
import type { Standing } from "../model/standing";
import { clock, counted, rulesText, titleOf } from "../model/say";
import { readTallyName } from "../model/tallies";
import { Counters } from "../parts/counters";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { ScrollBox } from "../parts/scroll-box";
import type { DialogProps } from "./dialog-props";

const rateOf = ({ won, played }: Tally) => (played ? `${Math.round((100 * won) / played)} %` : "–");
const timeOf = ({ best }: Tally) => (best === null ? "–" : clock(best));

/** A tally, figure by figure; the current streak is meaningless for several games together. */
const countersOf = (tally: Tally, isOne: boolean): [string, string][] => [
  ["finished", String(tally.played)],
  ["won", String(tally.won)],
  ["win rate", rateOf(tally)],
  ["won with help", String(tally.helped)],
  ["lost", String(tally.lost)],
  ["best time", timeOf(tally)],
  ["fewest moves", String(tally.fewest ?? "–")],
  ...(isOne ? [["streak", String(tally.streak)] as [string, string]] : []),
  ["longest streak", String(tally.longest)],
  ["time played", clock(tally.seconds)],
];

const least = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Several tallies together. */
const together = (tallies: Tally[]) =>
  tallies.reduce((sum, tally) => ({
    played: sum.played + tally.played,
    won: sum.won + tally.won,
    helped: sum.helped + tally.helped,
    lost: sum.lost + tally.lost,
    seconds: sum.seconds + tally.seconds,
    best: least(sum.best, tally.best),
    fewest: least(sum.fewest, tally.fewest),
    streak: 0,
    longest: Math.max(sum.longest, tally.longest),
  }));

/** Rules, level and redeals of a tally, in a player's words. */
function partText(name: string) {
  const { rules, level, redealt } = readTallyName(name);
  const parts = [
    rules === "standard" ? "" : rulesText(rules),
    level,
    redealt ? "with redeals" : "",
  ];
  return parts.filter(Boolean).join(", ") || "any level";
}

const Nothing = ({ onPlay }: Pick<DialogProps, "onPlay">) => (
  <div class="nothing">
    <h3>No games yet</h3>
    <p class="note">This page fills with games that are over:</p>
    <ul class="fills">
      <li>
        <Icon name="check" />a win, with its moves and time;
      </li>
      <li>
        <Icon name="cross" />a loss: nothing can move, or the position is proved lost.
      </li>
    </ul>
    <p class="note">A game that you leave while it can still be won is saved and does not count.</p>
    <button class="primary" onClick={onPlay}>
      Play a new deal
    </button>
  </div>
);

/** The results of a game as one row of bars. */
function Results({ tally: { won, helped, lost } }: { tally: Tally }) {
  const parts = [
    ["won", won],
    ["with help", helped],
    ["lost", lost],
  ] as const;
  const known = parts.filter(([, count]) => count > 0);
  if (known.length === 0) return null;
  const label = known.map(([name, count]) => `${count} ${name}`).join(", ");
  return (
    <div class="result-bars" role="img" aria-label={label}>
      {known.map(([name, count]) => (
        <span class={name.replace(" ", "-")} style={{ flexGrow: count }}>
          {count} {name}
        </span>
      ))}
    </div>
  );
}

/** The results of one game. */
function OfGame({ title, tallies }: { title: string; tallies: [string, Tally][] }) {
  const isOne = tallies.length === 1;
  const all = together(tallies.map(([, tally]) => tally));
  const part = isOne ? partText(tallies[0]?.[0] ?? "") : "";
  return (
    <section>
      <h3>{title}</h3>
      {part && part !== "any level" ? <p class="note">{part}</p> : null}
      <Results tally={all} />
      <Counters counters={countersOf(all, isOne)} />
      {isOne ? null : (
        <ScrollBox label={`${title}, by rules and level`}>
          <table>
            <thead>
              <tr>
                {["", "finished", "won", "win rate", "streak", "longest", "best", "fewest"].map(
                  (head) => (
                    <th scope="col">{head}</th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {tallies.map(([name, tally]) => (
                <tr>
                  <th scope="row">{partText(name)}</th>
                  <td>{tally.played}</td>
                  <td>{tally.won}</td>
                  <td>{rateOf(tally)}</td>
                  <td>{tally.streak}</td>
                  <td>{tally.longest}</td>
                  <td>{timeOf(tally)}</td>
                  <td>{tally.fewest ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

/** The tallies by game, in the order of the games. */
function byGame(games: Game[], all: [string, Tally][]) {
  const order = (name: string) => games.findIndex((game) => game.name === name);
  const names = [...new Set(all.map(([name]) => readTallyName(name).game))];
  return names
    .toSorted((a, b) => order(a) - order(b))
    .map((game) => ({
      game,
      tallies: all.filter(([name]) => readTallyName(name).game === game),
    }));
}

/** The likely outcome of the current game. */
function Pending({ games, standing }: { games: Game[]; standing: Standing }) {
  const { name, moves, isLost, redeals } = standing;
  const game = `${titleOf(games, readTallyName(name).game)}, ${counted(moves, "move")}`;
  if (isLost)
    return (
      <p class="pending lost">
        <Icon name="cross" />
        The game on the table ({game}) is lost and is included here. It still counts as a win if you
        undo moves and win it.
      </p>
    );
  return (
    <p class="pending">
      <Icon name="play" />
      {redeals
        ? `The game on the table (${game}) is stuck, with ${counted(redeals, "redeal")} remaining: it counts as lost once they are used up.`
        : `The game on the table (${game}) counts once it is won or lost.`}
    </p>
  );
}

export function StatisticsDialog({
  games,
  standing,
  onClose,
  onPlay,
}: Pick<DialogProps, "games" | "standing" | "onClose" | "onPlay">) {
  const [stored, setStored] = useState(readStatistics);
  const clear = () => {
    clearStatistics();
    setStored({});
  };
  const lost = standing?.isLost ? standing : null;
  const all = Object.entries(
    lost
      ? {
          ...stored,
          [lost.name]: counting(stored[lost.name] ?? {}, "lost", lost.seconds, lost.moves),
        }
      : stored,
  );
  return (
    <Dialog title="Statistics" onClose={onClose} wide={all.length > 1}>
      {standing ? <Pending games={games} standing={standing} /> : null}
      {all.length === 0 ? <Nothing onPlay={onPlay} /> : null}
      {byGame(games, all).map(({ game, tallies }) => (
        <OfGame title={titleOf(games, game)} tallies={tallies} />
      ))}
      {all.length ? (
        <>
          <p class="note">
            A win after a hint, an analysis or a playback counts as won with help. A game that you
            leave while it can still be won does not count; it is saved. Your own boards do not
            count. Settings have a backup of everything.
          </p>
          {Object.keys(stored).length ? <button onClick={clear}>Clear statistics</button> : null}
        </>
      ) : null}
    </Dialog>
  );
}
