// Writes and restores backups of all data saved in this browser.
import { KEPT_NAMES, backupText, readBackup } from "../model/backup";
import { read, remove, write } from "./storage";

/** Offers a string as a file. */
export function download(text: string, name: string) {
  const file = new Blob([text], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(file),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

const everything = () => Object.fromEntries(KEPT_NAMES.map((name) => [name, read(name)]));

export const backUp = () => download(backupText(everything()), "patience-backup.json");

/**
 * Replaces all saved data with a backup. If it does not fit, the data stay unchanged.
 */
export async function restore(file: File) {
  const wanted = readBackup(await file.text(), file.name);
  const before = everything();
  const put = (all: ReturnType<typeof everything>) =>
    KEPT_NAMES.every((name) => {
      remove(name);
      return all[name] === undefined || all[name] === null || write(name, all[name]);
    });
  if (put(wanted)) return;
  put(before);
  throw new Error(`${file.name} does not fit into this browser's storage; nothing was changed.`);
}
