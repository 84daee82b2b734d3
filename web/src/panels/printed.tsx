// The printed sheet: the text below the board.
import { Graph } from "./graph-view";
import { counted, moveWords } from "../model/say";
import { depth, mainLine, variations } from "../model/session";
import type { Game } from "../model/game";
import type { Node } from "../model/session";

/** A move in words, with its comment. */
function words({ parent, move, comment }: Node) {
  if (!parent || !move) return "";
  return `${moveWords(parent.position.view, move)}${comment ? ` (${comment})` : ""}`;
}

/**
 * The name of the deal, the graph of an analysed game, the line of play in words, and the
 * variations.
 */
export function Printed({ game, analysing }: { game: Game; analysing: boolean }) {
  const session = game.opened;
  const nodes = mainLine(session);
  const line = nodes.slice(1);
  const made = depth(session.current);
  const all = depth(nodes.at(-1) ?? session.root);
  const where = `the position ${made === 0 ? "before the first" : `after move ${made}`}`;
  const others = variations(session);
  return (
    <section class="printed">
      <p>
        <code>{session.where.instance ?? session.root.position.board}</code>
      </p>
      {analysing && line.length ? (
        <Graph line={nodes} current={session.current} onGoTo={() => {}} />
      ) : null}
      <p>
        {line.length === 0 ? "No move yet." : `${counted(all, "move")}; the board shows ${where}.`}
      </p>
      <ol>
        {line.map((node) => (
          <li key={node.id} value={depth(node)} class={node === session.current ? "here" : ""}>
            {words(node)}
            {analysing && node.fatal ? ": lost the game" : ""}
          </li>
        ))}
      </ol>
      {others.length ? (
        <>
          <h3>{others.length === 1 ? "Variation" : "Variations"}</h3>
          <ul>
            {others.map(({ number, line }) => (
              <li key={line[0]?.id}>
                {line.map((node, index) => (
                  <>
                    {index ? " " : ""}
                    <b>{number + index}.</b> {words(node)}
                  </>
                ))}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
