/** The words of a game, German and English side by side; names of units and ground come from the server. */

import { language, speak } from "../language";
import type { TerrainShown, UnitTypeShown } from "../wire.gen";
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

const HINTS: Readonly<Record<string, { readonly en: string; readonly de: string }>> = {
  UNREACHABLE: { en: "Out of reach.", de: "Das ist zu weit." },
  NO_POINTS: { en: "Not enough movement left.", de: "Nicht genug Bewegung übrig." },
  NO_ENTRY: { en: "This unit cannot go there.", de: "Dorthin kann diese Einheit nicht." },
  OCCUPIED: { en: "Somebody stands there.", de: "Dort steht schon jemand." },
  OFF_MAP: { en: "The land ends there.", de: "Dort endet das Land." },
  TOO_FAR: { en: "Out of range.", de: "Außer Reichweite." },
  ATTACK_SPENT: { en: "This unit has attacked already.", de: "Diese Einheit hat schon angegriffen." },
  NO_TARGET: { en: "There is nothing to attack.", de: "Dort gibt es nichts anzugreifen." },
  CHOOSE_FIRST: { en: "Choose one of your own units first.", de: "Wähle zuerst eine eigene Einheit." },
  GATE_DEAD: { en: "This gate is destroyed.", de: "Dieses Tor ist zerstört." },
  NOT_YOURS: { en: "That is the enemy's.", de: "Das gehört dem Gegner." },
  NOT_YOUR_TURN: { en: "The other side plays.", de: "Der Gegner ist am Zug." },
  WRONG_PHASE: { en: "Not in this phase.", de: "Nicht in dieser Phase." },
  NO_UNIT: { en: "This unit is gone.", de: "Diese Einheit gibt es nicht mehr." },
  NOTHING_TO_UNDO: { en: "Nothing can be taken back.", de: "Es gibt nichts zurückzunehmen." },
  OFFER_STANDS: { en: "You have offered a draw already.", de: "Du hast schon Remis angeboten." },
  NO_WORK: { en: "No unit has work left.", de: "Keine Einheit hat noch etwas zu tun." },
  AGAIN: { en: "Tap again to attack.", de: "Zum Angreifen nochmals tippen." },
  NO_ANSWER: { en: "The server did not answer.", de: "Der Server hat nicht geantwortet." },
  NOT_SENT: { en: "The line was lost before this was sent.", de: "Die Verbindung riss vor dem Senden ab." },
};

/** Why something was not done, in words. */
export function hintWords(code: string): string {
  const found = HINTS[code];
  return found ? speak(found) : code;
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
