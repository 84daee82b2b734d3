// More ways to start a game: a suitable deal, one by name, your own board, a saved game.
import { Component, createRef } from "preact";
import { job } from "../api/api";
import { isAbort, markPlace, messageOf } from "../api/error";
import type { Game, Source, Where } from "../api/types";
import { turnsWide } from "../browser/storage";
import { readTag } from "../model/daily";
import { LEVELS, wishedDeal } from "../model/deal-search";
import type { Wish } from "../model/deal-search";
import { fields, headOf, partName, sourceName, sourcesOf } from "../model/deals";
import { inherit } from "../model/facts";
import type { Kept } from "../model/kept";
import { fresh } from "../model/link";
import { clock, counted, dateText, names, titleOf } from "../model/say";
import { begin } from "../model/session";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import type { IconName } from "../parts/icons";
import { Prose } from "../parts/prose";
import { Switch } from "../parts/switch";
import type { DialogProps } from "./dialog-props";
import { RedealChoice } from "./redeal-choice";
import { GameTiles, LevelChoice, RuleChoice } from "./rule-choice";

/** Card games, which are dealt. */
const CARDS = new Set(["gaps", "birds"]);

/** Shortens a board's text if there is little room. */
const shortened = (board: string) => (board.length > 30 ? `${board.slice(0, 30)} …` : board);

/** The title of a saved game, and the day if it is a daily deal. */
function keptText(games: Game[], { where, daily = "" }: Kept) {
  const head = (where.instance ?? where.game ?? "").split(":")[0] ?? "";
  const [name = "", rules = "standard"] = head.split("+");
  const named = names({ where, root: { position: { rules } } }, titleOf(games, name));
  const day = readTag(daily);
  const what = day ? `${dateText(day.day)}, ${day.level}` : named.head;
  return `${what} · ${named.small}${where.board ? `, ${shortened(where.board)}` : ""}`;
}

/** The saved games, to resume. */
const KeptGames = ({ games, kept, onKept }: Pick<DialogProps, "games" | "kept" | "onKept">) => (
  <section>
    <h3>My games</h3>
    {kept.length === 0 ? (
      <p class="note">Every game that you begin is kept here, with its moves and its clock.</p>
    ) : (
      <ul class="kept" tabindex={0} aria-label="kept games">
        {kept.map((game) => (
          <li>
            <button title={game.name} onClick={() => onKept(game)}>
              <span>{keptText(games, game)}</span>
              <small>
                {counted(game.moves, "move")}
                {game.won ? ", won" : game.lost ? ", lost" : ""}, {clock(game.seconds)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** A part of an instance's name: a level to choose, or a text field. */
function NamePart({
  name,
  value,
  levels,
  onChange,
}: {
  name: string;
  value: string;
  levels: string[];
  onChange: (value: string) => void;
}) {
  if (name === "ID" && levels.length)
    return (
      <label>
        Level{" "}
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {levels.map((each) => (
            <option value={each}>{each}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label>
      {partName(name)}{" "}
      <input value={value} size={8} onInput={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}

/** A suitable deal, one by its number, or a board as text. */
type Way = "deal" | "number" | "board";

interface State {
  way: Way;
  /** the game that is chosen; empty for the one on the table */
  game: string;
  rules: string;
  source: number;
  /** the parts of a name as text; null until edited */
  values: string[] | null;
  busy: boolean;
  told: string;
  /** the field that a message is about; the message is shown there */
  about: Way;
  /** the player's own board */
  text: string;
}

export class DealDialog extends Component<DialogProps, State> {
  state: State = {
    way: "deal",
    game: "",
    rules: "",
    source: 0,
    values: null,
    busy: false,
    told: "",
    about: "deal",
    text: "",
  };
  private abort: AbortController | null = null;
  private field = createRef<HTMLTextAreaElement>();

  componentWillUnmount() {
    this.abort?.abort();
  }

  private rules(info: Game) {
    const { here } = this.props;
    const usual = info.name === here.game ? here.rules : info.rule_sets[0]?.name;
    return this.state.rules || (usual ?? "");
  }

  private open = async (where: Where, about: State["about"], level = "any") => {
    this.setState({ busy: true, told: "", about });
    try {
      const position = await this.props.ask("position", where);
      const session = where.instance
        ? begin(where, where.instance, position)
        : begin({ ...where, board: position.board }, "own board", position);
      inherit(session.root);
      session.level = fresh(where, level).level ?? "";
      this.props.onOpen(session);
    } catch (error) {
      this.setState({ busy: false, told: messageOf(error) });
      if (where.board) markPlace(this.field.current, error);
    }
  };

  /** Searches for a deal of the requested kind. */
  private async search(info: Game) {
    const { signal } = (this.abort = new AbortController());
    this.setState({ busy: true, told: "Looking for a deal …", about: "deal" });
    const wanted = { game: info, rules: this.rules(info), wish: this.props.level };
    const tell = (tried: number) =>
      this.setState({ told: `Looking for a deal … ${tried} passed over` });
    try {
      const instance = await wishedDeal(job, wanted, signal, tell);
      if (instance) return await this.open({ instance }, "deal", this.props.level);
      const told = "No such deal was found in the time allowed. Try another level.";
      this.setState({ busy: false, told });
    } catch (error) {
      this.setState({ busy: false, told: isAbort(error) ? "Stopped." : messageOf(error) });
    }
  }

  private choose(change: Partial<Pick<State, "game" | "rules" | "way">>) {
    this.setState({ source: 0, values: null, told: "", ...change });
  }

  /** The difficulty of the deal, or another way to choose one. */
  private wishes(info: Game) {
    const { level, onLevel, here, settings, onChange } = this.props;
    const ways: [Way, string, IconName][] = [
      ["number", "By number", "search"],
      ["board", "Paste it", "down"],
    ];
    return (
      <div class="deal-wishes">
        <p class="label">How hard?</p>
        <LevelChoice
          levels={["any", ...LEVELS]}
          level={level === "all" ? "any" : level}
          onLevel={(next) => onLevel(next as Wish)}
        />
        <div class="switch-row">
          <span>Only deals that can be won</span>
          <Switch
            on={level !== "all"}
            label="Only deals that can be won"
            onChange={(on) => onLevel(on ? "any" : "all")}
          />
        </div>
        {info.name === "gaps" ? <RedealChoice settings={settings} onChange={onChange} /> : null}
        <p class="label">Or a specific deal</p>
        {ways.map(([way, words, icon]) => (
          <button onClick={() => this.choose({ way })}>
            <Icon name={icon} />
            {words}
          </button>
        ))}
        {info.name === here.game ? (
          <button onClick={this.draw}>
            <Icon name="edit" />
            Draw it
          </button>
        ) : null}
      </div>
    );
  }

  /** Back from a named deal to the choice. */
  private back() {
    return (
      <button class="quiet deal-back" onClick={() => this.choose({ way: "deal" })}>
        <Icon name="back" />
        Any deal
      </button>
    );
  }

  /** The error message, below its field. */
  private message(about: State["about"]) {
    const { busy, told } = this.state;
    const is = this.state.about === about;
    return (
      <p class={busy ? "note" : "error"} role="status" id={`deal-${about}-told`}>
        <Prose text={is ? told : ""} />
      </p>
    );
  }

  private byName(info: Game, sources: Source[], chosen: Source) {
    const { values, busy } = this.state;
    const parts = fields(chosen);
    const now = values ?? parts.map((part) => part.value);
    const instance = `${headOf(info, this.rules(info))}:${[chosen.name, ...now].join("/")}`;
    const number = now[parts.findIndex(({ name }) => name === "SEED")];
    const deal = () =>
      number === undefined || /^\d+$/.test(number.trim())
        ? this.open({ instance }, "number")
        : this.setState({
            told: `“${number}” is not a deal number. Any whole number will do, such as 7.`,
            about: "number",
          });
    return (
      <div class="deal-wishes">
        {this.back()}
        <div class="fields">
          <label>
            From{" "}
            <select
              value={sources.indexOf(chosen)}
              onChange={(event) =>
                this.setState({ source: Number(event.currentTarget.value), values: null })
              }
            >
              {sources.map((each, index) => (
                <option value={index}>{sourceName(each)}</option>
              ))}
            </select>
          </label>
          {parts.map(({ name }, index) => (
            <NamePart
              name={name}
              value={now[index] ?? ""}
              levels={info.levels}
              onChange={(value) => this.setState({ values: now.with(index, value) })}
            />
          ))}
        </div>
        <p class="note">A number gives everyone the same deal.</p>
        {this.message("number")}
        <button
          class="primary"
          disabled={busy}
          title={instance}
          aria-describedby="deal-number-told"
          onClick={deal}
        >
          <Icon name="play" />
          Deal this one
        </button>
      </div>
    );
  }

  private draw = () => {
    this.props.onClose();
    this.props.command.draw();
  };

  private ownBoard(info: Game) {
    const { text } = this.state;
    const open = () =>
      this.open({ game: `${info.name}+${this.rules(info)}`, board: text }, "board");
    return (
      <div class="deal-wishes">
        {this.back()}
        <label>
          A board as text{" "}
          <textarea
            rows={3}
            spellcheck={false}
            ref={this.field}
            aria-invalid={this.state.about === "board" && !!this.state.told}
            aria-describedby="deal-board-told"
            value={text}
            onInput={(event) => this.setState({ text: event.currentTarget.value })}
          />
        </label>
        {this.message("board")}
        <button class="primary" disabled={!text.trim()} onClick={open}>
          <Icon name="play" />
          Open this board
        </button>
      </div>
    );
  }

  /** The deal, and the way back to the game. */
  private foot(info: Game) {
    const { busy } = this.state;
    const { onClose } = this.props;
    return (
      <div class="deal-foot">
        {this.message("deal")}
        {busy ? (
          <button onClick={() => this.abort?.abort()}>Stop</button>
        ) : (
          <button onClick={onClose}>Keep playing</button>
        )}
        <button class="primary" disabled={busy} onClick={() => this.search(info)}>
          <Icon name="play" />
          {CARDS.has(info.name) ? "Deal the cards" : "Begin"}
        </button>
      </div>
    );
  }

  render({ games, here, kept, onKept, onClose, command }: DialogProps) {
    const { source, way } = this.state;
    const wanted = this.state.game || here.game;
    const info = games.find((game) => game.name === wanted) ?? games[0];
    const sources = info ? sourcesOf(info, this.rules(info)) : [];
    const chosen = sources[source] ?? sources[0];
    if (!info || !chosen) return null;
    return (
      <Dialog title="New game" onClose={onClose}>
        <div class={`new-game ${info.rule_sets.length > 1 ? "" : "one-rule"}`}>
          <GameTiles
            games={games}
            game={info.name}
            onGame={(game) => this.choose({ game, rules: "" })}
          />
          <div class="deal-columns">
            {info.rule_sets.length > 1 ? (
              <RuleChoice
                info={info}
                rules={this.rules(info)}
                isDown={turnsWide(this.props.settings)}
                onRules={(rules) => this.choose({ rules })}
                onAll={() => command.dialog("rules")}
              />
            ) : null}
            {way === "number"
              ? this.byName(info, sources, chosen)
              : way === "board"
                ? this.ownBoard(info)
                : this.wishes(info)}
          </div>
          {way === "deal" ? this.foot(info) : null}
          <KeptGames games={games} kept={kept} onKept={onKept} />
        </div>
      </Dialog>
    );
  }
}
