// The report of a study: headings, text, tables and plots, each with its query.
import type { Part } from "../api/types";
import { ScrollBox } from "../parts/scroll-box";

const picture = (svg = "") => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export const Report = ({ parts }: { parts: Part[] }) => (
  <div class="report">
    {parts.map((part, index) => (
      <PartOf part={part} key={index} />
    ))}
  </div>
);

/** A part of a report. */
function PartOf({ part }: { part: Part }) {
  if (part.kind === "heading") return <Heading part={part} />;
  // The server generates this from Markdown, in which HTML is treated as text.
  if (part.kind === "text")
    return <div class="prose" dangerouslySetInnerHTML={{ __html: part.html ?? "" }} />;
  return (
    <>
      {part.kind === "plot" ? (
        <figure>
          <img class="on-light" src={picture(part.light)} alt={part.alt} />
          <img class="on-dark" src={picture(part.dark)} alt={part.alt} />
        </figure>
      ) : (
        <Table part={part} />
      )}
      <details>
        <summary>Where this comes from</summary>
        {part.how ? <p>{part.how}</p> : null}
        <pre>{part.sql}</pre>
      </details>
    </>
  );
}

function Heading({ part: { level, text } }: { part: Part }) {
  // The title is in the dialog.
  if (level === 1) return null;
  return level === 2 ? <h4>{text}</h4> : <h5>{text}</h5>;
}

function Table({ part: { header = [], rows = [], names = 0 } }: { part: Part }) {
  const kind = (column: number) => (column < names ? "" : "n");
  return (
    <ScrollBox label={`table: ${header.filter(Boolean).join(", ")}`}>
      <table>
        <thead>
          <tr>
            {header.map((text, column) => (
              <th scope="col" class={kind(column)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((text, column) => (
                <td class={kind(column)}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
