import { describe, expect, it } from "vitest";

import { applyUpdate, type Board } from "../src/fog/board";
import type { GameUpdate } from "../src/fog/state";
import recording from "./vision.json";

/** The bits that the engine recorded, the first tile first. */
function bits(hex: string, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (Number.parseInt(hex[i >> 2]!, 16) >> (3 - (i & 3))) & 1);
}

describe("sight", () => {
  it("is what the engine says, turn by turn, with cities, towers and mountains", () => {
    let board: Board | null = null;
    const owned = { cities: 0, towers: 0 };
    for (const [turn, update] of (recording.updates as unknown as GameUpdate[]).entries()) {
      board = applyUpdate(board, update, recording.seat);
      const held = (tiles: ReadonlySet<number>) =>
        [...tiles].filter((tile) => board!.terrain[tile] === recording.seat).length;
      owned.cities = Math.max(owned.cities, held(board.cities));
      owned.towers = Math.max(owned.towers, held(board.towers));
      expect([...board.visible], `turn ${turn}`).toEqual(bits(recording.visible[turn]!, board.visible.length));
    }
    expect(owned.cities).toBeGreaterThan(1);
    expect(owned.towers).toBeGreaterThan(1);
  });
});
