// Small boards of every game, the easiest first: rated by how often simple players win them.
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/error";
import type { Position } from "../api/types";
import { Board } from "../board/board";
import { runsDown } from "../board/down";
import type { DialogProps } from "../dialogs/dialog-props";
import { ratedOf, toggled } from "../model/find";
import type { Columns, Rated } from "../model/find";
import { fresh } from "../model/link";
import { counted } from "../model/say";
import { firstKeys } from "../model/session";
import { Hardness } from "../parts/bars";
import { Icon } from "../parts/icons";
import { Fact } from "./find-deal";
import { Columned, ROOMY, Segments, Steps } from "./page-parts";

/** The name of a source: game, and size or kind. */
const NAMES: [game: string, name: string, kind: string][] = [
  ["gaps", "Gaps", "four rows of six"],
  ["birds", "Birds", "numbered deals"],
  ["cohesion", "Cohesion", "four by four, three colours"],
  ["tiles", "Tiles", "six by six"],
];

const gameOf = (source: string) => source.split(":")[0] ?? "";

const percent = ({ won, played }: Rated) => `${Math.round((100 * won) / played)} %`;

interface Props extends DialogProps {
  columns: Columns;
  /** the previous choice: full deals or these */
  choice: preact.ComponentChildren;
}

export function RatedDeals({ columns, choice, ...props }: Props) {
  const [game, setGame] = useState("gaps");
  const [picked, setChosen] = useState<Rated | null>(null);
  const [steps, setSteps] = useState<number[]>([]);
  const source = Object.keys(columns.rated).find((each) => gameOf(each) === game) ?? "";
  const found = ratedOf(columns, source).filter(
    ({ fifth }) => steps.length === 0 || steps.includes(fifth),
  );
  const chosen = picked ?? (ROOMY.matches ? (found[0] ?? null) : null);
  const [, name = "", kind = ""] = NAMES.find((each) => each[0] === game) ?? [];
  return (
    <div class={`page-find ${chosen ? "has-deal" : ""}`}>
      <section class="panel find-filter" aria-label="wanted">
        {choice}
        <p class="label">Which game?</p>
        <Segments
          label="Which game?"
          value={game}
          choices={NAMES.map(([each, words]) => [each, words] as const)}
          onChoice={(next) => {
            setGame(next);
            setChosen(null);
          }}
        />
        <p class="label">Difficulty</p>
        <Steps
          isChosen={(step) => steps.includes(step)}
          onChoice={(step) => setSteps(toggled(steps, step))}
        />
        <p class="note">
          All can be won. Difficulty: how rarely simple programs won the board, in five equal steps.
          They played it many times: at random, greedily, or looking two or three moves ahead.
        </p>
      </section>
      <section class="panel find-list" aria-label="deals">
        <div class="sec with-count">
          <b role="status">{found.length} boards</b>
          <span>
            {name}, {kind}
          </span>
        </div>
        <Columned names={["Board", "Programs won", "Difficulty"]} />
        <ul tabindex={0} aria-label="deals found">
          {found.map((deal) => (
            <li key={deal.instance}>
              <button
                aria-pressed={deal.instance === chosen?.instance}
                onClick={() => setChosen(deal)}
              >
                <b>{deal.number}</b>
                <span>{percent(deal)}</span>
                <Hardness value={deal.fifth} />
                <small />
                <Icon name="forward" />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {chosen ? (
        <RatedPanel
          key={chosen.instance}
          {...props}
          deal={chosen}
          title={`${name} ${chosen.number}`}
          onBack={() => setChosen(null)}
        />
      ) : (
        <section class="panel find-deal is-empty" aria-label="deal">
          <p class="note">No board matches.</p>
        </section>
      )}
    </div>
  );
}

interface PanelProps extends DialogProps {
  deal: Rated;
  title: string;
  onBack: () => void;
}

function RatedPanel({ deal, title, ask, settings, onLink, onClose, onBack }: PanelProps) {
  const [position, setPosition] = useState<Position | null>(null);
  const [fault, setFault] = useState("");
  const { instance, played, won } = deal;
  useEffect(() => {
    ask("position", { instance }).then(setPosition, (error) => setFault(messageOf(error)));
  }, []);
  const play = () => {
    onClose();
    onLink(fresh({ instance }));
  };
  return (
    <section class="panel find-deal" aria-label={title}>
      <div class="sec with-count">
        <button class="find-back" aria-label="back to the list" onClick={onBack}>
          <Icon name="back" />
        </button>
        <h3>{title}</h3>
        <Hardness value={deal.fifth} />
      </div>
      <div class="find-body">
        {fault ? (
          <p class="error" role="alert">
            {fault}
          </p>
        ) : null}
        <div class="page-room room">
          {position ? (
            <Board
              view={{ ...position.view, moves: [] }}
              keys={firstKeys(position.view)}
              game={position.game}
              down={position.view.control === "place" && runsDown(position.view)}
              letters={settings.letters}
              label={title}
              instant
            />
          ) : null}
        </div>
        <Fact icon="chart" kind="" title="Played by programs">
          {won === 0
            ? `Simple programs won none of ${counted(played, "game")}.`
            : `Simple programs won ${won} of ${counted(played, "game")}.`}
        </Fact>
      </div>
      <div class="find-play">
        <button class="primary" onClick={play}>
          <Icon name="play" />
          Play this board
        </button>
      </div>
    </section>
  );
}
