// Text for people, in which names between backticks are set in a code font.

export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, index) => (index % 2 ? <code>{part}</code> : part))}</>
);
