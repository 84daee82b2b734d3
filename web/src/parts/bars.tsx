/** How hard something is, from 1 to 5. */
export const Bars = ({ value }: { value: number }) => (
  <span class="bars" role="img" aria-label={`difficulty ${value} of 5`}>
    {[1, 2, 3, 4, 5].map((each) => (
      <i class={each <= value ? "on" : ""} />
    ))}
  </span>
);
