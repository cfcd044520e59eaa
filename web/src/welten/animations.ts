/** What happens on a board as things that can be seen: one order becomes a few acts, played one after the other. */

import type { WeltenEvents } from "../protocol";
import { along, tileAt, tileOf, type Board } from "./board";

export type Act =
  /** A unit walks. */
  | { readonly act: "walk"; readonly unit: number; readonly tiles: readonly number[] }
  /** A unit strikes at a tile; the damage is written there. */
  | { readonly act: "strike"; readonly from: number; readonly to: number; readonly damage: number | null }
  /** A unit falls. */
  | { readonly act: "fall"; readonly unit: number; readonly tile: number }
  /** The ground of a tile becomes another. */
  | { readonly act: "change"; readonly tile: number; readonly before: number; readonly after: number };

/** Pavement, which is left of what was broken. */
const PAVEMENT = 0x71;

/** Milliseconds that an act takes when there is no hurry. */
export function length(act: Act): number {
  switch (act.act) {
    case "walk":
      return Math.min(420, 60 * act.tiles.length);
    case "strike":
      return 480;
    case "fall":
      return 320;
    case "change":
      return 260;
  }
}

/** The acts of an order, for the board as it was before. */
export function actsOf(board: Board, told: Pick<WeltenEvents, "events">): readonly Act[] {
  return told.events.flatMap((event): Act[] => {
    switch (event.type) {
      case "moved":
        return [{ act: "walk", unit: event.unit, tiles: along(board, event.fromX, event.fromY, event.path) }];
      case "hit":
        return strike(board, event.unit, tileAt(board, event.x, event.y), event.damage);
      case "destroyed":
        return [{ act: "fall", unit: event.unit, tile: tileAt(board, event.x, event.y) }];
      case "broken": {
        const tile = tileAt(board, event.x, event.y);
        return [...strike(board, event.unit, tile, null), { act: "change", tile, before: event.code, after: PAVEMENT }];
      }
      case "toggled":
      case "toggle undone": {
        const tile = tileAt(board, event.x, event.y);
        return [{ act: "change", tile, before: board.terrain[tile]!, after: event.code }];
      }
      default:
        return [];
    }
  });
}

function strike(board: Board, unit: number, to: number, damage: number | null): Act[] {
  const from = tileOf(board, board.units[unit]!);
  return from === null ? [] : [{ act: "strike", from, to, damage }];
}

/** Where an act is to be seen. */
export function placeOf(act: Act): readonly number[] {
  switch (act.act) {
    case "walk":
      return [act.tiles[0]!, act.tiles.at(-1)!];
    case "strike":
      return [act.from, act.to];
    default:
      return [act.tile];
  }
}
