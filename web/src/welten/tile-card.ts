/** A card beside a tile: the odds of an attack before it is made, or what a long press asks about. */

import { fill, h } from "../dom";
import { language, speak } from "../language";
import type { TargetShown } from "../protocol";
import { gateOn, sideOf, unitOn, type Board } from "./board";
import { targetAt } from "./clicks";
import type { WeltenCanvas } from "./board-canvas";
import { mayOrder, type State } from "./state";
import { gateWords, lettersMean, sideName, statsOf, terrainName, unitName, type Lore } from "./text";

export interface Card {
  readonly element: HTMLElement;
  /** Tell about a tile until something else happens. */
  inspect(tile: number | null): void;
  update(state: State): void;
  /** The window has moved, and the card with it. */
  place(): void;
}

/** CSS pixels between the tile and the card. */
const GAP = 10;

export function card(map: WeltenCanvas, lore: Lore): Card {
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
      const board = state.shown;
      const { cursor } = state;
      const target = cursor !== null && mayOrder(state) ? targetAt(state, cursor) : null;
      if (target && cursor !== inspected) inspected = null;
      tile = !board ? null : (inspected ?? (target ? cursor : null));
      const now = [tile, target, board, language()];
      if (now.every((part, index) => part === shown[index])) return;
      shown = now;
      element.hidden = tile === null;
      if (!board || tile === null) return;
      if (inspected === null && target) fill(element, ...oddsOf(lore, board, target));
      else fill(element, ...infoOf(lore, board, tile));
      place();
    },
    place,
  };
}

function infoOf(lore: Lore, board: Board, tile: number): HTMLElement[] {
  const unit = unitOn(board, tile);
  const gate = gateOn(board, tile);
  return [
    h("p", { class: "pixel" }, unit ? unitName(lore, unit.type) : terrainName(lore, board.terrain[tile]!)),
    h(
      "p",
      { class: "text-sm text-mist" },
      unit ? `${sideName(sideOf(unit))}, ${terrainName(lore, board.terrain[tile]!)}` : "",
    ),
    ...(unit ? [h("p", { class: "pixel whitespace-pre" }, statsOf(lore, unit)), ...abilities(lore, unit.type)] : []),
    ...(gate === null ? [] : [h("p", { class: "text-sm text-mist" }, gateWords(board, gate))]),
    ...(unit ? [h("p", { class: "text-sm text-mist" }, lettersMean())] : []),
  ].filter((line) => line.textContent !== "");
}

/** What is special about a type of unit. */
function abilities(lore: Lore, type: number): HTMLElement[] {
  const kind = lore.unitTypes[type];
  if (!kind) return [];
  const words = [
    kind.mustLive && speak({ en: "must live", de: "darf nicht fallen" }),
    kind.flies && speak({ en: "flies", de: "fliegt" }),
    kind.sails && speak({ en: "keeps to the river", de: "bleibt im Fluss" }),
    kind.breaksWalls
      ? speak({ en: "breaks gates and walls", de: "bricht Tore und Mauern" })
      : kind.breaksGates && speak({ en: "breaks gates", de: "bricht Tore" }),
  ].filter((word) => word !== false);
  return words.length ? [h("p", { class: "text-sm" }, words.join(", "))] : [];
}

function oddsOf(lore: Lore, board: Board, target: TargetShown): HTMLElement[] {
  if (target.unit === null) {
    const [name, falls] =
      target.structure === "gate"
        ? speak({ en: ["Gate", "It falls for certain."], de: ["Tor", "Es fällt mit Sicherheit."] })
        : speak({ en: ["Wall", "It falls for certain."], de: ["Mauer", "Sie fällt mit Sicherheit."] });
    return [h("p", { class: "pixel" }, name), h("p", { class: "text-sm" }, falls)];
  }
  const unit = board.units[target.unit]!;
  const cell = (text: string) => h("td", {}, text);
  const head = (text: string) => h("th", { scope: "col" }, text);
  return [
    h("p", { class: "pixel" }, `${unitName(lore, unit.type)}  V= ${unit.v}`),
    h(
      "table",
      { class: "welten-odds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head(speak({ en: "chance", de: "Chance" })),
          head(speak({ en: "damage", de: "Schaden" })),
          head(speak({ en: "V left", de: "V übrig" })),
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
      `${speak({ en: "Destroyed", de: "Vernichtet" })}: ${percent(target.destroyed)}`,
    ),
  ];
}

/** A probability as people say it. */
function percent(share: number): string {
  const number = (share * 100).toLocaleString(language(), { maximumFractionDigits: 1 });
  return `${number} %`;
}
