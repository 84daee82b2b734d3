// More ways to begin a game: a fitting deal, one by name, a board of one's own, a game that was
// kept.
import { Component, createRef } from "preact";
import { job } from "../api/api";
import { isAbort, markPlace, messageOf } from "../api/error";
import type { Game, Source, Tell, Where } from "../api/types";
import { readTag } from "../model/daily";
import { LEVELS, dealSource } from "../model/deal-search";
import type { Level } from "../model/deal-search";
import { fields, headOf, partName, sourceName, sourcesOf } from "../model/deals";
import { inherit } from "../model/facts";
import type { Kept } from "../model/kept";
import { clock, counted, dateText, names, rulesText, summaryText, titleOf } from "../model/say";
import { begin } from "../model/session";
import { Dialog } from "../parts/dialog";
import { Prose } from "../parts/prose";
import type { DialogProps } from "./dialog-props";

/** How much of a board is shown where there is little room. */
const shortened = (board: string) => (board.length > 30 ? `${board.slice(0, 30)} …` : board);

/** A kept game by its title, and the day of a daily deal. */
function keptText(games: Game[], { where, daily = "" }: Kept) {
  const head = (where.instance ?? where.game ?? "").split(":")[0] ?? "";
  const [name = "", rules = "standard"] = head.split("+");
  const named = names({ where, root: { position: { rules } } }, titleOf(games, name));
  const day = readTag(daily);
  const what = day ? `${dateText(day.day)}, ${day.level}` : named.head;
  return `${what} · ${named.small}${where.board ? `, ${shortened(where.board)}` : ""}`;
}

/** The kept games, to go on with. */
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
                {game.won ? ", won" : ""}, {clock(game.seconds)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** A part of an instance's name: a level to choose, or what is written into a field. */
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

interface State {
  /** the game that is chosen; empty for the one on the table */
  game: string;
  rules: string;
  source: number;
  /** what was written into the parts of a name; null until something is */
  values: string[] | null;
  busy: boolean;
  told: string;
  /** what a message is about: it stands there */
  about: "deal" | "number" | "board";
  /** a board of one's own */
  text: string;
}

export class DealDialog extends Component<DialogProps, State> {
  state: State = {
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

  private open = async (where: Where, about: State["about"]) => {
    this.setState({ busy: true, told: "", about });
    try {
      const position = await this.props.ask("position", where);
      const session = where.instance
        ? begin(where, where.instance, position)
        : begin({ ...where, board: position.board }, "own board", position);
      inherit(session.root);
      this.props.onOpen(session);
    } catch (error) {
      this.setState({ busy: false, told: messageOf(error) });
      if (where.board) markPlace(this.field.current, error);
    }
  };

  /** Looks for a deal that can be won, and is as hard as wanted. */
  private async search(info: Game) {
    const { signal } = (this.abort = new AbortController());
    this.setState({ busy: true, told: "Looking for a deal …", about: "deal" });
    const question = dealSource(info, this.rules(info), this.props.level);
    let passed = 0;
    const tell: Tell<"deal"> = (name, _tried) => {
      if (name === "tried") this.setState({ told: `Looking for a deal … ${++passed} passed over` });
    };
    try {
      const result = await job("deal", question, tell, signal);
      if (result.name === "deal")
        return await this.open({ instance: result.data.instance }, "deal");
      const told = "No such deal was found in the time allowed. Try another level.";
      this.setState({ busy: false, told });
    } catch (error) {
      this.setState({ busy: false, told: isAbort(error) ? "Stopped." : messageOf(error) });
    }
  }

  /** Game, rules and level. */
  private choices(info: Game) {
    const { games, level, onLevel } = this.props;
    const rules = this.rules(info);
    return (
      <>
        <div class="fields">
          <label>
            Game{" "}
            <select
              value={info.name}
              onChange={({ currentTarget: { value } }) =>
                this.setState({ game: value, rules: "", source: 0, values: null })
              }
            >
              {games.map((game) => (
                <option value={game.name}>{game.title}</option>
              ))}
            </select>
          </label>
          {info.rule_sets.length > 1 ? (
            <label>
              Rules{" "}
              <select
                value={rules}
                onChange={(event) =>
                  this.setState({ rules: event.currentTarget.value, source: 0, values: null })
                }
              >
                {info.rule_sets.map((set) => (
                  <option value={set.name}>{rulesText(set.name)}</option>
                ))}
              </select>
            </label>
          ) : null}
          <label>
            How hard?{" "}
            <select
              value={level}
              onChange={(event) => onLevel(event.currentTarget.value as Level | "any")}
            >
              {["any", ...LEVELS].map((each) => (
                <option value={each}>{each}</option>
              ))}
            </select>
          </label>
        </div>
        {info.rule_sets.length > 1 ? (
          <p class="note">
            {summaryText(info.rule_sets.find((set) => set.name === rules)?.summary ?? "")}
          </p>
        ) : null}
      </>
    );
  }

  /** What went wrong, below the field that it is about. */
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
    return (
      <section>
        <h3>A certain deal</h3>
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
        <p class="note">The same number is the same deal for everybody.</p>
        {this.message("number")}
        <button
          disabled={busy}
          title={instance}
          aria-describedby="deal-number-told"
          onClick={() => this.open({ instance }, "number")}
        >
          Deal this one
        </button>
      </section>
    );
  }

  private draw = () => {
    this.props.onClose();
    this.props.command.edit();
  };

  private ownBoard(info: Game) {
    const { text } = this.state;
    const open = () =>
      this.open({ game: `${info.name}+${this.rules(info)}`, board: text }, "board");
    return (
      <section>
        <h3>A board of your own</h3>
        <label>
          Paste it as text{" "}
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
        <div class="transport">
          <button disabled={!text.trim()} onClick={open}>
            Open this board
          </button>
          {info.name === this.props.here.game ? <button onClick={this.draw}>Draw it</button> : null}
        </div>
      </section>
    );
  }

  render({ games, here, kept, onKept, onClose }: DialogProps) {
    const { source, busy } = this.state;
    const wanted = this.state.game || here.game;
    const info = games.find((game) => game.name === wanted) ?? games[0];
    const sources = info ? sourcesOf(info, this.rules(info)) : [];
    const chosen = sources[source] ?? sources[0];
    if (!info || !chosen) return null;
    return (
      <Dialog title="New game" onClose={onClose}>
        {this.choices(info)}
        <div class="transport">
          <button class="primary" disabled={busy} onClick={() => this.search(info)}>
            Deal one that can be won
          </button>
          {busy ? <button onClick={() => this.abort?.abort()}>Stop</button> : null}
        </div>
        {this.message("deal")}
        <KeptGames games={games} kept={kept} onKept={onKept} />
        {this.byName(info, sources, chosen)}
        {this.ownBoard(info)}
      </Dialog>
    );
  }
}
