// A switch, on or off.

interface Props {
  on: boolean;
  label: string;
  onChange: (on: boolean) => void;
}

export const Switch = ({ on, label, onChange }: Props) => (
  <button
    class="switch"
    role="switch"
    aria-checked={on}
    aria-label={label}
    onClick={() => onChange(!on)}
  >
    <i />
  </button>
);
