// The settings, the saved games as a file, and a backup of all data.
import { useState } from "preact/hooks";
import { offline } from "../api/api";
import { messageOf } from "../api/error";
import { backUp, restore } from "../browser/backup";
import { exportGames, importGames } from "../browser/games-file";
import { keeps, write } from "../browser/storage";
import type { Settings } from "../browser/storage";
import { counted } from "../model/say";
import { Dialog } from "../parts/dialog";
import type { DialogProps } from "./dialog-props";

const THEMES: [Settings["theme"], string][] = [
  ["auto", "as the system"],
  ["light", "light"],
  ["dark", "dark"],
];
const LAYOUTS: [Settings["layout"], string][] = [
  ["auto", "as it fits"],
  ["across", "across"],
  ["down", "downward"],
];
const SWITCHES = [
  ["fourColours", "Four colours: diamonds blue, clubs green"],
  ["letters", "Letters instead of glyphs on pieces"],
  ["movable", "Mark what can move"],
  ["motion", "Animate moves"],
  ["sound", "Sounds"],
] as const;

const VERDICTS: [Settings["verdicts"], string, string][] = [
  [
    "quiet",
    "Quiet",
    "You find out yourself. When you are stuck, you can see where the game was lost.",
  ],
  [
    "warn",
    "Warn once",
    "The first move that throws the win away is pointed out, and you can undo it.",
  ],
  ["always", "Always", "Every position shows whether the game can still be won."],
];

/** The amount of help that the game gives. */
const Verdicts = ({ settings, onChange }: Pick<Props, "settings" | "onChange">) => (
  <fieldset class="verdicts">
    <legend>How much should the game tell you while you play?</legend>
    {VERDICTS.map(([name, head, words]) => (
      <label class="check">
        <input
          type="radio"
          name="verdicts"
          checked={settings.verdicts === name}
          onChange={() => onChange({ verdicts: name })}
        />
        <span>
          <b>{head}</b>
          <small>{words}</small>
        </span>
      </label>
    ))}
  </fieldset>
);

/** A list to choose from. */
function Choice<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: T;
  choices: [T, string][];
  onChange: (value: T) => void;
}) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {choices.map(([each, words]) => (
          <option value={each}>{words}</option>
        ))}
      </select>
    </label>
  );
}

type Props = Pick<DialogProps, "settings" | "onChange" | "onClose" | "onImport" | "kept">;

export const SettingsDialog = ({ settings, onChange, onClose, ...games }: Props) => (
  <Dialog title="Settings" onClose={onClose}>
    <div class="fields">
      <Choice
        label="Colours"
        value={settings.theme}
        choices={THEMES}
        onChange={(theme) => onChange({ theme })}
      />
      <Choice
        label="Rows of cards"
        value={settings.layout}
        choices={LAYOUTS}
        onChange={(layout) => onChange({ layout })}
      />
    </div>
    <Verdicts settings={settings} onChange={onChange} />
    {SWITCHES.map(([name, words]) => (
      <label class="check">
        <input
          type="checkbox"
          checked={settings[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
        {words}
      </label>
    ))}
    <Games {...games} />
    {keeps ? <Backup /> : null}
    <p class="note">
      {offline
        ? "The solvers run in this browser."
        : "The solvers run on the computer that serves this page."}
    </p>
  </Dialog>
);

/** Export and import of the saved games. */
function Games({ kept, onImport }: Pick<Props, "kept" | "onImport">) {
  const count = kept.length;
  return (
    <section>
      <h3>My games</h3>
      {keeps ? (
        <p class="note">
          {count ? counted(count, "game") : "No game yet"} {count > 1 ? "are" : "is"} kept in this
          browser, with moves, variations and times. Export writes them into a file for another
          browser or for the terminal (<code>patience play --import</code>); Import reads such a
          file.
        </p>
      ) : (
        <p class="note">
          This browser stores nothing: settings, games and statistics are lost when the page is
          closed. It may be a private window, or storage is switched off.
        </p>
      )}
      <div class="transport">
        <button disabled={count === 0} onClick={exportGames}>
          Export
        </button>
        <label class="button">
          Import
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget: { files } }) => {
              if (files?.[0]) onImport(importGames(files[0]));
            }}
          />
        </label>
      </div>
    </section>
  );
}

/** Backup and restoration of everything stored in this browser. */
function Backup() {
  const [fault, setFault] = useState("");
  const put = async (file: File | undefined) => {
    if (!file) return;
    try {
      await restore(file);
      write("restored", file.name);
      location.reload();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <section>
      <h3>Everything in this browser</h3>
      <p class="note">
        One file holds games, results, daily deals, puzzles and settings. Restoring it replaces all
        of them; the game on the table stays.
      </p>
      <div class="transport">
        <button onClick={backUp}>Back up</button>
        <label class="button">
          Restore
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget: { files } }) => put(files?.[0])}
          />
        </label>
      </div>
      <p class="error" role="status">
        {fault}
      </p>
    </section>
  );
}
