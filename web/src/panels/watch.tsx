// Watching: playback of a solution, or a search as it runs.
import { Component } from "preact";
import type { Ask, Game as GameInfo } from "../api/types";
import type { Stage } from "../board/stage";
import type { Commands } from "../model/commands";
import type { Game } from "../model/game";
import { whereOf } from "../model/session";
import { Icon } from "../parts/icons";
import { Film } from "./film";
import { Search } from "./search";

interface Props {
  game: Game;
  info: GameInfo | undefined;
  plan: string[] | null;
  /** Whether something other than the game is shown. */
  staged: boolean;
  ask: Ask;
  onStage: (stage: Stage | null) => void;
  onFilm: (plan: string[] | null) => void;
  /** The playback was closed. */
  onLeft: () => void;
  command: Commands;
}

interface State {
  mode: "film" | "search";
}

export class Watch extends Component<Props, State> {
  state: State = { mode: "film" };

  componentDidUpdate(before: Props) {
    if (before.plan !== this.props.plan && this.props.plan) this.setState({ mode: "film" });
  }

  private film({ game, plan, ask, onStage, onFilm, onLeft, command }: Props) {
    const node = game.current;
    const close = () => {
      onFilm(null);
      onStage(null);
      onLeft();
    };
    if (plan)
      return (
        <Film key={node.id} node={node} plan={plan} ask={ask} onStage={onStage} onClose={close} />
      );
    const { verdict } = node;
    if (node.position.won) return <p>The game is won.</p>;
    if (verdict?.verdict === "unsolvable")
      return <p>There is no way to win from here: that is proved.</p>;
    const known = verdict?.verdict === "solved" ? (verdict.plan ?? []) : [];
    return (
      <>
        <p class="note">Play through the shortest known solution from this position.</p>
        {known.length ? (
          <button
            class="primary"
            onClick={() => {
              command.help();
              onFilm(known);
            }}
          >
            <Icon name="play" />
            Show a solution
          </button>
        ) : (
          <>
            <button class="primary" aria-disabled={game.isThinking} onClick={command.look}>
              <Icon name="hint" />
              {game.isThinking ? "Looking …" : "Look for a solution"}
            </button>
            {game.isThinking ? (
              <>
                {" "}
                <button onClick={command.cancel}>Stop looking</button>
              </>
            ) : null}
          </>
        )}
      </>
    );
  }

  render(props: Props) {
    const { game, info, staged, ask, onStage, onFilm, command } = props;
    const { mode } = this.state;
    const pick = (next: State["mode"]) => () => {
      onFilm(null);
      onStage(null);
      this.setState({ mode: next });
    };
    return (
      <div class="watch scroller">
        <div class="segments" role="group" aria-label="what to watch">
          <button aria-pressed={mode === "film"} onClick={pick("film")}>
            A solution
          </button>
          <button aria-pressed={mode === "search"} onClick={pick("search")}>
            A search
          </button>
        </div>
        {mode === "film" ? (
          this.film(props)
        ) : info ? (
          <Search
            info={info}
            at={whereOf(game.current)}
            ask={ask}
            staged={staged}
            onStage={onStage}
            onHelp={command.help}
            onWindow={command.dialog}
            onFilm={(plan) => {
              this.setState({ mode: "film" });
              onFilm(plan);
            }}
          />
        ) : null}
      </div>
    );
  }
}
