// The daily deals: calendar, today's deals, streak.
import { Component } from "preact";
import type { Game } from "../api/types";
import { dateOf, dayNumber, share, tagOf } from "../model/daily";
import { LEVELS } from "../model/deal-search";
import { levelOf } from "../model/deal-search";
import type { Level } from "../model/deal-search";
import { capital, dateText, monthName, shortTitle } from "../model/say";
import { CopyButton } from "../parts/copy-button";
import { Dialog } from "../parts/dialog";
import { Badge, GameMark, Icon } from "../parts/icons";
import type { DialogProps } from "./dialog-props";
import { Month, Streak } from "./month";

type State = Record<"day" | "year" | "month", number>;

/** A day, and the month that it is in. */
function shownAt(day: number): State {
  const date = dateOf(day);
  return { day, year: date.getFullYear(), month: date.getMonth() };
}

export class DailyDialog extends Component<DialogProps, State> {
  state = shownAt(this.props.day ?? dayNumber());

  private turn(by: number) {
    const date = new Date(this.state.year, this.state.month + by, 1);
    this.setState({ year: date.getFullYear(), month: date.getMonth() });
  }

  render({ games, days, level, onLevel, onDaily, onCopy, onClose }: DialogProps) {
    const { day, year, month } = this.state;
    const wanted = levelOf(level);
    return (
      <Dialog title="Daily deals" onClose={onClose}>
        <div class="daily">
          <div>
            <div class="month-head">
              <b>
                {monthName(month)} {year}
              </b>
              <button class="mini" aria-label="month before" onClick={() => this.turn(-1)}>
                <Icon name="back" />
              </button>
              <button class="mini" aria-label="month after" onClick={() => this.turn(1)}>
                <Icon name="forward" />
              </button>
            </div>
            <Month
              days={days}
              year={year}
              month={month}
              chosen={day}
              onDay={(chosen) => this.setState({ day: chosen })}
            />
            <Legend />
          </div>
          <div>
            <div class="with-count">
              <h3>{dateText(day)}</h3>
              <Streak days={days} />
            </div>
            <div class="segments" role="group" aria-label="level">
              {LEVELS.map((each) => (
                <button aria-pressed={each === wanted} onClick={() => onLevel(each)}>
                  {capital(each)}
                </button>
              ))}
            </div>
            <ul class="daily-games">
              {games.map((game) => (
                <Deal game={game} level={wanted} {...{ day, days, onDaily, onCopy }} />
              ))}
            </ul>
          </div>
        </div>
      </Dialog>
    );
  }
}

/** The legend of the day marks. */
const Legend = () => (
  <p class="note legend-line">
    <span>
      <i class="day won" />
      won
    </span>
    <span>
      <i class="day helped" />
      with help
    </span>
    <span>
      <i class="day won shortest" />
      shortest
    </span>
  </p>
);

/** The deal of a game and level on a day, and its result. */
function Deal({
  game,
  day,
  level,
  days,
  onDaily,
  onCopy,
}: { game: Game; day: number; level: Level } & Pick<DialogProps, "days" | "onDaily" | "onCopy">) {
  const result = days[day]?.[`${game.name} ${level}`];
  const tag = tagOf(day, level);
  const title = shortTitle(game.title);
  return (
    <li>
      <button onClick={() => onDaily(game, tag)}>
        <span class={`daily-mark ${game.name}`}>
          <GameMark game={game.name} />
        </span>
        <b>{title}</b>
        {result ? <Badge worth="wins" distance={result.moves} exact /> : <small>not played</small>}
      </button>
      {result ? (
        <CopyButton
          small
          words="Share"
          label={`Share: copy the result of ${game.title}`}
          onCopy={() => onCopy(share(tag, title, result), "the result")}
        />
      ) : null}
    </li>
  );
}
