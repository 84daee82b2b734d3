// The daily deals: calendar, today's deals, streak.
import { Component, html } from "./html.js";
import { dateOf, dayNumber, monthDays, readTag, share, stateOf, streak, tagOf } from "./daily.js";
import { CopyButton } from "./copy-button.js";
import { Dialog } from "./dialog.js";
import { Badge, GameMark, Icon } from "./icons.js";
import { counted, dateText, monthName } from "./say.js";

const WORDS = { won: "won", helped: "won with help", missed: "not played", later: "not yet", "": "today" };

/** One month. @param {{days: import("./daily.js").Days, year: number, month: number, chosen?: number, onDay: (day: number) => void}} props */
export function Month({ days, year, month, chosen, onDay }) {
  const today = dayNumber();
  return html`<div class="month" role="group" aria-label=${`${monthName(month)} ${year}`}>
    ${[..."MTWTFSS"].map((name) => html`<b aria-hidden="true">${name}</b>`)}
    ${monthDays(year, month).map((day) => {
      if (day === null) return html`<i></i>`;
      const { kind, shortest } = stateOf(days, day, today);
      return html`<button class=${`day ${kind} ${shortest ? "shortest" : ""} ${day === today ? "today" : ""} ${day === chosen ? "chosen" : ""}`} disabled=${day > today} aria-label=${`${dateText(day)}: ${WORDS[kind]}${shortest ? ", as short as is known" : ""}`} onClick=${() => onDay(day)}>${day % 100}</button>`;
    })}
  </div>`;
}

const Streak = ({ days }) => html`<span class="streak"><${Icon} name="flame" />${counted(streak(days), "day")}</span>`;

/** The calendar of wide screens. */
export function Rail({ days, onDay }) {
  const now = new Date();
  return html`<section class="panel" aria-label="daily deals"><div class="sec with-count"><h3>Daily deals</h3><${Streak} days=${days} /></div>
    <div class="month-box"><p class="note">${monthName(now.getMonth())}</p><${Month} days=${days} year=${now.getFullYear()} month=${now.getMonth()} onDay=${onDay} /></div>
  </section>`;
}

export class DailyDialog extends Component {
  state = { day: this.props.day ?? dayNumber(), year: dateOf(this.props.day ?? dayNumber()).getFullYear(), month: dateOf(this.props.day ?? dayNumber()).getMonth() };

  turn(by) {
    const date = new Date(this.state.year, this.state.month + by, 1);
    this.setState({ year: date.getFullYear(), month: date.getMonth() });
  }

  render({ games, days, level, onLevel, onDaily, onCopy, onClose }) {
    const { day, year, month } = this.state;
    const wanted = level === "any" ? "medium" : level;
    const done = days[day] ?? {};
    return html`<${Dialog} title="Daily deals" onClose=${onClose}>
      <div class="daily">
        <div>
          <div class="month-head"><b>${monthName(month)} ${year}</b><button class="mini" aria-label="month before" onClick=${() => this.turn(-1)}><${Icon} name="back" /></button><button class="mini" aria-label="month after" onClick=${() => this.turn(1)}><${Icon} name="forward" /></button></div>
          <${Month} days=${days} year=${year} month=${month} chosen=${day} onDay=${(chosen) => this.setState({ day: chosen })} />
          <p class="note legend-line"><span><i class="day won"></i>won</span><span><i class="day helped"></i>with help</span><span><i class="day won shortest"></i>shortest</span></p>
        </div>
        <div>
          <div class="with-count"><h3>${dateText(day)}</h3><${Streak} days=${days} /></div>
          <div class="segments" role="group" aria-label="level">${["easy", "medium", "hard"].map((each) => html`<button aria-pressed=${each === wanted} onClick=${() => onLevel(each)}>${each}</button>`)}</div>
          <ul class="daily-games">${games.map((game) => {
            const result = done[`${game.name} ${wanted}`];
            return html`<li><button onClick=${() => onDaily(game, tagOf(day, wanted))}><span class=${`daily-mark ${game.name}`}><${GameMark} game=${game.name} /></span><b>${game.title.replace(/ \(.*/, "")}</b>${result ? html`<${Badge} worth="wins" distance=${result.moves} exact />` : html`<small>not played</small>`}</button>
              ${result ? html`<${CopyButton} small words="Share" label=${`Share: copy the result of ${game.title}`} onCopy=${() => onCopy(share(tagOf(day, wanted), game.title.replace(/ \(.*/, ""), result), "the result")} />` : null}</li>`;
          })}</ul>
        </div>
      </div>
    <//>`;
  }
}

/** The title of a daily deal. @param {string} tag @param {string} title */
export function dailyNames(tag, title) {
  const read = readTag(tag);
  return read ? { head: dateText(read.day), small: `${title} · daily deal, ${read.level}` } : null;
}
