/** The card next to a tile: the odds of an attack, or information after a long press. */

import { fill, h } from "../dom";
import { language, localize } from "../language";
import type { TargetShown } from "../protocol";
import { gateOn, sideOf, unitOn, type Board } from "./board";
import { targetAt } from "./clicks";
import type { WeltenCanvas } from "./board-canvas";
import { canOrder, type State } from "./state";
import { gateText, statsLegend, sideName, statsText, terrainName, unitName, type GameData } from "./text";

export interface TileCard {
  readonly element: HTMLElement;
  /** Tell about a tile until something else happens. */
  inspect(tile: number | null): void;
  update(state: State): void;
  /** The window has moved, and the card with it. */
  place(): void;
}

/** CSS pixels between the tile and the card. */
const GAP = 10;

export function tileCard(map: WeltenCanvas, gameData: GameData): TileCard {
  const element = h("div", { class: "welten-card panel panel-bright", id: "odds", role: "status", hidden: true });
  let inspected: number | null = null;
  let tile: number | null = null;
  let shown: unknown[] = [];
  const place = () => {
    if (tile === null) return;
    const { x, y, size } = map.box(tile);
    const { clientWidth: width, clientHeight: height } = map.canvas;
    const { offsetWidth: wide, offsetHeight: tall } = element;
    const gap = GAP + size / 2;
    const sides = [x + size + gap, x - gap - wide].filter((left) => left >= GAP && left + wide <= width - GAP);
    // Where there is no room beside the tile, the card stands above or below it.
    const beside = sides[0] !== undefined;
    const below = y + size + gap + tall <= height - GAP;
    const left = sides[0] ?? Math.max(GAP, Math.min(x + size / 2 - wide / 2, width - wide - GAP));
    const top = beside ? Math.min(y, height - tall - GAP) : below ? y + size + gap : y - gap - tall;
    element.style.left = `${Math.round(left)}px`;
    element.style.top = `${Math.round(Math.max(GAP, top))}px`;
  };
  return {
    element,
    inspect(asked) {
      inspected = asked;
    },
    update(state) {
      const board = state.shownBoard;
      const { cursor } = state;
      const target = cursor !== null && canOrder(state) ? targetAt(state, cursor) : null;
      if (target && cursor !== inspected) inspected = null;
      tile = !board ? null : (inspected ?? (target ? cursor : null));
      const now = [tile, target, board, language()];
      if (now.every((part, index) => part === shown[index])) return;
      shown = now;
      element.hidden = tile === null;
      if (!board || tile === null) return;
      if (inspected === null && target) fill(element, ...oddsOf(gameData, board, target));
      else fill(element, ...infoOf(gameData, board, tile));
      place();
    },
    place,
  };
}

function infoOf(gameData: GameData, board: Board, tile: number): HTMLElement[] {
  const unit = unitOn(board, tile);
  const gate = gateOn(board, tile);
  return [
    h("p", { class: "pixel" }, unit ? unitName(gameData, unit.type) : terrainName(gameData, board.terrain[tile]!)),
    h(
      "p",
      { class: "text-sm text-mist" },
      unit ? `${sideName(sideOf(unit))}, ${terrainName(gameData, board.terrain[tile]!)}` : "",
    ),
    ...(unit
      ? [h("p", { class: "pixel whitespace-pre" }, statsText(gameData, unit)), ...abilities(gameData, unit.type)]
      : []),
    ...(gate === null ? [] : [h("p", { class: "text-sm text-mist" }, gateText(board, gate))]),
    ...(unit ? [h("p", { class: "text-sm text-mist" }, statsLegend())] : []),
  ].filter((line) => line.textContent !== "");
}

/** What is special about a type of unit. */
function abilities(gameData: GameData, type: number): HTMLElement[] {
  const kind = gameData.unitTypes[type];
  if (!kind) return [];
  const words = [
    kind.mustLive && localize({ en: "must live", de: "darf nicht fallen" }),
    kind.flies && localize({ en: "flies", de: "fliegt" }),
    kind.sails && localize({ en: "keeps to the river", de: "bleibt im Fluss" }),
    kind.breaksWalls
      ? localize({ en: "breaks gates and walls", de: "bricht Tore und Mauern" })
      : kind.breaksGates && localize({ en: "breaks gates", de: "bricht Tore" }),
  ].filter((word) => word !== false);
  return words.length ? [h("p", { class: "text-sm" }, words.join(", "))] : [];
}

function oddsOf(gameData: GameData, board: Board, target: TargetShown): HTMLElement[] {
  if (target.unit === null) {
    const [name, falls] =
      target.structure === "gate"
        ? localize({ en: ["Gate", "It falls for certain."], de: ["Tor", "Es fällt mit Sicherheit."] })
        : localize({ en: ["Wall", "It falls for certain."], de: ["Mauer", "Sie fällt mit Sicherheit."] });
    return [h("p", { class: "pixel" }, name), h("p", { class: "text-sm" }, falls)];
  }
  const unit = board.units[target.unit]!;
  const cell = (text: string) => h("td", {}, text);
  const head = (text: string) => h("th", { scope: "col" }, text);
  return [
    h("p", { class: "pixel" }, `${unitName(gameData, unit.type)}  V= ${unit.v}`),
    h(
      "table",
      { class: "welten-odds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head(localize({ en: "chance", de: "Chance" })),
          head(localize({ en: "damage", de: "Schaden" })),
          head(localize({ en: "V left", de: "V übrig" })),
        ),
      ),
      h(
        "tbody",
        {},
        ...target.chances.map((chance) =>
          h("tr", {}, cell(percent(chance.probability)), cell(String(chance.damage)), cell(String(chance.v))),
        ),
      ),
    ),
    h(
      "p",
      { class: target.destroyed > 0 ? "text-sm font-semibold text-c-mint" : "text-sm text-mist" },
      `${localize({ en: "Destroyed", de: "Vernichtet" })}: ${percent(target.destroyed)}`,
    ),
  ];
}

/** A probability as people say it. */
function percent(share: number): string {
  const number = (share * 100).toLocaleString(language(), { maximumFractionDigits: 1 });
  return `${number} %`;
}
