import { describe, expect, it } from "vitest";

import { applyUpdate, type Board } from "../src/fog/board";
import { visibleTiles } from "../src/fog/vision";
import type { DetailedGameUpdate } from "../src/protocol";
import recording from "./vision.json";

describe("sight", () => {
  it("is what the engine says, turn by turn, with cities, towers and mountains", () => {
    let board: Board | null = null;
    const owned = { cities: 0, towers: 0 };
    for (const [turn, update] of (recording.updates as unknown as DetailedGameUpdate[]).entries()) {
      board = applyUpdate(board, update);
      const held = (tiles: ReadonlySet<number>) =>
        [...tiles].filter((tile) => board!.terrain[tile] === recording.seat).length;
      owned.cities = Math.max(owned.cities, held(board.cities));
      owned.towers = Math.max(owned.towers, held(board.towers));
      expect([...visibleTiles(board, recording.seat)], `turn ${turn}`).toEqual([...board.visible]);
    }
    expect(owned.cities).toBeGreaterThan(1);
    expect(owned.towers).toBeGreaterThan(1);
  });
});
