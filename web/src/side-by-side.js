// Two searches side by side on one position, step by step: what a teacher projects. Each lane has its board, the parts of
// its heuristic there, its counters and its tree; a link leads to the same comparison.
import { Component, html } from "./html.js";
import { CopyButton } from "./copy-button.js";
import { control, job, offline } from "./api.js";
import { Board } from "./board.js";
import { Compare } from "./compare.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { lanesLink } from "./link.js";
import { Lockstep } from "./lockstep.js";
import { Parts } from "./parts.js";
import { Tree, short } from "./plots.js";
import { AHEAD, RATES, Told } from "./search.js";
import { SearchFields, algorithmOf, questionOf, watchable } from "./search-fields.js";
import { firstKeys } from "./session.js";
import { WatchedSearch } from "./watched.js";

/** @typedef {import("./link.js").Choice} Choice */

/** What stands side by side unless told otherwise: the same search with an estimate and without. @param {any} info @returns {Choice[]} */
function usual(info) {
  const plain = (/** @type {string} */ algorithm) => ({ algorithm, heuristic: "", texts: {} });
  const first = watchable(info);
  return [plain(first), plain(first === "bfs" ? "astar" : "bfs")];
}

/** One of the searches, with what is shown of it. */
class Lane {
  /** The position that is looked at in the tree; null follows the search. @type {number | null} */
  chosen = null;
  /** @type {any} */
  view = null;
  /** What the heuristics say of the position shown. @type {any[]} */
  values = [];
  /** The board whose values are there, and the one that they are wanted of. */
  valued = "";
  wanted = "";

  /** @param {Choice} choice @param {(name: string, question: object) => Promise<any>} ask @param {string} game @param {() => void} changed */
  constructor(choice, ask, game, changed) {
    this.choice = choice;
    this.ask = ask;
    this.game = game;
    this.changed = changed;
    this.search = new WatchedSearch({ job, control }, (picture) => {
      if (picture?.view && this.chosen === null) this.show(picture.view, picture.board);
      changed();
    });
  }

  /** @param {any} view @param {string} board */
  show(view, board) {
    this.view = { ...view, moves: [] };
    this.look(board);
  }

  /** Asks for the values of a board, of the last one only where they come faster than answers. @param {string} board */
  async look(board) {
    const busy = this.wanted !== this.valued;
    this.wanted = board;
    if (busy) return;
    while (this.wanted !== this.valued) {
      const board = this.wanted;
      const { heuristics } = await this.ask("evaluate", { game: this.game, board }).catch(() => ({ heuristics: [] }));
      Object.assign(this, { values: heuristics, valued: board });
      this.changed();
    }
  }

  /** Shows a position of the tree; the same again follows the search. @param {number} id */
  async choose(id) {
    this.chosen = this.chosen === id ? null : id;
    const node = this.search.run?.nodes.find((each) => each.id === this.chosen);
    if (node) this.show((await this.ask("position", { game: this.game, board: node.board })).view, node.board);
    this.changed();
  }
}

export class SideBySideDialog extends Component {
  state = { rate: /** @type {number | null} */ (4), all: false };
  lockstep = new Lockstep(() => this.lanes.map((lane) => lane.search), () => this.setState({}));
  lanes = this.props.lanes.map((/** @type {Choice} */ choice) => this.lane(choice));

  componentDidMount() {
    this.fill();
  }

  componentDidUpdate() {
    this.fill();
  }

  /** What the link does not say, once the game's algorithms are known. */
  fill() {
    const { info } = this.props;
    if (!info || this.lanes.length === 2) return;
    this.lanes.push(...usual(info).slice(this.lanes.length).map((choice) => this.lane(choice)));
    this.setState({});
  }

  componentWillUnmount() {
    this.lockstep.halt();
    for (const lane of this.lanes) lane.search.stop();
  }

  /** @param {Choice} choice */
  lane(choice) {
    return new Lane(choice, this.props.ask, this.props.at.game, () => this.setState({}));
  }

  begin(rate = this.state.rate) {
    const { info, at, command } = this.props;
    command.help();
    for (const lane of this.lanes) {
      lane.chosen = null;
      lane.search.start(questionOf(info, lane.choice, at), 0);
    }
    this.lockstep.play(rate);
  }

  stop() {
    this.lockstep.pause();
    for (const lane of this.lanes) lane.search.stop();
  }

  /** @param {Lane} lane @param {Choice} choice */
  choose(lane, choice) {
    lane.choice = choice;
    lane.search.run = null;
    this.props.onLanes(this.link());
    this.setState({});
  }

  link() {
    const { where, moves } = this.props;
    return lanesLink(where, moves, this.lanes.map((lane) => ({ ...lane.choice, algorithm: algorithmOf(this.props.info, lane.choice).name })));
  }

  speed(/** @type {number | null} */ rate) {
    this.setState({ rate });
    if (this.lockstep.isPlaying) this.lockstep.play(rate);
  }

  render({ info, at, onClose, onCopy, command, position, settings, name }) {
    const { rate, all } = this.state;
    const live = this.lanes.some((lane) => lane.search.isLive);
    const playing = live && (this.lockstep.isPlaying || this.lanes.some((lane) => lane.search.isLive && !lane.search.paused));
    return html`<${Dialog} title="Two searches, side by side" onClose=${onClose} full>
      <div class="transport lanes-bar">
        ${live
          ? html`<button class="icon-button primary" aria-label=${playing ? "pause both" : "resume both"} onClick=${() => (playing ? this.lockstep.pause() : this.lockstep.play(rate))}><${Icon} name=${playing ? "pause" : "play"} /></button>
              <button class="icon-button" aria-label="step both" onClick=${() => { if (playing) this.lockstep.pause(); this.lockstep.step(); }}><${Icon} name="step" /></button>
              <button onClick=${() => this.stop()}><${Icon} name="stop" />Cancel</button>`
          : html`<button class="primary" disabled=${this.lanes.length === 0} onClick=${() => this.begin()}><${Icon} name="play" />Start both</button>`}
        <label>Speed <select value=${String(rate)} onChange=${(event) => this.speed(event.target.value === "null" ? null : Number(event.target.value))}>${RATES.filter((each) => each !== 100).map((each) => html`<option value=${String(each)}>${each === null ? "full speed" : `${each} a second`}</option>`)}</select></label>
        <span class="space"></span>
        <${CopyButton} words=${html`<${Icon} name="link" />Link`} onCopy=${() => onCopy(new URL(this.link(), location.href).href, "the link to this comparison", "The link stands in the address bar.")} />
        <button onClick=${() => { onClose(); command.edit(); }}><${Icon} name="edit" />Draw a board</button>
      </div>
      <p class="note">${name}: at one speed neither takes its next position before the other has taken its own; at full speed each runs as fast as it can.${offline ? ` ${AHEAD}` : ""}</p>
      <div class="lanes">${this.lanes.map((lane, index) => html`<${LaneView} key=${index} lane=${lane} number=${index + 1} info=${info} disabled=${live} position=${position} settings=${settings} onChoice=${(choice) => this.choose(lane, choice)} />`)}</div>
      <details class="all-algorithms" open=${all} onToggle=${(event) => this.setState({ all: event.target.open })}><summary>All algorithms on this board</summary>${all ? html`<${Compare} info=${info} at=${at} onHelp=${command.help} />` : null}</details>
    <//>`;
  }
}

/** Two boards of thirteen columns do not fit beside each other on a phone: their rows run downward. @param {any} view */
const down = (view) => view.control === "place" && view.columns > 8 && window.matchMedia("(max-width: 720px)").matches;

/** One search: what is chosen, where it is, what its heuristic sees there, and how its tree grows. */
function LaneView({ lane, number, info, disabled, position, settings, onChoice }) {
  const { choice, search, chosen } = lane;
  const { run } = search;
  const algorithm = algorithmOf(info, choice);
  const heuristic = algorithm.heuristic ? choice.heuristic || algorithm.heuristic : "";
  const values = run ? lane.values.find((each) => each.heuristic === heuristic) : null;
  const view = run && lane.view ? lane.view : { ...position.view, moves: [] };
  const { progress } = run ?? {};
  const counters = [["expanded", progress?.expanded], ["open", progress?.open], ["closed", progress?.closed], ["g", progress?.g], ["h", progress?.h], ["f", progress && progress.g !== null && progress.h !== null ? progress.g + progress.h : null]];
  const node = chosen === null ? null : run?.nodes.find((each) => each.id === chosen);
  const where = node ? `position ${chosen + 1} of the tree: g ${node.g}${node.h === null ? "" : `, h ${node.h}`}` : progress ? `expanding number ${progress.expanded}` : run && search.isLive ? "waiting for a place to search …" : "not started";
  return html`<section class="lane" aria-label=${`search ${number}`}>
    <div class="fields"><${SearchFields} info=${info} choice=${choice} disabled=${disabled} onChange=${onChoice} /></div>
    <p class="note">${algorithm.summary}</p>
    <div class="lane-room room"><${Board} view=${view} keys=${firstKeys(view)} game=${position.game} letters=${settings.letters} down=${down(view)} instant label=${`search ${number}, ${where}`} last=${null} /></div>
    <div class="lane-facts">
      <p class="lane-where" role="status">${run?.report ? null : search.fault ? "" : run?.stopped ? "Cancelled." : where}</p>
      ${search.fault ? html`<p class="error" role="alert">${search.fault}</p>` : null}
      ${run?.report ? html`<${Told} report=${run.report} />` : null}
      <dl class="counters">${counters.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === "number" ? short(value) : "–"}</dd></div>`)}</dl>
      ${values ? html`<${Parts} ...${values} />` : null}
    </div>
    <div class="lane-tree">${run?.nodes.length ? html`<${Tree} nodes=${run.nodes} chosen=${chosen} onChoose=${(id) => lane.choose(id)} />` : null}</div>
  </section>`;
}
