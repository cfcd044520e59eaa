/** The texts of a game in both languages; names of units and terrain come from the server. */

import { formatNumber, language, localize, texts } from "../language";
import type { TargetShown } from "../protocol";
import { type Board, gateOn, type Phase, type Side, type Unit, unitOn } from "./board";
import { type GameData, sideOf } from "./game-data";
import { openUnits, type State } from "./state";

const TEXT = texts({
  en: {
    phases: { movement: "movement phase", attack: "attack phase", gates: "gate phase" },
    legend: "R range, B movement, A attack, V defence",
    gateDestroyed: (gate: number) => `gate ${gate}, destroyed`,
    gateOf: (gate: number, side: string) => `gate ${gate} of ${side}`,
    chooseUnit: "Choose a unit to move.",
    chooseTile: "Choose where it goes.",
    chooseAttacker: "Choose an attacker.",
    chooseTarget: "Choose a target.",
    toggleGates: "Open or shut your gates.",
    mark: "Choose units, or draw a box around them.",
    lead: "Choose a free tile: the marked go there.",
    unitsCanMove: (count: number) => `${count} ${count === 1 ? "unit" : "units"} can still move.`,
    unitsCanAttack: (count: number) => `${count} ${count === 1 ? "unit" : "units"} can still attack.`,
    abilities: {
      mustLive: "must live",
      flies: "flies",
      sails: "keeps to the river",
      breaksWalls: "breaks gates and walls",
      breaksGates: "breaks gates",
    },
    structures: {
      gate: { name: "Gate", falls: "It falls for certain." },
      wall: { name: "Wall", falls: "It falls for certain." },
    },
    destroyed: "Destroyed",
    damage: (percent: string, damage: number, left: number) => `${percent} damage ${damage}, V left ${left}`,
    orders: {
      move: (unit: string, place: string) => `${unit} to ${place}`,
      attack: (unit: string, place: string) => `${unit} attack ${place}`,
      gate: (gate: string) => `toggle gate ${gate}`,
      undo: "undo",
      end: "end turn",
      draw: "offer a draw",
    },
  },
  de: {
    phases: { movement: "Bewegungsphase", attack: "Angriffsphase", gates: "Torphase" },
    legend: "R Reichweite, B Bewegung, A Angriff, V Verteidigung",
    gateDestroyed: (gate: number) => `Tor ${gate}, zerstört`,
    gateOf: (gate: number, side: string) => `Tor ${gate} von ${side}`,
    chooseUnit: "Wähle eine Einheit zum Bewegen.",
    chooseTile: "Wähle, wohin sie geht.",
    chooseAttacker: "Wähle einen Angreifer.",
    chooseTarget: "Wähle ein Ziel.",
    toggleGates: "Öffne oder schließe deine Tore.",
    mark: "Wähle Einheiten, oder ziehe einen Kasten um sie.",
    lead: "Wähle ein freies Feld: Die Markierten gehen hin.",
    unitsCanMove: (count: number) =>
      count === 1 ? "1 Einheit kann sich noch bewegen." : `${count} Einheiten können sich noch bewegen.`,
    unitsCanAttack: (count: number) =>
      count === 1 ? "1 Einheit kann noch angreifen." : `${count} Einheiten können noch angreifen.`,
    abilities: {
      mustLive: "darf nicht fallen",
      flies: "fliegt",
      sails: "bleibt im Fluss",
      breaksWalls: "bricht Tore und Mauern",
      breaksGates: "bricht Tore",
    },
    structures: {
      gate: { name: "Tor", falls: "Es fällt mit Sicherheit." },
      wall: { name: "Mauer", falls: "Sie fällt mit Sicherheit." },
    },
    destroyed: "Vernichtet",
    damage: (percent: string, damage: number, left: number) => `${percent} Schaden ${damage}, V übrig ${left}`,
    orders: {
      move: (unit: string, place: string) => `${unit} nach ${place}`,
      attack: (unit: string, place: string) => `Angriff auf ${place} (${unit})`,
      gate: (gate: string) => `Tor ${gate} öffnen oder schließen`,
      undo: "Rücknahme",
      end: "Zug beenden",
      draw: "Remis anbieten",
    },
  },
});

export function sideName(side: Side): string {
  return side === "eldoin" ? "Eldoin" : "Dailor";
}

export function phaseName(phase: Phase): string {
  return localize(TEXT).phases[phase];
}

/** The title of the status bar, in capitals as in the original. */
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

/** `R= 8  B= 10  A= 5  V= 12`, the numbers of a unit. */
export function statsText(gameData: GameData, unit: Unit): string {
  const { r = 0, a = 0 } = gameData.unitTypes[unit.type] ?? {};
  return Object.entries({ R: r, B: unit.b, A: a, V: unit.v })
    .map(([letter, value]) => `${letter}=${String(value).padStart(3)}`)
    .join("  ");
}

/** The meaning of the four letters. */
export function statsLegend(): string {
  return localize(TEXT).legend;
}

/** A tile as a sentence for screen readers. */
export function tileText(gameData: GameData, board: Board, tile: number): string {
  const x = tile % board.width;
  const y = Math.floor(tile / board.width);
  const parts = [`${x},${y}: ${terrainName(gameData, board.terrain[tile]!)}`];
  const gate = gateOn(board, tile);
  if (gate !== null) parts.push(gateText(board, gate));
  const unit = unitOn(board, tile);
  if (unit)
    parts.push(
      `${unitName(gameData, unit.type)}, ${sideName(sideOf(gameData, unit))}, ${statsText(gameData, unit).replace(/ +/g, " ")}`,
    );
  return parts.join("; ");
}

/** A gate position as text. */
export function gateText(board: Board, gate: number): string {
  const text = localize(TEXT);
  const { side, live } = board.gates[gate]!;
  return live ? text.gateOf(gate, sideName(side)) : text.gateDestroyed(gate);
}

/** The next step of the side that plays, as a sentence. */
export function taskText(state: State): string {
  const text = localize(TEXT);
  const { shownBoard, chosen } = state;
  if (!shownBoard || shownBoard.outcome) return "";
  if (state.plans.grouping)
    return shownBoard.phase === "movement" && state.plans.marked.length > 0 ? text.lead : text.mark;
  if (shownBoard.phase === "movement") return chosen === null ? text.chooseUnit : text.chooseTile;
  if (shownBoard.phase === "attack") return chosen === null ? text.chooseAttacker : text.chooseTarget;
  return text.toggleGates;
}

/** How many units have work left, for the question before a turn ends. */
export function workLeftText(state: State): string {
  const text = localize(TEXT);
  const count = openUnits(state).length;
  return state.shownBoard?.phase === "attack" ? text.unitsCanAttack(count) : text.unitsCanMove(count);
}

/** The special abilities of a type of unit; empty if it has none. */
export function abilitiesText(gameData: GameData, type: number): string {
  const text = localize(TEXT).abilities;
  const kind = gameData.unitTypes[type];
  if (!kind) return "";
  return [
    kind.mustLive && text.mustLive,
    kind.flies && text.flies,
    kind.sails && text.sails,
    kind.breaksWalls ? text.breaksWalls : kind.breaksGates && text.breaksGates,
  ]
    .filter((word) => word !== false)
    .join(", ");
}

/** A gate or a wall as a target: its name, and that it falls. */
export function structureText(target: TargetShown): { readonly name: string; readonly falls: string } {
  return localize(TEXT).structures[target.structure === "gate" ? "gate" : "wall"];
}

/** The probability that a target is destroyed, as text. */
export function destroyedText(target: TargetShown): string {
  return `${localize(TEXT).destroyed}: ${percentText(target.destroyed)}`;
}

/** The odds of an attack as a sentence for screen readers. */
export function oddsText(target: TargetShown): string {
  const text = localize(TEXT);
  if (target.unit === null) return structureText(target).falls;
  const chances = target.chances.map(({ probability, damage, v }) => text.damage(percentText(probability), damage, v));
  return [...chances, destroyedText(target)].join("; ");
}

export function percentText(share: number): string {
  return `${formatNumber(share * 100, { maximumFractionDigits: 1 })} %`;
}

/** An order for people: `move 0 6,2` is "Sword bearers to 6,2". */
export function orderText(gameData: GameData, board: Board, order: string): string {
  const text = localize(TEXT).orders;
  const [verb = "", first = "", place = ""] = order.split(" ");
  const unit = () => unitName(gameData, board.units[Number(first)]?.type ?? -1);
  switch (verb) {
    case "move":
      return text.move(unit(), place);
    case "attack":
      return text.attack(unit(), place);
    case "gate":
      return text.gate(first);
    case "undo":
    case "end":
    case "draw":
      return text[verb];
    default:
      return order;
  }
}
