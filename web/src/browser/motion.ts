// Motion that only decorates: a deal being laid, a win. Any input ends it, so that nobody ever
// waits for it.

const DECORATION = /^(deal|fan|fall|rise)/;

/** Whoever clicks or types sees at once what will lie there. */
export function skipOnInput() {
  const skip = () =>
    document
      .getAnimations()
      .forEach(
        (each) =>
          each instanceof CSSAnimation && DECORATION.test(each.animationName) && each.finish(),
      );
  for (const input of ["pointerdown", "keydown"]) window.addEventListener(input, skip, true);
}
