// A decided deal: its board, its proved facts, and the check of the proof in this browser.
import { useEffect, useState } from "preact/hooks";
import { job } from "../api/api";
import { isAbort, messageOf } from "../api/error";
import type { Position } from "../api/types";
import { Board } from "../board/board";
import { runsDown } from "../board/down";
import type { DialogProps } from "../dialogs/dialog-props";
import type { Deal } from "../model/find";
import { fresh } from "../model/link";
import { counted } from "../model/say";
import { firstKeys } from "../model/session";
import { Hardness } from "../parts/bars";
import { InTerminal } from "../panels/proof";
import { Icon } from "../parts/icons";

const instanceOf = ({ deal }: Deal) => `gaps:solvitaire/4x13/${deal}`;

/** The share of sampled games: a percentage, except if it is nearly all of them. */
const shareOf = (percent: number) => (percent > 99 ? "almost all" : `about ${percent}\u00a0% of`);

/** The state of a proof's check. */
type Check =
  | { kind: "none" | "running" | "stopped" | "too large" }
  | { kind: "fault"; message: string }
  | { kind: "checked"; text: string; sum: string };

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The beginning of a file's SHA-256, or nothing if the browser cannot compute it. */
async function sumOf(bytes: Uint8Array<ArrayBuffer>) {
  if (!crypto.subtle) return "";
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Proves a loss again, and passes the proof to the checker. */
async function checked(deal: Deal, signal: AbortSignal): Promise<Check> {
  try {
    const at = { instance: instanceOf(deal) };
    const result = await job("certify", { at }, () => {}, signal);
    if (result.name !== "certificate") return { kind: "too large" };
    const { claim, records, hex } = result.data;
    const sum = await sumOf(bytesOf(hex));
    return { kind: "checked", text: `${claim}, ${counted(records, "record")}`, sum };
  } catch (error) {
    return isAbort(error) ? { kind: "stopped" } : { kind: "fault", message: messageOf(error) };
  }
}

const spaced = (sum: string) => sum.match(/.{4}/g)?.join(" ") ?? sum;

interface Props extends Omit<DialogProps, "onClose"> {
  deal: Deal;
  onClose: () => void;
  onBack: () => void;
}

export function DealPanel({ deal, ask, settings, onLink, onClose, onBack }: Props) {
  const [position, setPosition] = useState<Position | null>(null);
  const [fault, setFault] = useState("");
  const [running, setRunning] = useState<AbortController | null>(null);
  const [check, setCheck] = useState<Check>({ kind: "none" });
  const instance = instanceOf(deal);
  useEffect(() => {
    ask("position", { instance }).then(setPosition, (error) => setFault(messageOf(error)));
  }, []);
  useEffect(() => () => running?.abort(), [running]);
  const play = () => {
    onClose();
    onLink(fresh({ instance }));
  };
  const watch = async () => {
    const abort = new AbortController();
    setRunning(abort);
    try {
      const result = await job("solve", { at: { instance } }, () => {}, abort.signal);
      if (result.name !== "report") return;
      const moves = result.data.report.plan.join(" ");
      onClose();
      onLink({ ...fresh({ instance }), moves, at: 0, film: true });
    } catch (error) {
      if (!isAbort(error)) setFault(messageOf(error));
    }
  };
  const begin = async () => {
    const abort = new AbortController();
    setRunning(abort);
    setCheck({ kind: "running" });
    setCheck(await checked(deal, abort.signal));
    setRunning(null);
  };
  const isLost = deal.moves === 0;
  return (
    <section class="panel find-deal" aria-label={`deal ${deal.deal}`}>
      <div class="sec with-count">
        <button class="find-back" aria-label="back to the list" onClick={onBack}>
          <Icon name="back" />
        </button>
        <h3>Deal {deal.deal}</h3>
        <Hardness value={deal.effort} />
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
              game="gaps"
              down={runsDown(position.view)}
              letters={settings.letters}
              label={`deal ${deal.deal}`}
              instant
            />
          ) : null}
        </div>
        <Fact icon={isLost ? "cross" : "check"} kind={isLost ? "loses" : "wins"} title="Decided">
          {isLost ? (
            <>
              <b>Lost from the start.</b> No order of moves brings every suit home
              {deal.chance === null
                ? "."
                : `; with three redeals ${shareOf(deal.chance)} sampled games were won.`}
            </>
          ) : (
            <>
              Can be won in <b>{deal.moves}</b> moves. No shorter solution is known.
            </>
          )}
        </Fact>
        <Fact icon="eye" kind="" title="Proof">
          {isLost ? (
            "A file lists why every position is lost."
          ) : (
            <>
              A solution, replayed by the rules.{" "}
              <button class="mini" onClick={watch}>
                Show the solution
              </button>
            </>
          )}
        </Fact>
        {isLost ? (
          <Fact icon="search" kind="" title="Checked">
            <Checked deal={deal} check={check} onBegin={begin} onStop={() => running?.abort()} />
          </Fact>
        ) : null}
      </div>
      <div class="find-play">
        <button class={isLost ? "" : "primary"} onClick={play}>
          <Icon name="play" />
          {isLost ? "Play it anyway" : "Play this deal"}
        </button>
      </div>
    </section>
  );
}

/** A fact about a deal. */
export function Fact({
  icon,
  kind,
  title,
  children,
}: {
  icon: Parameters<typeof Icon>[0]["name"];
  kind: string;
  title: string;
  children: preact.ComponentChildren;
}) {
  return (
    <div class="fact">
      <span class={`fact-mark ${kind}`}>
        <Icon name={icon} />
      </span>
      <div>
        <b>{title}</b>
        <div>{children}</div>
      </div>
    </div>
  );
}

/** The result of checking the proof. */
function Checked({
  deal,
  check,
  onBegin,
  onStop,
}: {
  deal: Deal;
  check: Check;
  onBegin: () => void;
  onStop: () => void;
}) {
  const published = deal.sum ? (
    <>
      Verified by <code>patience-check</code>
      {deal.verified ? " and by the checker that is proved sound in Coq" : ""}. Published by its
      checksum <code>{spaced(deal.sum)}</code>.{" "}
    </>
  ) : null;
  if (check.kind === "running")
    return (
      <span role="status">
        Proving it again and checking the proof …{" "}
        <button class="mini" onClick={onStop}>
          Stop checking
        </button>
      </span>
    );
  if (check.kind === "checked")
    return (
      <span role="status">
        Checked here: {check.text}.{" "}
        {deal.sum && check.sum ? (
          <>
            Checksum <code>{spaced(check.sum)}</code>,{" "}
            {check.sum === deal.sum ? "as published." : "which is not the published one."}
          </>
        ) : null}
      </span>
    );
  return (
    <span role="status">
      {published}
      {check.kind === "too large" ? (
        <InTerminal command={`patience certify gaps:solvitaire/4x13/${deal.deal} --check`} />
      ) : (
        <>
          {check.kind === "fault"
            ? `${check.message} `
            : check.kind === "stopped"
              ? "Stopped. "
              : ""}
          <button class="mini" onClick={onBegin}>
            Check it here
          </button>
        </>
      )}
    </span>
  );
}
