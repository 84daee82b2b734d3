// Game, rules and difficulty of a new deal.
import { useState } from "preact/hooks";
import type { Game } from "../api/types";
import type { GapRules } from "../model/gap-rules";
import { deedOf } from "../model/prompts";
import { ruleTextOf, turned } from "../model/rule-texts";
import { capital, rulesText, shortTitle, summaryText } from "../model/say";
import { Token } from "../parts/faces";
import { GameMark, Icon } from "../parts/icons";

/** The games as tiles. */
export const GameTiles = ({
  games,
  game,
  onGame,
}: {
  games: Game[];
  game: string;
  onGame: (name: string) => void;
}) => (
  <>
    <div class="game-tiles" role="group" aria-label="Game">
      {games.map(({ name, title }) => (
        <button aria-pressed={name === game} onClick={() => onGame(name)}>
          <GameMark game={name} />
          <span>{shortTitle(title)}</span>
        </button>
      ))}
    </div>
    <p class="note">{deedOf(game)}.</p>
  </>
);

/** Two cards and a gap, as a finished row of the rules may begin. */
function RowPicture({
  rules: { ranks, step, before },
  isDown,
}: {
  rules: GapRules;
  isDown: boolean;
}) {
  const second = `${ranks.charAt(step === "higher" ? 3 : 1)}${step === "any-suit" ? "S" : "H"}`;
  const cards = before
    ? [`${ranks.charAt(0)}H`, "", `${ranks.charAt(2)}H`]
    : [`${ranks.charAt(0)}H`, second, ""];
  return (
    <span class={`rule-picture ${isDown ? "is-down" : ""}`} aria-hidden="true">
      {cards.map((sign) => (sign ? <Token sign={sign} /> : <i />))}
    </span>
  );
}

/** Number of rule sets that are listed without those that few players want. */
const MAX_LISTED = 6;
/** The rule sets of Gaps that most players know. */
const COMMON = new Set(["standard", "line-up", "blue-moon", "red-moon", "free-parking"]);

/** The rule sets of a game; one is selected. */
export const RuleChoice = ({
  info,
  rules,
  isDown,
  onRules,
  onAll,
}: {
  info: Game;
  rules: string;
  /** whether boards of this game are turned, as on an upright phone */
  isDown: boolean;
  onRules: (rules: string) => void;
  onAll: () => void;
}) => {
  const [isWhole, setWhole] = useState(false);
  const all = info.rule_sets;
  const isShort = all.length > MAX_LISTED && !isWhole;
  const listed = isShort ? all.filter(({ name }) => COMMON.has(name) || name === rules) : all;
  return (
    <fieldset class="rule-choice">
      <legend>Which rules?</legend>
      <div class="rule-radios">
        {listed.map(({ name, summary }) => {
          const text = ruleTextOf(info.name, name);
          const short = text?.short ?? summaryText(summary);
          return (
            <label key={name}>
              <input
                type="radio"
                name="rules"
                value={name}
                checked={name === rules}
                onChange={() => onRules(name)}
              />
              <span>
                <b>{text?.title ?? rulesText(name)}</b>
                <small>{isDown && text?.gaps ? turned(short) : short}</small>
              </span>
              {text?.gaps ? <RowPicture rules={text.gaps} isDown={isDown} /> : null}
            </label>
          );
        })}
      </div>
      <div class="rule-more">
        {isShort ? (
          <button class="quiet" onClick={() => setWhole(true)}>
            <Icon name="chevron" />
            {all.length - listed.length} more
          </button>
        ) : null}
        <button class="quiet" onClick={onAll}>
          All rules, with pictures
        </button>
      </div>
    </fieldset>
  );
};

/** A few words; one is selected. */
export const LevelChoice = ({
  levels,
  level,
  onLevel,
}: {
  levels: readonly string[];
  level: string;
  onLevel: (level: string) => void;
}) => (
  <div class="segments" role="group" aria-label="How hard?">
    {levels.map((each) => (
      <button aria-pressed={each === level} onClick={() => onLevel(each)}>
        {capital(each)}
      </button>
    ))}
  </div>
);
