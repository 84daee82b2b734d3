// The start page: the last unfinished game, the four deals of today, a puzzle, and the other pages.
import { Component } from "preact";
import { job } from "../api/api";
import { messageOf } from "../api/error";
import type { Game, Position, View } from "../api/types";
import { Board } from "../board/board";
import { puzzlesOf } from "../browser/data";
import { readPuzzleRecord } from "../browser/puzzle-record";
import { readMet, readStatistics, turnsWide } from "../browser/storage";
import { Month } from "../dialogs/month";
import type { DialogProps } from "../dialogs/dialog-props";
import { dayNumber, seedOf, streak, tagOf } from "../model/daily";
import { gameOf } from "../model/link";
import { isNewcomer } from "../model/met";
import { LEVELS, dealSource, findDeal, levelOf } from "../model/deal-search";
import type { Level } from "../model/deal-search";
import type { Kept } from "../model/kept";
import { OFFERS } from "../model/find";
import type { Filter } from "../model/find";
import { nextPuzzle } from "../model/puzzles";
import { turned } from "../model/rule-texts";
import { capital, counted, dateText, monthName, names, shortTitle, titleOf } from "../model/say";
import { firstKeys } from "../model/session";
import { inAll } from "../model/tallies";
import { Dialog } from "../parts/dialog";
import { GameMark, Icon } from "../parts/icons";
import { FindPage } from "./find";
import { Segments } from "./page-parts";
import { ruleText } from "./rules";

/** A deal of today. */
interface Deal {
  instance: string;
  position: Position;
}

interface State {
  /** by game; null if there is none */
  deals: { [game: string]: Deal | null };
  puzzle: Position | null;
  /** the deals to search for, once requested */
  filter: Partial<Filter> | null;
  fault: string;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export class TodayPage extends Component<DialogProps, State> {
  state: State = { deals: {}, puzzle: null, filter: null, fault: "" };
  private asked = "";
  private abort = new AbortController();
  private day = dayNumber();
  private isNew = isNewcomer(readMet());

  componentDidMount() {
    this.load();
    this.pose();
  }

  componentDidUpdate() {
    this.load();
  }

  componentWillUnmount() {
    this.abort.abort();
  }

  private get level(): Level {
    return levelOf(this.props.level);
  }

  /** The deals of today, once the games are known; again for another level. */
  private load() {
    const { games } = this.props;
    const asked = `${this.level} ${games.length}`;
    if (asked === this.asked || games.length === 0) return;
    this.asked = asked;
    this.setState({ deals: {} });
    for (const game of games) this.find(game, asked);
  }

  private async find(game: Game, asked: string) {
    try {
      const question = dealSource(game, "", this.level, seedOf(this.day));
      const instance = await findDeal(job, question, this.abort.signal);
      const deal = instance && {
        instance,
        position: await this.props.ask("position", { instance }),
      };
      if (asked === this.asked)
        this.setState(({ deals }) => ({ deals: { ...deals, [game.name]: deal || null } }));
    } catch (error) {
      if (!this.abort.signal.aborted) this.setState({ fault: messageOf(error) });
    }
  }

  /** The picture of the next puzzle. */
  private async pose() {
    const { game } = this.props.here;
    const record = readPuzzleRecord();
    try {
      const puzzle = nextPuzzle(await puzzlesOf(game), game, record, "any");
      const board = puzzle?.board;
      if (board) this.setState({ puzzle: await this.props.ask("position", { game, board }) });
    } catch {
      // The puzzle page reports it when it is opened.
    }
  }

  render({ games, onClose, days, command, level, onLevel }: DialogProps) {
    const { fault, filter } = this.state;
    if (filter) return <FindPage {...this.props} filter={filter} />;
    const today = new Date();
    const results = days[this.day] ?? {};
    const left = this.left();
    const heads = 1 + [this.isNew, left, fault].filter(Boolean).length;
    const won = games.filter(({ name }) => results[`${name} ${this.level}`]).length;
    return (
      <Dialog title="Today" onClose={onClose} full>
        <div class="page-today">
          <div class="today-main" style={{ "--heads": heads }}>
            <div class="today-head">
              <p>
                {WEEKDAYS[today.getDay()]}, {dateText(this.day)}
              </p>
              <Segments
                label="Level"
                value={levelOf(level)}
                choices={LEVELS.map((each) => [each, capital(each)] as const)}
                onChoice={onLevel}
              />
              <p class="today-won">
                <b>{won}</b> of {games.length} won
              </p>
            </div>
            {this.isNew ? (
              <button class="new-here" onClick={this.props.onLesson}>
                <Icon name="hint" />
                <b>New here?</b> Two-minute lesson
              </button>
            ) : null}
            {left}
            {fault ? (
              <p class="error" role="alert">
                {fault}
              </p>
            ) : null}
            <ul class="today-deals">{games.map((game) => this.deal(game))}</ul>
            <div class="today-more">
              {this.puzzle()}
              <section class="today-card" aria-label="find a deal">
                <h3>Ten thousand deals, decided</h3>
                <p class="note">Deals of Gaps, each proved to be winnable or not.</p>
                <ul class="today-offers">
                  {OFFERS.map(([words, wanted]) => (
                    <li>
                      <button class="quiet" onClick={() => this.setState({ filter: wanted })}>
                        {words}
                        <Icon name="forward" />
                      </button>
                    </li>
                  ))}
                </ul>
                <div class="transport">
                  <button onClick={() => command.dialog("find")}>
                    <Icon name="search" />
                    Find a deal
                  </button>
                  <button onClick={() => command.dialog("deal")}>
                    <Icon name="new" />
                    New game
                  </button>
                </div>
              </section>
            </div>
          </div>
          <aside class="today-side">
            <section class="panel" aria-label="this month">
              <div class="sec with-count">
                <h3>{monthName(today.getMonth())}</h3>
                <span class="streak">
                  <Icon name="flame" />
                  {counted(streak(days), "day")}
                </span>
              </div>
              <div class="month-box">
                <Month
                  days={days}
                  year={today.getFullYear()}
                  month={today.getMonth()}
                  onDay={() => command.dialog("daily")}
                />
                <button class="quiet" onClick={() => command.dialog("daily")}>
                  <Icon name="calendar" />
                  Every day
                </button>
              </div>
            </section>
            {this.you()}
          </aside>
        </div>
      </Dialog>
    );
  }

  /** The game left last, if it is unfinished. */
  private left() {
    const { kept, games, onKept } = this.props;
    const begun = kept.filter((each) => !each.won && each.moves > 0);
    const left = begun.find((each) => !each.lost) ?? begun[0];
    if (!left) return null;
    const game = gameOf(left.where);
    return (
      <section class="today-left" aria-label="the game you left">
        <span class={`daily-mark ${game}`}>
          <GameMark game={game} />
        </span>
        <div>
          <b>
            {left.lost ? "Lost:" : "Continue with"} {titleOf(games, game)}
          </b>
          <p class="note">
            {nameOf(left)}, {counted(left.moves, "move")}
          </p>
        </div>
        <button class={left.lost ? "" : "primary"} onClick={() => onKept(left)}>
          <Icon name={left.lost ? "eye" : "play"} />
          {left.lost ? "Look at it" : "Continue"}
        </button>
      </section>
    );
  }

  private deal(game: Game) {
    const { days, kept, onDaily, settings } = this.props;
    const deal = this.state.deals[game.name];
    const tag = tagOf(this.day, this.level);
    const result = days[this.day]?.[`${game.name} ${this.level}`];
    const begun = kept.find((each) => each.daily === tag && gameOf(each.where) === game.name);
    const title = shortTitle(game.title);
    const isDown = game.name === "gaps" && turnsWide(settings);
    const rule = ruleText(game);
    return (
      <li class={isDown ? "is-turned" : ""}>
        <button class="today-deal" onClick={() => onDaily(game, tag)}>
          <span
            class={`today-picture room ${game.name} ${deal && isWide(deal.position.view) ? "is-wide" : ""}`}
            aria-hidden="true"
            inert
          >
            {deal ? (
              <Board
                view={{ ...deal.position.view, moves: [] }}
                keys={firstKeys(deal.position.view)}
                game={game.name}
                down={isDown}
                letters={settings.letters}
                label=""
                instant
              />
            ) : null}
          </span>
          <span class="today-name">
            <b>{title}</b>
            {result ? (
              <span class="badge wins">
                <Icon name="check" />
                {counted(result.moves, "move")}
              </span>
            ) : begun && begun.moves > 0 ? (
              <span class="badge begun">
                {counted(begun.moves, "move")} {begun.lost ? "and lost" : "so far"}
              </span>
            ) : (
              <small>{this.isNew ? (isDown ? turned(rule) : rule) : "not played"}</small>
            )}
          </span>
        </button>
      </li>
    );
  }

  private puzzle() {
    const { command, here, settings } = this.props;
    const { puzzle } = this.state;
    const { rating, streak: row, tried } = readPuzzleRecord();
    return (
      <section class="today-card today-puzzle" aria-label="puzzle">
        <div>
          <h3>One move wins. Find it.</h3>
          <p class="note">
            {tried
              ? `Your rating ${rating} · ${row} right in a row`
              : "From decided deals: every other move is proved to be worse."}
          </p>
          <button class="primary" onClick={() => command.dialog("puzzles")}>
            Solve
          </button>
        </div>
        <span class="puzzle-picture room" aria-hidden="true" inert>
          {puzzle ? (
            <Board
              view={{ ...puzzle.view, moves: [] }}
              keys={firstKeys(puzzle.view)}
              game={here.game}
              letters={settings.letters}
              label=""
              instant
            />
          ) : null}
        </span>
      </section>
    );
  }

  /** All results in a few figures. */
  private you() {
    const { command } = this.props;
    const all = inAll(readStatistics());
    return (
      <section class="panel" aria-label="you">
        <div class="sec with-count">
          <h3>You</h3>
          <button class="mini" onClick={() => command.dialog("statistics")}>
            Statistics
          </button>
        </div>
        <dl class="facts">
          <dt>Games won</dt>
          <dd>
            {all.won} of {all.played}
          </dd>
          <dt>Most wins in a row</dt>
          <dd>{all.longest}</dd>
          <dt>Puzzles solved</dt>
          <dd>{readPuzzleRecord().solved}</dd>
        </dl>
      </section>
    );
  }
}

/** Whether a board is much wider than high, so that only a part of it fits next to the others. */
const isWide = ({ columns, rows }: View) => columns > 1.6 * rows;

/** The deal of a saved game. */
const nameOf = ({ where }: Kept) =>
  names({ where, root: { position: { rules: "standard" } } }, "").head;
