// Content next to or below the board: the state of the game in the terms of its rules.
import type { ComponentChildren } from "preact";
import type { View } from "../api/types";
import type { Commands } from "../model/commands";
import type { Game } from "../model/game";
import { firstStacks, mainLine } from "../model/session";
import type { Node } from "../model/session";
import { Graph } from "./graph-view";
import { Pieces } from "./pieces";
import { Rows } from "./rows";
import { Stacks } from "./stacks";

interface Props {
  game: Game;
  /** whether the board is wide */
  wide: boolean;
  analysing: boolean;
  /** the cell that is picked on the board */
  picked: number | null;
  letters: boolean;
  command: Commands;
  /** the view that replaces the game */
  staged: View | undefined;
  /** the tree of a search that is watched */
  tree: ComponentChildren;
}

/** The position of the game, or the content shown in its place. */
const shownOf = (node: Node, staged: View | undefined): Node =>
  staged
    ? { ...node, stacks: firstStacks(staged), position: { ...node.position, view: staged } }
    : node;

/** The graph of an analysed game, and the state in terms of its rules. */
export function Beside(props: Props) {
  const { game, wide, analysing, picked, letters, command, staged, tree } = props;
  if (tree)
    return (
      <div class="side">
        <section class="box tree-box" aria-label="tree of the search">
          {tree}
        </section>
      </div>
    );
  const node = shownOf(game.current, staged);
  const graph = analysing ? (
    <Graph line={mainLine(game.opened)} current={node} onGoTo={command.goTo} />
  ) : null;
  if (node.position.game === "gaps") return graph ?? <Rows node={node} />;
  const detail =
    node.position.game === "birds" ? (
      <Stacks node={node} at={picked} onLesson={() => command.dialog("lesson")} />
    ) : (
      <Pieces
        node={node}
        letters={letters}
        about={!graph}
        onLesson={() => command.dialog("lesson")}
      />
    );
  if (!graph) return detail;
  return (
    <div class="side">
      {graph}
      {wide ? null : detail}
    </div>
  );
}
