// The comparison of searches and the editor, fetched when their tab is opened for the first time.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/error";
import type { CompareProps } from "./compare";
import type { EditProps } from "./edit";

type Pages = typeof import("../pages/pages");

/** A part of the file of pages; it may be fetched after the page itself. */
function later<Props extends object>(partOf: (pages: Pages) => ComponentType<Props>) {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [found, setFound] = useState({ Content: loaded });
    const [fault, setFault] = useState("");
    useEffect(() => {
      if (loaded) return;
      import("../pages/pages").then(
        (pages) => setFound({ Content: (loaded = partOf(pages)) }),
        (error) => setFault(messageOf(error)),
      );
    }, []);
    const { Content } = found;
    if (Content) return <Content {...props} />;
    return <p class={fault ? "error" : "note"}>{fault || "Loading …"}</p>;
  };
}

export const LaterCompare = later<CompareProps>(({ comparison }) => comparison);
export const LaterEdit = later<EditProps>(({ editor }) => editor);
