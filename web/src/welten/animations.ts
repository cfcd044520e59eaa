/** Turns the events of an order into animations that are played one after the other. */

import type { WeltenEvents } from "../protocol";
import { type Board, pathTiles, tileAt, tileOf } from "./board";
import { TILE_CODES } from "./tile-sheet";

export type BoardAnimation =
  /** A unit walks along tiles. */
  | { readonly kind: "walk"; readonly unit: number; readonly tiles: readonly number[] }
  /** A unit strikes at a tile; the damage is written there. */
  | { readonly kind: "strike"; readonly from: number; readonly to: number; readonly damage: number | null }
  /** A unit falls. */
  | { readonly kind: "fall"; readonly unit: number; readonly tile: number }
  /** The ground of a tile becomes another. */
  | { readonly kind: "change"; readonly tile: number; readonly before: number; readonly after: number };

/** Milliseconds that an animation takes at normal speed. */
export function durationOf(animation: BoardAnimation): number {
  switch (animation.kind) {
    case "walk":
      return Math.min(420, 60 * animation.tiles.length);
    case "strike":
      return 480;
    case "fall":
      return 320;
    case "change":
      return 260;
  }
}

/** The animations of an order, for the board as it was before. */
export function animationsOf(board: Board, told: Pick<WeltenEvents, "events">): readonly BoardAnimation[] {
  return told.events.flatMap((event): BoardAnimation[] => {
    switch (event.type) {
      case "moved":
        return [{ kind: "walk", unit: event.unit, tiles: pathTiles(board, event.fromX, event.fromY, event.path) }];
      case "hit":
        return strike(board, event.unit, tileAt(board, event.x, event.y), event.damage);
      case "destroyed":
        return [{ kind: "fall", unit: event.unit, tile: tileAt(board, event.x, event.y) }];
      case "broken": {
        const tile = tileAt(board, event.x, event.y);
        return [
          ...strike(board, event.unit, tile, null),
          { kind: "change", tile, before: event.code, after: TILE_CODES.pavement },
        ];
      }
      case "toggled":
      case "toggle undone": {
        const tile = tileAt(board, event.x, event.y);
        return [{ kind: "change", tile, before: board.terrain[tile]!, after: event.code }];
      }
      default:
        return [];
    }
  });
}

function strike(board: Board, unit: number, to: number, damage: number | null): BoardAnimation[] {
  const from = tileOf(board, board.units[unit]!);
  return from === null ? [] : [{ kind: "strike", from, to, damage }];
}

/** The tiles where an animation is seen. */
export function animatedTiles(animation: BoardAnimation): readonly number[] {
  switch (animation.kind) {
    case "walk":
      return [animation.tiles[0]!, animation.tiles.at(-1)!];
    case "strike":
      return [animation.from, animation.to];
    default:
      return [animation.tile];
  }
}
