// What a program says to people: names between backticks are drawn as they are written.

export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, index) => (index % 2 ? <code>{part}</code> : part))}</>
);
