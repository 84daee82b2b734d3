// The text for screen readers, in a region that is always there: many of them ignore text that
// appears together with its region.
import { Component } from "preact";
import type { Game } from "../model/game";
import type { Node } from "../model/session";
import { spoken } from "../model/spoken";

interface Props {
  game: Game;
  picked: number | null;
}

interface State {
  /** the analysed position of the last verdict, and the text */
  of: Node | null;
  said: string;
}

export class Spoken extends Component<Props, State> {
  state: State = { of: null, said: "" };

  /** Speaks the verdict of an analysis once, although its numbers may still improve. */
  static getDerivedStateFromProps({ game, picked }: Props, { of, said }: State): State {
    const now = spoken(game, picked);
    if (!game.wants.analyse || game.hinted() || picked !== null) return { of: null, said: now };
    return of === game.current ? { of, said } : { of: now ? game.current : null, said: now };
  }

  render() {
    return this.state.said;
  }
}
