// The parameters of an algorithm, drawn from the server's schema alone. Values are checked where
// they are used, and the server's messages are shown.
import type { Algorithm, Parameter } from "../api/types";
import { settable } from "../model/schema";
import type { Texts } from "../model/schema";

/** A field for a parameter: a checkbox, a list, or a text field. */
function Field({
  parameter,
  text,
  disabled,
  onChange,
}: {
  parameter: Parameter;
  text: string;
  disabled: boolean;
  onChange: (text: string) => void;
}) {
  const { name, type, unit, help, choices } = parameter;
  const plain = parameter.default ?? "";
  const props = { name, title: help, disabled };
  if (type === "flag") {
    return (
      <label class="check" title={help}>
        <input
          type="checkbox"
          {...props}
          checked={text !== ""}
          onChange={(event) => onChange(event.currentTarget.checked ? "true" : "")}
        />
        {name}
      </label>
    );
  }
  const label = unit ? `${name} (${unit})` : name;
  if (choices.length) {
    return (
      <label>
        {label}{" "}
        <select {...props} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{plain || "none"} (default)</option>
          {choices
            .filter((word) => word !== plain)
            .map((word) => (
              <option value={word}>{word}</option>
            ))}
        </select>
      </label>
    );
  }
  return (
    <label>
      {label}{" "}
      <input
        {...props}
        {...rangeOf(parameter)}
        placeholder={String(plain)}
        value={text}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** The input control for a parameter; numbers have their bounds. */
function rangeOf({ type, least, most }: Parameter) {
  if (type !== "whole" && type !== "number") return { type: "text" } as const;
  const bounds = { min: least ?? undefined, max: most ?? undefined };
  return { type: "number", ...bounds, step: type === "whole" ? 1 : "any" } as const;
}

/** A field for each parameter of an algorithm. */
export const ParameterFields = ({
  algorithm,
  texts,
  disabled,
  onChange,
}: {
  algorithm: Algorithm;
  texts: Texts;
  disabled: boolean;
  onChange: (texts: Texts) => void;
}) => (
  <>
    {settable(algorithm).map((each) => (
      <Field
        key={`${algorithm.name} ${each.name}`}
        parameter={each}
        text={texts[each.name] ?? ""}
        disabled={disabled}
        onChange={(text) => onChange({ ...texts, [each.name]: text })}
      />
    ))}
  </>
);
