// The rule by which the cards of Gaps are redealt, chosen with the game's rules.
import type { DialogProps } from "./dialog-props";

/** Some rule sets allow fewer. */
const REDEALS: [string, string][] = [
  ["none", "none"],
  ["pysol", "two, any time, gaps after rows in order"],
  ["aisleriot", "two, when stuck, gaps after rows in order"],
  ["spaces", "two, any time, gaps anywhere"],
  ["station", "two, any time, gaps at the ends of rows"],
  ["addiction", "three, any time, gaps anywhere"],
  ["unshuffled", "two, any time, nothing is shuffled"],
];

/** The rule of redeals; it applies to the current game at once. */
export const RedealChoice = ({
  settings,
  onChange,
}: Pick<DialogProps, "settings" | "onChange">) => (
  <label class="redeal-choice">
    Redeals{" "}
    <select
      value={settings.redeals}
      onChange={(event) => onChange({ redeals: event.currentTarget.value })}
    >
      {REDEALS.map(([each, words]) => (
        <option value={each}>{words}</option>
      ))}
    </select>
    <small class="note">Cards out of order are dealt again; this holds for any game of Gaps.</small>
  </label>
);
