/** The texts of a game in both languages; names of units and terrain come from the server. */

import { language, localize } from "../language";
import type { TerrainShown, UnitTypeShown } from "../protocol";
import { gateOn, sideOf, unitOn, type Board, type Phase, type Side, type Unit } from "./board";
import type { State } from "./state";

/** What everything is called and can do. */
export interface GameData {
  readonly unitTypes: readonly UnitTypeShown[];
  readonly terrains: readonly TerrainShown[];
  /** The rounds after which Eldoin has held out. */
  readonly roundLimit: number;
}

export function sideName(side: Side): string {
  return side === "eldoin" ? "Eldoin" : "Dailor";
}

const PHASES: Readonly<Record<Phase, { readonly en: string; readonly de: string }>> = {
  movement: { en: "movement phase", de: "Bewegungsphase" },
  attack: { en: "attack phase", de: "Angriffsphase" },
  gates: { en: "gate phase", de: "Torphase" },
};

export function phaseName(phase: Phase): string {
  return localize(PHASES[phase]);
}

/** The head of the status bar, as on the old screen. */
export function phaseHeader(board: Board): string {
  return `${sideName(board.player)} ${phaseName(board.phase)}`.toUpperCase();
}

export function unitName(gameData: GameData, type: number): string {
  const found = gameData.unitTypes[type];
  return found ? (language() === "de" ? found.german : found.english) : "";
}

export function terrainName(gameData: GameData, code: number): string {
  const found = gameData.terrains.find((terrain) => terrain.code === code);
  return found ? (language() === "de" ? found.german : found.english) : "";
}

/** `R= 8  B= 10  A= 5  V= 12`, the line of a unit. */
export function statsText(gameData: GameData, unit: Unit): string {
  const { r = 0, a = 0 } = gameData.unitTypes[unit.type] ?? {};
  return Object.entries({ R: r, B: unit.b, A: a, V: unit.v })
    .map(([letter, value]) => `${letter}=${String(value).padStart(3)}`)
    .join("  ");
}

/** What the four letters mean. */
export function statsLegend(): string {
  return localize({
    en: "R range, B movement, A attack, V defence",
    de: "R Reichweite, B Bewegung, A Angriff, V Verteidigung",
  });
}

/** A tile as a sentence, for those who listen instead of looking. */
export function tileText(gameData: GameData, board: Board, tile: number): string {
  const x = tile % board.width;
  const y = Math.floor(tile / board.width);
  const parts = [`${x},${y}: ${terrainName(gameData, board.terrain[tile]!)}`];
  const gate = gateOn(board, tile);
  if (gate !== null) parts.push(gateText(board, gate));
  const unit = unitOn(board, tile);
  if (unit)
    parts.push(
      `${unitName(gameData, unit.type)}, ${sideName(sideOf(unit))}, ${statsText(gameData, unit).replace(/ +/g, " ")}`,
    );
  return parts.join("; ");
}

/** A gate position in words. */
export function gateText(board: Board, gate: number): string {
  const { side, live } = board.gates[gate]!;
  if (!live) return localize({ en: `gate ${gate}, destroyed`, de: `Tor ${gate}, zerstört` });
  return localize({ en: `gate ${gate} of ${sideName(side)}`, de: `Tor ${gate} von ${sideName(side)}` });
}

/** What the side that plays can do, in a sentence. */
export function taskText(state: State): string {
  const { shownBoard, chosen } = state;
  if (!shownBoard || shownBoard.outcome) return "";
  if (shownBoard.phase === "movement")
    return chosen === null
      ? localize({ en: "Choose a unit to move.", de: "Wähle eine Einheit zum Bewegen." })
      : localize({ en: "Choose where it goes.", de: "Wähle, wohin sie geht." });
  if (shownBoard.phase === "attack")
    return chosen === null
      ? localize({ en: "Choose an attacker.", de: "Wähle einen Angreifer." })
      : localize({ en: "Choose a target.", de: "Wähle ein Ziel." });
  return localize({ en: "Open or shut your gates.", de: "Öffne oder schließe deine Tore." });
}

/** How many units have work left, as the warning says it. */
export function workLeftText(state: State): string {
  const count = state.legal?.units.length ?? 0;
  const attack = state.shownBoard?.phase === "attack";
  if (count === 1)
    return localize({
      en: `1 unit can still ${attack ? "attack" : "move"}.`,
      de: `1 Einheit kann noch ${attack ? "angreifen" : "sich bewegen"}.`,
    });
  return localize({
    en: `${count} units can still ${attack ? "attack" : "move"}.`,
    de: `${count} Einheiten können noch ${attack ? "angreifen" : "sich bewegen"}.`,
  });
}
