// What a screen reader hears, as the text of a region that is always there: many ignore a text that
// comes together with its region.
import { Component } from "preact";
import type { Game } from "../model/game";
import type { Node } from "../model/session";
import { spoken } from "../model/spoken";

interface Props {
  game: Game;
  picked: number | null;
}

interface State {
  /** the analysed position whose verdict was said, and what was said */
  of: Node | null;
  said: string;
}

export class Spoken extends Component<Props, State> {
  state: State = { of: null, said: "" };

  /** The verdict of an analysis is said once, although its numbers may still improve. */
  static getDerivedStateFromProps({ game, picked }: Props, { of, said }: State): State {
    const now = spoken(game, picked);
    if (!game.wants.analyse || game.hinted() || picked !== null) return { of: null, said: now };
    return of === game.current ? { of, said } : { of: now ? game.current : null, said: now };
  }

  render() {
    return this.state.said;
  }
}
