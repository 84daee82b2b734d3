// A page that has the window for itself: it is fetched, with its styles, when it is opened for the
// first time.
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/error";
import { Dialog } from "../parts/dialog";
import type { DialogProps } from "./dialog-props";

type Pages = typeof import("../pages/pages");

/** Loads the styles of the pages, once. */
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

let loaded: Pages | null = null;

async function load() {
  const [pages] = await Promise.all([import("../pages/pages"), styled()]);
  loaded = pages;
  return pages;
}

/** The page with a name, as something that opens over the game. */
export function pageOf(name: keyof Pages, title: string) {
  return function Page(props: DialogProps) {
    const [pages, setPages] = useState(loaded);
    const [fault, setFault] = useState("");
    useEffect(() => {
      if (!pages) load().then(setPages, (error) => setFault(messageOf(error)));
    }, []);
    const Content = pages?.[name];
    if (Content) return <Content {...props} />;
    return (
      <Dialog title={title} onClose={props.onClose} full>
        <p role="status" class={fault ? "error" : "note"}>
          {fault || "Loading …"}
        </p>
      </Dialog>
    );
  };
}
