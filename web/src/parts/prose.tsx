// Text for people: names between backticks are set in code font.

export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, index) => (index % 2 ? <code>{part}</code> : part))}</>
);
