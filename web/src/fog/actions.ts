/** The actions of a player, called by buttons and keys. */

import type { FogCanvas } from "./board-canvas";
import { nextArmy } from "./paths";
import type { Session } from "./session";
import { canOrder } from "./state";

export interface Actions {
  undo(): void;
  clear(): void;
  half(): void;
  next(backwards?: boolean): void;
  deselect(): void;
  ping(): void;
  pass(): void;
  fit(): void;
  home(): void;
  zoom(steps: number): void;
}

/** Creates the actions of a player on a board; buttons and keys call the same ones. */
export function createActions(session: Session, board: FogCanvas): Actions {
  const show = (tile: number | null) => {
    session.select(tile);
    if (tile !== null) board.reveal(tile);
  };
  return {
    undo: () => session.undo(),
    clear: () => session.clear(),
    half: () => session.toggleHalf(),
    deselect: () => session.select(null),
    next: (backwards = false) => {
      const { board: known, seat, cursor } = session.state;
      if (known && canOrder(session.state)) show(nextArmy(known, seat, cursor, backwards));
    },
    ping: () => {
      const { cursor } = session.state;
      if (cursor !== null) void session.send("ping_tile", cursor);
    },
    pass: () => void session.send("pass"),
    fit: () => board.fit(),
    home: () => {
      const { board: known, seat } = session.state;
      const general = known?.generals[seat] ?? -1;
      if (general >= 0) {
        session.select(general);
        board.goto(general);
      }
    },
    zoom: (steps) => board.zoom(steps),
  };
}
