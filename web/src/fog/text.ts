/** Events and tiles as sentences, for the news and for screen readers. */

import { CITY, FOG, FOG_OBSTACLE, LAND, MOUNTAIN, TOWER } from "./board";
import { GROWTH_TURNS } from "../protocol/options";
import type { GameEvent, State } from "./state";

function playerName(state: State, index: number): string {
  if (index === state.seat) return "You";
  return state.players.find((player) => player.index === index)?.username ?? "Somebody";
}

/** An event as a sentence. */
export function eventText(state: State, event: GameEvent): string {
  const name = playerName(state, event.index);
  switch (event.type) {
    case "captured city":
      return `${name} took a city`;
    case "captured tower":
      return `${name} took a tower`;
    case "captured general":
      return event.of === state.seat
        ? `${name} took your general`
        : `${name} took the general of ${playerName(state, event.of)}`;
    case "eliminated":
      return name === "You" ? "You are out of the game" : `${name} is out of the game`;
  }
}

/** A tile as a sentence: where it is, whose, and how strong. */
export function tileText(state: State, tile: number): string {
  const { board } = state;
  if (!board) return "";
  const place = `Row ${Math.floor(tile / board.width) + 1}, column ${(tile % board.width) + 1}`;
  const code = board.terrain[tile];
  const remembered = !board.visible[tile] && code !== FOG && code !== FOG_OBSTACLE;
  return `${place}: ${contentsText(state, tile)}${remembered ? ", as last seen" : ""}`;
}

function contentsText(state: State, tile: number): string {
  const board = state.board!;
  const code = board.terrain[tile]!;
  const armies = board.armies[tile]!;
  if (code === MOUNTAIN) return "mountain";
  if (code === FOG) return "never seen";
  if (code === FOG_OBSTACLE) return "never seen, an obstacle";
  if (code === TOWER) return `free tower, defence ${board.defence[tile]}`;
  if (code === CITY) return `free city, ${armies} armies`;
  if (code === LAND) return armies ? `free land, ${armies} armies` : "free land";
  const kind = board.generals.includes(tile)
    ? "general"
    : board.cities.has(tile)
      ? "city"
      : board.towers.has(tile)
        ? "tower"
        : "land";
  const owner = code === state.seat ? "your" : `${playerName(state, code)}'s`;
  return `${owner} ${kind}, ${armies} ${armies === 1 ? "army" : "armies"}`;
}

/** Turns until all land grows. */
export function turnsUntilGrowth(turn: number): number {
  return GROWTH_TURNS - (turn % GROWTH_TURNS);
}
