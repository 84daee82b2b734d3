// The rules of every rule set, with pictures of the cards that a gap takes and of an initial deal.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game, Position } from "../api/types";
import { Board } from "../board/board";
import { runsDown } from "../board/down";
import type { DialogProps } from "../dialogs/dialog-props";
import { fresh } from "../model/link";
import { picturesOf } from "../model/gap-rules";
import type { Picture } from "../model/gap-rules";
import { DOWN, ruleTextOf } from "../model/rule-texts";
import type { RuleText } from "../model/rule-texts";
import { summaryText } from "../model/say";
import { firstKeys } from "../model/session";
import { Dialog } from "../parts/dialog";
import { Card } from "../parts/faces";
import { Icon } from "../parts/icons";

/** A rule set of a game. */
interface Chosen {
  game: string;
  rules: string;
}

/** The text for a rule set that has none. */
const plain = (game: Game, rules: string): RuleText => ({
  title: rules,
  short: summaryText(game.rule_sets.find(({ name }) => name === rules)?.summary ?? ""),
  facts: [],
  instance: "",
});

export function RulesPage(props: DialogProps) {
  const { games, here, onClose } = props;
  const [chosen, choose] = useState<Chosen>({ game: here.game, rules: here.rules });
  // On a narrow page the rules of the game come first, and the list is behind a button.
  const [reading, read] = useState(true);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }, [reading]);
  return (
    <Dialog title="Rules" onClose={onClose} full>
      <div class={`page-rules ${reading ? "is-reading" : ""}`}>
        <nav class="rule-list" aria-label="rule sets" ref={list}>
          {games.map((game) => (
            <>
              <h3>{game.title}</h3>
              <ul>
                {game.rule_sets.map(({ name }) => {
                  const { title, short } = ruleTextOf(game.name, name) ?? plain(game, name);
                  const isHere = chosen.game === game.name && chosen.rules === name;
                  return (
                    <li>
                      <button
                        aria-current={isHere ? "page" : undefined}
                        onClick={() => {
                          choose({ game: game.name, rules: name });
                          read(true);
                        }}
                      >
                        <b>{title}</b>
                        <small>{short}</small>
                      </button>
                    </li>
                  );
                })}
              </ul>
            </>
          ))}
        </nav>
        <div class="rule-page">
          <button class="quiet rule-back" onClick={() => read(false)}>
            <Icon name="back" />
            All rules
          </button>
          <Article {...props} key={`${chosen.game} ${chosen.rules}`} chosen={chosen} />
        </div>
      </div>
    </Dialog>
  );
}

function Article({
  chosen,
  games,
  ask,
  settings,
  onLink,
  onClose,
}: DialogProps & { chosen: Chosen }) {
  const { game, rules } = chosen;
  const info = games.find(({ name }) => name === game);
  const text = ruleTextOf(game, rules) ?? (info ? plain(info, rules) : null);
  const [position, setPosition] = useState<Position | null>(null);
  const instance = text?.instance ?? "";
  useEffect(() => {
    if (instance) ask("position", { instance }).then(setPosition, () => {});
  }, []);
  if (!text) return null;
  const play = () => {
    onClose();
    onLink(fresh({ instance }));
  };
  return (
    <article class="rule-article">
      <header>
        <h3>{text.title}</h3>
        {text.aka ? <p>Also called {text.aka}</p> : null}
      </header>
      <p class="rule-short">{text.short}</p>
      {position && runsDown(position.view) ? <p class="note">{DOWN}</p> : null}
      <div class="rule-columns">
        <dl class="rule-facts">
          {text.facts.map(([name, words]) => (
            <div>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        {text.gaps ? (
          <div class="rule-pictures">
            {picturesOf(text.gaps).map((picture) => (
              <GapPicture picture={picture} />
            ))}
          </div>
        ) : null}
      </div>
      {position ? (
        <figure class="rule-board">
          <figcaption>
            How it begins. {position.view.moves.length}{" "}
            {position.view.moves.length === 1 ? "move is" : "moves are"} possible here.
          </figcaption>
          <div class="page-room room">
            <Board
              view={position.view}
              keys={firstKeys(position.view)}
              game={game}
              letters={settings.letters}
              down={runsDown(position.view)}
              instant
              label={`${text.title}, the first position`}
            />
          </div>
        </figure>
      ) : null}
      <p>
        <button class="primary" disabled={!instance} onClick={play}>
          <Icon name="play" />
          Play this deal
        </button>
      </p>
    </article>
  );
}

/** A gap between its neighbours, with cards that it takes and cards that it does not. */
const GapPicture = ({ picture: { left, right, fits, not } }: { picture: Picture }) => (
  <figure class="gap-picture">
    <figcaption>
      {left === null
        ? "A gap at the left edge"
        : right
          ? "A gap between two cards"
          : "A gap after a card"}
    </figcaption>
    <div class="gap-row">
      <span class="gap-cards g-gaps">
        {left === null ? <i class="gap-edge" /> : <Card sign={left} />}
        <span class="gap-slot" />
        {right ? <Card sign={right} /> : null}
      </span>
      <ul>
        {fits.map((sign) => (
          <li class="wins">
            <Card sign={sign} />
            <Icon name="check" />
          </li>
        ))}
        {not.map((sign) => (
          <li class="loses">
            <Card sign={sign} />
            <Icon name="cross" />
          </li>
        ))}
      </ul>
    </div>
  </figure>
);
