// The sentence for a pick: its targets, or the cards that a picked gap takes.
import type { Move, Position, View } from "../api/types";
import { movesFrom } from "../model/picks";
import { awaited } from "../model/rule-texts";
import { cellName } from "../model/say";
import { movesInto } from "../model/session";
import { cellAt, fromOf, toOf } from "../model/view";
import { Token } from "../parts/faces";
import { ShortPiece } from "./move-list";

/** Where a picked card can go, or which cards a picked gap takes; null if neither is picked. */
export function ofPick(position: Position, picked: number) {
  const { view } = position;
  const isCard = view.control === "place" && view.cells[picked]?.kind === "card";
  const ways = isCard ? view.moves.filter((move) => fromOf(move) === picked) : [];
  if (ways.length)
    return (
      <div class="sentence">
        <Ways view={view} ways={ways} />
      </div>
    );
  if (view.control === "shift") return <Shifts view={view} at={picked} />;
  const into = movesInto(view, picked);
  if (isCard && into.length === 0) return <Blocked position={position} at={picked} />;
  if (into.length === 0) return null;
  return (
    <div class="sentence">
      {into.slice(0, 4).map((move, index) => (
        <>
          {index ? <span class="note">or</span> : null}
          <Token sign={cellAt(view, fromOf(move)).sign} />
        </>
      ))}
      {into.length > 4 ? <span>or {into.length - 4} more</span> : null}
      <span>
        may go to <b>{cellName(view, picked)}</b>
      </span>
    </div>
  );
}

/** A card that cannot move, and the one that it waits for. */
function Blocked({ position, at }: { position: Position; at: number }) {
  const { sign } = cellAt(position.view, at);
  const before = awaited(position.game, position.rules, sign);
  return (
    <div class="sentence">
      <Token sign={sign} />
      <span>cannot move now{before ? ": it goes after" : "."}</span>
      {before ? <Token sign={before} /> : null}
    </div>
  );
}

/** Number of targets that are named; more are counted. */
const MAX_NAMED = 4;

/** All possible targets of a card; the board marks them. */
function Ways({ view, ways }: { view: View; ways: Move[] }) {
  const [move] = ways;
  if (!move) return null;
  if (ways.length === 1) return <Way view={view} move={move} />;
  const isOnto = ways.every((way) => cellAt(view, toOf(way)).kind === "card");
  const named = ways.length > MAX_NAMED ? ways.slice(0, MAX_NAMED - 1) : ways;
  const more = ways.length - named.length;
  return (
    <>
      <Token sign={cellAt(view, fromOf(move)).sign} />
      <span>{isOnto ? "goes onto" : "goes to"}</span>
      {named.map((way, index) => (
        <>
          {index && !more && way === named.at(-1) ? <span class="note">or</span> : null}
          {isOnto ? (
            <Token sign={cellAt(view, toOf(way)).sign} />
          ) : (
            <b>{cellName(view, toOf(way))}</b>
          )}
        </>
      ))}
      {more ? <span>or {more} more</span> : null}
    </>
  );
}

/** The directions in which a picked piece can be shifted; null for an empty cell. */
function Shifts({ view, at }: { view: View; at: number }) {
  const { kind, colour } = cellAt(view, at);
  if (kind !== "piece") return null;
  const ways = movesFrom(view, at).map(({ direction }) => direction);
  const last = ways.pop();
  return (
    <div class="sentence">
      <ShortPiece colour={colour ?? ""} />
      <span class="wraps">
        {last ? (
          <>
            can go <b>{[ways.join(", "), last].filter(Boolean).join(" or ")}</b>: tap a marked
            place.
          </>
        ) : (
          "has no room now."
        )}
      </span>
    </div>
  );
}

/** Where a card may go: after its neighbour in a gap, or onto another card. */
export function Way({ view, move }: { view: View; move: Move }) {
  const to = toOf(move);
  const onto = cellAt(view, to);
  const left = to % view.columns > 0 ? view.cells[to - 1] : null;
  const neighbour = onto.kind === "card" ? onto : left?.kind === "card" ? left : null;
  return (
    <>
      <Token sign={cellAt(view, fromOf(move)).sign} />
      {neighbour ? (
        <>
          <span>{onto.kind === "card" ? "goes onto" : "goes after"}</span>
          <Token sign={neighbour.sign} />
          <span>
            {onto.kind === "card" ? "in" : "to"} <b>{cellName(view, to)}</b>
          </span>
        </>
      ) : (
        <span>
          goes to <b>{cellName(view, to)}</b>
        </span>
      )}
    </>
  );
}
