// Dialogs and pages that are fetched when one of them is opened for the first time.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/error";
import { Dialog } from "../parts/dialog";
import type { DialogProps } from "./dialog-props";

/** Loads the styles of pages and dialogs, once. */
const styled = () =>
  new Promise<void>((done, fail) => {
    if (document.querySelector('link[href="pages-style.css"]')) return done();
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: "pages-style.css",
      onload: () => done(),
      onerror: () => fail(new Error("The page could not be loaded. Try again.")),
    });
    document.head.append(link);
  });

/** A part that opens over the game, and is fetched by `load`; a page fills the window. */
function fetched<Parts extends { [Name in keyof Parts]: ComponentType<DialogProps> }>(
  load: () => Promise<Parts>,
  full: boolean,
) {
  let loaded: Parts | null = null;
  return (name: keyof Parts, title: string) =>
    function Fetched(props: DialogProps) {
      const [found, setFound] = useState(loaded);
      const [fault, setFault] = useState("");
      useEffect(() => {
        if (found) return;
        load().then(
          (all) => setFound((loaded = all)),
          (error) => setFault(messageOf(error)),
        );
      }, []);
      const Content: ComponentType<DialogProps> | undefined = found?.[name];
      if (Content) return <Content {...props} />;
      // A small dialog appears at once: a placeholder would lose the focus.
      if (!full && !fault) return null;
      return (
        <Dialog title={title} onClose={props.onClose} full={full}>
          <p role="status" class={fault ? "error" : "note"}>
            {fault || "Loading …"}
          </p>
        </Dialog>
      );
    };
}

/** Parts fetched with the pages that do not fill the window. */
type Pages = Omit<typeof import("../pages/pages"), "comparison" | "editor">;

/** The page with this name. */
export const pageOf = fetched(
  async (): Promise<Pages> => (await Promise.all([import("../pages/pages"), styled()]))[0],
  true,
);

/** The dialog with this name. */
export const laterDialog = fetched(
  async () => (await Promise.all([import("./dialogs"), styled()]))[0],
  false,
);
