/** Which orders of the other side concern the player, so that only these are shown if they want. */

import type { WeltenEvents } from "../protocol";
import type { Board } from "./board";
import { sideOf } from "./game-data";
import { commandsSide, type State } from "./state";

/** Tiles within which a unit that comes near is shown. */
export const NEAR_TILES = 6;

/** Whether an order hits, breaks or toggles something, ends a game, or brings a unit near to one of the player's. */
export function concernsPlayer(state: State, board: Board, told: Pick<WeltenEvents, "events">): boolean {
  return told.events.some((event) => {
    if (event.type === "moved") return isNearOwn(state, board, event.x, event.y);
    return event.type !== "state began" && event.type !== "move undone";
  });
}

function isNearOwn(state: State, board: Board, x: number, y: number): boolean {
  return board.units.some(
    (unit) =>
      unit.x >= 0 &&
      Math.abs(unit.x - x) <= NEAR_TILES &&
      Math.abs(unit.y - y) <= NEAR_TILES &&
      commandsSide(state, sideOf(state.gameData, unit)),
  );
}
