// The days of a month as they were played: in the calendar, and next to the board of wide screens.
import { dayNumber, monthDays, stateOf, streak } from "../model/daily";
import type { Days } from "../model/daily";
import { counted, dateText, monthName } from "../model/say";
import { Icon } from "../parts/icons";

/** The description of a day for screen readers. */
const WORDS = {
  won: "won",
  helped: "won with help",
  missed: "not played",
  later: "not yet",
  "": "today",
};

/** One month. */
export function Month({
  days,
  year,
  month,
  chosen,
  onDay,
}: {
  days: Days;
  year: number;
  month: number;
  chosen?: number;
  onDay: (day: number) => void;
}) {
  const today = dayNumber();
  return (
    <div class="month" role="group" aria-label={`${monthName(month)} ${year}`}>
      {[..."MTWTFSS"].map((name) => (
        <b aria-hidden="true">{name}</b>
      ))}
      {monthDays(year, month).map((day) => {
        if (day === null) return <i />;
        const { kind, shortest } = stateOf(days, day, today);
        const marks = [
          kind,
          shortest ? "shortest" : "",
          day === today ? "today" : "",
          day === chosen ? "chosen" : "",
        ];
        const label = `${dateText(day)}: ${WORDS[kind]}${shortest ? ", as short as any known solution" : ""}`;
        return (
          <button
            class={`day ${marks.filter(Boolean).join(" ")}`}
            disabled={day > today}
            aria-label={label}
            onClick={() => onDay(day)}
          >
            {day % 100}
          </button>
        );
      })}
    </div>
  );
}

export const Streak = ({ days }: { days: Days }) => (
  <span class="streak">
    <Icon name="flame" />
    {counted(streak(days), "day")}
  </span>
);

/** The calendar of wide screens. */
export function Rail({ days, onDay }: { days: Days; onDay: (day: number) => void }) {
  const now = new Date();
  return (
    <section class="panel" aria-label="daily deals">
      <div class="sec with-count">
        <h3>Daily deals</h3>
        <Streak days={days} />
      </div>
      <div class="month-box">
        <p class="note">{monthName(now.getMonth())}</p>
        <Month days={days} year={now.getFullYear()} month={now.getMonth()} onDay={onDay} />
      </div>
    </section>
  );
}
