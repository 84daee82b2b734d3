// One slider with two handles for a range. Keys and screen readers use two native sliders; the
// pointer moves the nearer handle.
import { useRef } from "preact/hooks";

/** Half the width of a handle, in pixels; the styles have the same. */
const HALF = 12;

interface Props {
  /** the quantity of the range */
  label: string;
  /** the names of the handles */
  names: readonly [string, string];
  least: number;
  most: number;
  /** the positions of the handles */
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
}

export function TwoHandles({ label, names, least, most, value, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  /** the handle held by the pointer */
  const held = useRef<0 | 1 | null>(null);
  const [from, to] = value;
  const share = (of: number) => (of - least) / Math.max(1, most - least);
  const move = (handle: 0 | 1, wanted: number) =>
    onChange(handle === 0 ? [Math.min(wanted, to), to] : [from, Math.max(wanted, from)]);
  const under = ({ clientX }: PointerEvent) => {
    const { left, width } = (box.current as HTMLDivElement).getBoundingClientRect();
    const at = (clientX - left - HALF) / Math.max(1, width - 2 * HALF);
    return Math.round(least + Math.max(0, Math.min(1, at)) * (most - least));
  };
  const take = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = under(event);
    const nearer = Math.abs(at - from) - Math.abs(at - to) || at - from;
    const handle = nearer > 0 ? 1 : 0;
    held.current = handle;
    box.current?.setPointerCapture(event.pointerId);
    box.current?.querySelectorAll("input")[handle]?.focus();
    // The focus stays on the handle.
    event.preventDefault();
    move(handle, at);
  };
  return (
    <div
      class="two-handles"
      ref={box}
      role="group"
      aria-label={label}
      style={{ "--from": share(from), "--to": share(to) }}
      onPointerDown={take}
      onPointerMove={(event) => {
        if (held.current !== null) move(held.current, under(event));
      }}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
    >
      {([0, 1] as const).map((handle) => (
        <input
          type="range"
          aria-label={names[handle]}
          min={least}
          max={most}
          value={value[handle]}
          onInput={(event) => {
            const field = event.currentTarget;
            move(handle, Number(field.value));
            // A handle that was stopped by the other handle stays there.
            field.value = String(
              handle === 0
                ? Math.min(Number(field.value), to)
                : Math.max(Number(field.value), from),
            );
          }}
        />
      ))}
    </div>
  );
}
