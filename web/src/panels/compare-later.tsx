// The comparison of searches, fetched when its tab is opened for the first time.
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/error";
import type { Compare, CompareProps } from "./compare";

let loaded: typeof Compare | null = null;

export function LaterCompare(props: CompareProps) {
  const [found, setFound] = useState({ Content: loaded });
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (loaded) return;
    import("../pages/pages").then(
      ({ comparison }) => setFound({ Content: (loaded = comparison) }),
      (error) => setFault(messageOf(error)),
    );
  }, []);
  const { Content } = found;
  if (Content) return <Content {...props} />;
  return <p class={fault ? "error" : "note"}>{fault || "Loading …"}</p>;
}
