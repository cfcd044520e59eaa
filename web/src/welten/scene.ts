/** Turns the state of a game into the scene that the canvas draws, and finds the place to look at first. */

import { type Board, middle, pathTiles, tileOf } from "./board";
import type { Scene, WeltenCanvas } from "./board-canvas";
import { cursorLook, pathTo, targetAt } from "./clicks";
import { commanderType, type GameData, sideOf } from "./game-data";
import { canOrder, openUnits, type State } from "./state";

/** The scene of a state whose board is shown. */
export function sceneOf(state: State, bars = false): Scene {
  const board = state.shownBoard!;
  const { unitOptions, cursor, legal, chosen } = state;
  const tile = ({ x, y }: { x: number; y: number }) => y * board.width + x;
  const { studiedReach, shownAttack, plans } = state;
  const placed = (units: readonly number[]) => units.map((number) => tile(board.units[number]!));
  const scene: Scene = {
    board,
    chosen,
    threats: state.threats,
    ...(studiedReach ? { enemyReach: studiedReach.reach, enemyHits: studiedReach.hits } : {}),
    attack: shownAttack && { from: shownAttack.from ?? null, to: shownAttack.tile },
    held: placed(plans.held),
    marked: placed(plans.marked),
    ...(bars ? { fullV: state.gameData.unitTypes.map(({ v }) => v) } : {}),
  };
  if (!canOrder(state)) return { ...scene, cursor: cursor === null ? null : { tile: cursor, look: "plain" } };
  const unit = chosen === null ? null : board.units[chosen]!;
  const way = cursor === null ? null : pathTo(state, cursor);
  return {
    ...scene,
    reach: unitOptions?.ways.map(tile) ?? [],
    range: unitOptions && board.phase === "attack" ? unitOptions.range : [],
    targets: unitOptions?.targets.map(tile) ?? [],
    ...(way && unit ? { path: pathTiles(board, unit.x, unit.y, way.path) } : {}),
    ready: placed(openUnits(state)),
    gates: (legal?.gates ?? []).map((number) => tile(board.gates[number]!)),
    cursor:
      cursor === null
        ? null
        : { tile: cursor, look: aimsAtNothing(state, cursor) ? "plain" : cursorLook(state, cursor) },
  };
}

/** Whether the cursor is aimed at a tile that cannot be hit. */
function aimsAtNothing(state: State, tile: number): boolean {
  return state.unitOptions !== null && cursorLook(state, tile) === "aim" && targetAt(state, tile) === null;
}

/** The tile that a player sees first: that of their commander; spectators see the middle of the land. */
export function homeOf({ gameData, side }: State, board: Board): number {
  if (side === null) return middle(board);
  const mine = side === "both" ? board.player : side;
  const own = board.units.filter((unit) => unit.x >= 0 && sideOf(gameData, unit) === mine);
  const first = own.find(({ type }) => type === commanderType(gameData, mine)) ?? own[0];
  return first ? tileOf(board, first)! : middle(board);
}

/** Whether a unit of the side that plays is in the window. */
export function showsPlayer(map: WeltenCanvas, gameData: GameData, board: Board): boolean {
  const { x: left, y: top, width, height } = map.shown;
  return board.units.some(
    (unit) =>
      unit.x >= Math.max(0, left) &&
      unit.x + 1 <= left + width &&
      unit.y >= top &&
      unit.y + 1 <= top + height &&
      sideOf(gameData, unit) === board.player,
  );
}
