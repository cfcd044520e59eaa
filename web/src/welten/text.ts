/** The words of a game, German and English side by side; names of units and ground come from the server. */

import { language, speak } from "../language";
import type { TerrainShown, UnitTypeShown } from "../protocol";
import { gateOn, sideOf, unitOn, type Board, type Phase, type Side, type Unit } from "./board";
import type { State } from "./state";

/** What everything is called and can do. */
export interface Lore {
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
  return speak(PHASES[phase]);
}

/** The head of the status bar, as on the old screen. */
export function phaseHeader(board: Board): string {
  return `${sideName(board.player)} ${phaseName(board.phase)}`.toUpperCase();
}

export function unitName(lore: Lore, type: number): string {
  const found = lore.unitTypes[type];
  return found ? (language() === "de" ? found.german : found.english) : "";
}

export function terrainName(lore: Lore, code: number): string {
  const found = lore.terrains.find((terrain) => terrain.code === code);
  return found ? (language() === "de" ? found.german : found.english) : "";
}

/** `R= 8  B= 10  A= 5  V= 12`, the line of a unit. */
export function statsOf(lore: Lore, unit: Unit): string {
  const { r = 0, a = 0 } = lore.unitTypes[unit.type] ?? {};
  return Object.entries({ R: r, B: unit.b, A: a, V: unit.v })
    .map(([letter, value]) => `${letter}=${String(value).padStart(3)}`)
    .join("  ");
}

/** What the four letters mean. */
export function lettersMean(): string {
  return speak({
    en: "R range, B movement, A attack, V defence",
    de: "R Reichweite, B Bewegung, A Angriff, V Verteidigung",
  });
}

/** A tile as a sentence, for those who listen instead of looking. */
export function described(lore: Lore, board: Board, tile: number): string {
  const x = tile % board.width;
  const y = Math.floor(tile / board.width);
  const parts = [`${x},${y}: ${terrainName(lore, board.terrain[tile]!)}`];
  const gate = gateOn(board, tile);
  if (gate !== null) parts.push(gateWords(board, gate));
  const unit = unitOn(board, tile);
  if (unit)
    parts.push(`${unitName(lore, unit.type)}, ${sideName(sideOf(unit))}, ${statsOf(lore, unit).replace(/ +/g, " ")}`);
  return parts.join("; ");
}

/** A gate position in words. */
export function gateWords(board: Board, gate: number): string {
  const { side, live } = board.gates[gate]!;
  if (!live) return speak({ en: `gate ${gate}, destroyed`, de: `Tor ${gate}, zerstört` });
  return speak({ en: `gate ${gate} of ${sideName(side)}`, de: `Tor ${gate} von ${sideName(side)}` });
}

/** What there is to do for whoever plays, in a sentence. */
export function task(state: State): string {
  const { shown, chosen } = state;
  if (!shown || shown.outcome) return "";
  if (shown.phase === "movement")
    return chosen === null
      ? speak({ en: "Choose a unit to move.", de: "Wähle eine Einheit zum Bewegen." })
      : speak({ en: "Choose where it goes.", de: "Wähle, wohin sie geht." });
  if (shown.phase === "attack")
    return chosen === null
      ? speak({ en: "Choose an attacker.", de: "Wähle einen Angreifer." })
      : speak({ en: "Choose a target.", de: "Wähle ein Ziel." });
  return speak({ en: "Open or shut your gates.", de: "Öffne oder schließe deine Tore." });
}

/** How many units have work left, as the warning says it. */
export function workLeft(state: State): string {
  const count = state.legal?.units.length ?? 0;
  const attack = state.shown?.phase === "attack";
  if (count === 1)
    return speak({
      en: `1 unit can still ${attack ? "attack" : "move"}.`,
      de: `1 Einheit kann noch ${attack ? "angreifen" : "sich bewegen"}.`,
    });
  return speak({
    en: `${count} units can still ${attack ? "attack" : "move"}.`,
    de: `${count} Einheiten können noch ${attack ? "angreifen" : "sich bewegen"}.`,
  });
}
