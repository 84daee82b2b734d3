// The rows of a study, filtered and sorted by the server.
import type { TargetedMouseEvent } from "preact";
import type { Row, Rows, Study, Verdict, Wanted } from "../api/types";
import { duration } from "../model/duration";
import { filmLink, parseLink } from "../model/link";
import type { Link } from "../model/link";
import { Icon } from "../parts/icons";
import type { IconName } from "../parts/icons";
import { ScrollBox } from "../parts/scroll-box";

/** Rows of a page. */
export const ROWS = 50;
/** Sort key, heading, and alignment. */
const COLUMNS: [NonNullable<Wanted["order"]>, string, string][] = [
  ["instance", "instance", ""],
  ["verdict", "verdict", ""],
  ["configuration", "configuration", ""],
  ["length", "moves", "n"],
  ["expanded", "expanded", "n"],
  ["generated", "generated", "n"],
  ["peak_bytes", "memory", "n"],
  ["seconds", "time", "n"],
];
const VERDICTS: Record<Verdict, [kind: string, icon: IconName]> = {
  solved: ["wins", "check"],
  unsolvable: ["loses", "cross"],
  unknown: ["unknown", "question"],
};

const whole = (number: number | null) => number?.toLocaleString("en") ?? "–";

function size(bytes: number) {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

interface Props {
  study: Study;
  wanted: Wanted;
  rows: Rows | null;
  /** Requests a different set of rows. */
  onWant: (change: Partial<Wanted>) => void;
  onLink: (link: Link) => void;
}

export function StudyRows({ study, wanted, rows, onWant, onLink }: Props) {
  const hasSets = study.sets.length > 1;
  return (
    <>
      <Filters study={study} wanted={wanted} onWant={onWant} />
      {rows ? (
        <>
          <ScrollBox label="rows">
            <table>
              <thead>
                <tr>
                  {COLUMNS.map((column) => (
                    <Head column={column} wanted={wanted} onWant={onWant} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.rows.map((row) => (
                  <RowOf row={row} hasSets={hasSets} onLink={onLink} />
                ))}
              </tbody>
            </table>
          </ScrollBox>
          <Pages wanted={wanted} rows={rows} onWant={onWant} />
        </>
      ) : null}
    </>
  );
}

/** The selection of the rows shown. */
function Filters({ study, wanted, onWant }: Pick<Props, "study" | "wanted" | "onWant">) {
  const select = (name: "set" | "configuration" | "verdict", title: string, values: string[]) => (
    <label>
      {title}{" "}
      <select
        value={wanted[name] ?? ""}
        onChange={(event) => onWant({ [name]: event.currentTarget.value })}
      >
        <option value="">all</option>
        {values.map((value) => (
          <option value={value}>{value}</option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="fields">
      <label>
        Instance{" "}
        <input
          value={wanted.instance ?? ""}
          size={14}
          placeholder="part of its name"
          onInput={(event) => onWant({ instance: event.currentTarget.value })}
        />
      </label>
      {study.sets.length > 1 ? select("set", "Set", study.sets) : null}
      {study.configurations.length > 1
        ? select("configuration", "Configuration", study.configurations)
        : null}
      {select("verdict", "Verdict", Object.keys(VERDICTS))}
    </div>
  );
}

/** The heading of a column, which sorts by it. */
function Head({
  column: [order, title, kind],
  wanted,
  onWant,
}: { column: (typeof COLUMNS)[number] } & Pick<Props, "wanted" | "onWant">) {
  const direction = wanted.descending ? "descending" : "ascending";
  const sorted = wanted.order === order ? direction : "none";
  const arrow = { none: "", ascending: " ↑", descending: " ↓" }[sorted];
  const sort = () => onWant({ order, descending: sorted === "ascending" });
  return (
    <th scope="col" class={kind} aria-sort={sorted}>
      <button class="quiet" onClick={sort}>
        {title}
        {arrow}
      </button>
    </th>
  );
}

function RowOf({ row, hasSets, onLink }: { row: Row; hasSets: boolean } & Pick<Props, "onLink">) {
  const href = filmLink(row.at, row.plan);
  const [kind, icon] = VERDICTS[row.verdict];
  const open = (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    const link = parseLink(href);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onLink(link);
  };
  return (
    <tr>
      <th scope="row">
        <a
          href={href}
          title={row.plan ? "the board, with playback of the plan" : "the board"}
          onClick={open}
        >
          <Icon name={row.plan ? "play" : "right"} />
          {row.instance}
        </a>
        {hasSets ? <small>{row.set}</small> : null}
      </th>
      <td title={row.error ?? ""}>
        <span class={`worth ${kind}`}>
          <Icon name={icon} />
          {row.verdict}
        </span>
        {row.stop ? (
          <>
            {" "}
            <small>{row.stop}</small>
          </>
        ) : null}
      </td>
      <td>
        {row.configuration}
        {row.repetition ? (
          <>
            {" "}
            <small>repetition {row.repetition + 1}</small>
          </>
        ) : null}
      </td>
      <td class="n">
        {whole(row.length)}
        {row.optimal ? <small title="proved to be the fewest"> min</small> : null}
      </td>
      <td class="n">{whole(row.expanded)}</td>
      <td class="n">{whole(row.generated)}</td>
      <td class="n">{size(row.peak_bytes)}</td>
      <td class="n">{duration(row.seconds)}</td>
    </tr>
  );
}

/** The range of the rows shown, with buttons for the others. */
function Pages({
  wanted: { offset = 0 },
  rows: { total, rows },
  onWant,
}: { rows: Rows } & Pick<Props, "wanted" | "onWant">) {
  const end = offset + rows.length;
  return (
    <div class="transport">
      <button
        disabled={offset === 0}
        onClick={() => onWant({ offset: Math.max(0, offset - ROWS) })}
      >
        Earlier
      </button>
      <span class="note" role="status">
        {total === 0 ? "no rows" : `rows ${whole(offset + 1)} to ${whole(end)} of ${whole(total)}`}
      </span>
      <button disabled={end >= total} onClick={() => onWant({ offset: offset + ROWS })}>
        Later
      </button>
    </div>
  );
}
