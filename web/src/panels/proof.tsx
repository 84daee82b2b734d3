// The proof that a position is lost: written by the solvers, checked by a program that shares no
// code with them, and offered for download.
import { useEffect, useState } from "preact/hooks";
import { job } from "../api/api";
import { copied } from "../browser/clipboard";
import { messageOf } from "../api/error";
import type { Certificate } from "../api/types";
import { counted } from "../model/say";
import { whereOf } from "../model/session";
import type { Node } from "../model/session";

const linkTo = (hex: string) =>
  URL.createObjectURL(
    new Blob([Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))], {
      type: "application/octet-stream",
    }),
  );

/** A command that proves a position in a terminal. */
const commandFor = (node: Node, instance: string | undefined) => {
  if (instance && !node.parent) return `patience certify ${instance} --check`;
  const { game, board } = whereOf(node);
  return `echo '${board}' | patience certify --game ${game} --input - --check`;
};

/** For a proof that is too large for the page: the command, to be copied. */
export function InTerminal({ command }: { command: string }) {
  const [words, setWords] = useState("Copy the command");
  const copy = async () => setWords((await copied(command)) ? "Copied" : "Not copied");
  return (
    <>
      The proof is too large for the page. This command writes and checks it in a terminal:{" "}
      <code class="command">{command}</code>{" "}
      <button class="mini" onClick={copy}>
        {words}
      </button>
    </>
  );
}

/** The progress of the proof request. */
type Told =
  | { kind: "nothing" | "asked" | "too large" }
  | { kind: "fault"; message: string }
  | { kind: "proof"; certificate: Certificate; link: string };

async function proofOf(node: Node): Promise<Told> {
  try {
    const { signal } = new AbortController();
    const result = await job("certify", { at: whereOf(node) }, () => {}, signal);
    if (result.name !== "certificate") return { kind: "too large" };
    return { kind: "proof", certificate: result.data, link: linkTo(result.data.hex) };
  } catch (error) {
    return { kind: "fault", message: messageOf(error) };
  }
}

/**
 * A button that requests the proof; then the checker's result, and the file. `instance` names the
 * deal at the root, if it has a name.
 */
export function Proof({ node, instance }: { node: Node; instance: string | undefined }) {
  const [told, setTold] = useState<Told>({ kind: "nothing" });
  const link = told.kind === "proof" ? told.link : null;
  useEffect(() => () => (link ? URL.revokeObjectURL(link) : undefined), [link]);
  const ask = async () => {
    setTold({ kind: "asked" });
    setTold(await proofOf(node));
  };
  if (told.kind === "nothing" || told.kind === "asked")
    return (
      <button class="mini" disabled={told.kind === "asked"} onClick={ask}>
        {told.kind === "asked" ? "Proving …" : "Check the proof"}
      </button>
    );
  return (
    <p class="proof" role="status">
      <Answer told={told} command={commandFor(node, instance)} />
    </p>
  );
}

/** Lemmas whose names are meaningless to players. */
const PLAINLY: Record<string, string> = {
  components: "groups of cards that no move can join",
};

function Answer({ told, command }: { told: Told; command: string }) {
  if (told.kind === "fault") return <>{told.message}</>;
  if (told.kind !== "proof") return <InTerminal command={command} />;
  const { claim, records, lemmas } = told.certificate;
  const named = lemmas.map((lemma) => PLAINLY[lemma] ?? lemma).join(", ") || "the rules alone";
  return (
    <>
      Checked: {claim}.{" "}
      {records
        ? `${counted(records, "record")}, relying on ${named}.`
        : `No search is needed: the proof relies on ${named}.`}{" "}
      <a href={told.link} download="lost.pcert">
        Keep the proof
      </a>
    </>
  );
}
