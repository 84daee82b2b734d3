// Watching: a solution as a film, or a search as it runs.
import { Component, html } from "./html.js";
import { Icon } from "./icons.js";
import { Film } from "./film.js";
import { Search } from "./search.js";
import { whereOf } from "./judge.js";

/** @typedef {{game: import("./game.js").Game, info: any, plan: string[] | null, staged: any, ask: any, onStage: (stage: any) => void, onFilm: (plan: string[] | null) => void, onLeft: () => void, command: any}} Props */

export class Watch extends Component {
  state = { mode: "film" };

  componentDidUpdate(before) {
    if (before.plan !== this.props.plan && this.props.plan) this.setState({ mode: "film" });
  }

  /** @param {Props} props */
  film({ game, plan, ask, onStage, onFilm, onLeft, command }) {
    const node = game.current;
    const close = () => {
      onFilm(null);
      onStage(null);
      onLeft();
    };
    if (plan) return html`<${Film} key=${node.id} node=${node} plan=${plan} ask=${ask} onStage=${onStage} onClose=${close} />`;
    const { verdict } = node;
    if (node.position.won) return html`<p>The game is won.</p>`;
    if (verdict?.verdict === "unsolvable") return html`<p>No way leads to a win from here: that is proved.</p>`;
    const known = verdict?.verdict === "solved" ? (verdict.plan ?? []) : [];
    return html`<p class="note">The shortest line that is known from this position, move by move on the board.</p>
      ${known.length
        ? html`<button class="primary" onClick=${() => { command.help(); onFilm(known); }}><${Icon} name="play" />Show a solution</button>`
        : html`<button class="primary" aria-disabled=${game.isThinking} onClick=${command.look}><${Icon} name="hint" />${game.isThinking ? "Looking …" : "Look for a solution"}</button>${game.isThinking ? html` <button onClick=${command.cancel}>Cancel</button>` : null}`}`;
  }

  /** @param {Props} props */
  render(props) {
    const { game, info, staged, ask, onStage, onFilm, command } = props;
    const { mode } = this.state;
    const pick = (next) => () => {
      onFilm(null);
      onStage(null);
      this.setState({ mode: next });
    };
    return html`<div class="watch scroller">
      <div class="segments" role="group" aria-label="what to watch">
        <button aria-pressed=${mode === "film"} onClick=${pick("film")}>A solution</button>
        <button aria-pressed=${mode === "search"} onClick=${pick("search")}>A search</button>
      </div>
      ${mode === "film" ? this.film(props) : info ? html`<${Search} info=${info} at=${whereOf(game.current)} ask=${ask} staged=${staged} onStage=${onStage} onHelp=${command.help} onLanes=${() => command.dialog("lanes")} onFilm=${(plan) => { this.setState({ mode: "film" }); onFilm(plan); }} />` : null}
    </div>`;
  }
}
