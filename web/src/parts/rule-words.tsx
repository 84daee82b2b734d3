// The rules of the game on the table, in plain words: the goal, then each rule by name.
import { ruleTextOf } from "../model/rule-texts";

/** Details that a player can skip at first. */
const LATER = new Set(["Cards", "Start", "Board", "Not a move"]);

export function RuleWords({ game, rules }: { game: string; rules: string }) {
  const text = ruleTextOf(game, rules);
  if (!text) return null;
  return (
    <div class="rule-words">
      <p>
        <b>{text.short}</b>
      </p>
      <dl>
        {text.facts
          .filter(([name]) => !LATER.has(name))
          .map(([name, words]) => (
            <div>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
