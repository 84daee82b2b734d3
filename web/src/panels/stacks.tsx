// Birds of a Feather: the stacks, and which of them can meet.
import type { View } from "../api/types";
import { cardOf, cardText, cellName, counted } from "../model/say";
import type { Node } from "../model/session";
import { cellAt, fromOf, toOf } from "../model/view";
import { Card, Token } from "../parts/faces";
import { HowTo } from "./pieces";

/** Why two cards can meet. */
function why(one: string, other: string) {
  const [a, b] = [cardOf(one), cardOf(other)];
  if (a.suit === b.suit) return "same suit";
  return a.rank === b.rank ? "same rank" : "one rank apart";
}

/** The stacks onto which a stack can go. */
function Meeting({ view, at }: { view: View; at: number }) {
  const { sign } = cellAt(view, at);
  const others = view.moves
    .filter((move) => fromOf(move) === at)
    .map((move) => cellAt(view, toOf(move)).sign);
  const [only, ...more] = others;
  return (
    <li>
      <Token sign={sign} />
      <span class="note">{cellName(view, at)}</span>
      {only ? (
        <>
          <span>can go onto</span>
          {others.map((other, i) => (
            <>
              {i ? <span class="note">or</span> : null}
              <Token sign={other} />
            </>
          ))}
          {more.length ? null : <span class="note">{why(sign, only)}</span>}
        </>
      ) : (
        <b class="alone">no partner in reach</b>
      )}
    </li>
  );
}

interface Props {
  node: Node;
  /** the stack that is picked */
  at: number | null;
  onLesson: () => void;
}

/** The selected stack, the compatible cards, and the number of stacks left. */
export function Stacks({ node, at, onLesson }: Props) {
  const { view } = node.position;
  const tops = view.cells.flatMap((cell, index) => (cell.kind === "card" ? [index] : []));
  const heightOf = (index: number) => node.stacks[index]?.length ?? 0;
  // The selected stack, else the highest.
  const [highest = 0] = tops.toSorted((a, b) => heightOf(b) - heightOf(a));
  const shown = at !== null && heightOf(at) ? at : highest;
  const stack = node.stacks[shown] ?? [];
  const movers = tops.filter((index) => view.moves.some((move) => fromOf(move) === index));
  const order = [...movers, ...tops.filter((index) => !movers.includes(index))];
  const start = node.stacks.reduce((sum, each) => sum + each.length, 0);
  return (
    <div class="side">
      {stack.length < 2 && shown !== at ? (
        <HowTo node={node} onLesson={onLesson} />
      ) : (
        <section class="box stack-box" aria-label="stack">
          <header>
            <h3>
              {shown === at ? "Stack" : "Highest stack,"} {cellName(view, shown)}
            </h3>
            <span class="count">
              {counted(stack.length, "card")}, {cardText(stack.at(-1) ?? "??")} on top
            </span>
          </header>
          <div class="fan" style={{ "--cards": stack.length }}>
            {stack.map((sign) => (
              <Card key={sign} sign={sign} />
            ))}
          </div>
        </section>
      )}
      <section class="box meet-box" aria-label="compatible cards">
        <header>
          <h3>Compatible cards</h3>
          <span class="count">
            {movers.length} of {counted(tops.length, "stack")} can move
          </span>
        </header>
        {at !== null && view.cells[at]?.kind === "card" ? (
          <ul class="meet">
            <Meeting view={view} at={at} />
          </ul>
        ) : (
          <details>
            <summary>Every stack</summary>
            <ul class="meet" tabindex={0} aria-label="stacks">
              {order.map((index) => (
                <Meeting key={index} view={view} at={index} />
              ))}
            </ul>
          </details>
        )}
      </section>
      <section class="box" aria-label="stacks left">
        <header>
          <h3>Stacks left</h3>
          <span class="count">
            <b>{tops.length}</b> of {start}, one wins
          </span>
        </header>
        <div class="pips" aria-hidden="true">
          {Array.from({ length: Math.max(start - 1, 1) }, (_, i) => (
            <i class={i < start - tops.length ? "done" : ""} />
          ))}
        </div>
      </section>
    </div>
  );
}
