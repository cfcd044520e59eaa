/** The bar under the map, as on the old screen: the phase, the ground under the cursor, the unit on it. */

import { h, say } from "../dom";
import { language, speak } from "../language";
import { enemy, gateOn, sideOf, tileOf, unitOn, type Board, type Unit } from "./board";
import { refusalWords } from "./refusals";
import { mayOrder, leads, type State } from "./state";
import {
  described,
  gateWords,
  lettersMean,
  phaseHeader,
  sideName,
  statsOf,
  task,
  terrainName,
  unitName,
  type Lore,
} from "./text";

export interface StatusBar {
  readonly element: HTMLElement;
  update(state: State): void;
}

export function statusBar(lore: Lore): StatusBar {
  const header = h("p", { class: "pixel welten-phase", id: "phase" });
  const doing = h("p", { class: "text-sm text-mist", id: "task", role: "status" });
  const ground = h("span", { class: "pixel" });
  const more = h("span", { class: "text-sm text-mist" });
  const who = h("p", { class: "pixel text-mist", id: "unit" });
  const stats = h("p", { class: "pixel whitespace-pre", id: "stats", title: lettersMean() });
  const voice = h("p", { class: "sr-only", role: "status" });
  const element = h(
    "div",
    { class: "welten-status" },
    header,
    doing,
    h("div", { class: "welten-tile" }, h("p", { id: "terrain" }, ground, more), who),
    stats,
    voice,
  );
  let shown: unknown[] = [];
  return {
    element,
    update(state) {
      const now = [
        state.shown,
        state.cursor,
        state.chosen,
        state.hint,
        state.film,
        state.link,
        state.threats,
        language(),
      ];
      if (now.every((part, index) => part === shown[index])) return;
      shown = now;
      const board = state.shown;
      if (!board) return;
      say(header, phaseHeader(board));
      header.dataset["side"] = board.player;
      say(doing, doingNow(state));
      doing.toggleAttribute("data-hint", state.hint !== null);
      const tile = tileInView(state, board);
      const unit = tile === null ? null : unitOn(board, tile);
      say(ground, tile === null ? "" : terrainName(lore, board.terrain[tile]!));
      say(more, tile === null ? "" : about(state, board, tile));
      say(who, unit ? unitWords(lore, unit) : "");
      say(stats, unit ? statsOf(lore, unit) : "");
      say(voice, state.cursor === null ? "" : described(lore, board, state.cursor));
    },
  };
}

/** The tile under the cursor; without one, that of the chosen unit. */
function tileInView({ cursor, chosen }: State, board: Board): number | null {
  return cursor ?? (chosen === null ? null : tileOf(board, board.units[chosen]!));
}

/** What else there is to say of a tile: a gate position, and what threatens it. */
function about(state: State, board: Board, tile: number): string {
  const gate = gateOn(board, tile);
  const parts = gate === null ? [] : [gateWords(board, gate)];
  const { threats } = state;
  const count = threats?.count[tile] ?? 0;
  if (threats && count > 0) {
    const damage = `${threats.least[tile]}–${threats.most[tile]}`;
    parts.push(speak({ en: `threat of ${count}, ${damage}`, de: `Gefahr durch ${count}, ${damage}` }));
  }
  return parts.map((part) => ` · ${part}`).join("");
}

function unitWords(lore: Lore, unit: Unit): string {
  return `${unitName(lore, unit.type)} · ${sideName(sideOf(unit))}`;
}

/** What is going on, in a sentence. */
function doingNow(state: State): string {
  if (state.hint) return refusalWords({ code: state.hint, message: state.hint });
  const board = state.shown!;
  if (board.outcome) return speak({ en: "The game is over.", de: "Das Spiel ist aus." });
  return `${offerTo(state, board)}${whoseWork(state, board)}`;
}

/** That the other side offers a draw, said before all else: on a phone nothing but the bar tells it. */
function offerTo({ side }: State, board: Board): string {
  if (side === null || side === "both" || !board.offers.includes(enemy(side))) return "";
  const other = sideName(enemy(side));
  return speak({ en: `${other} offers a draw. `, de: `${other} bietet Remis. ` });
}

function whoseWork(state: State, board: Board): string {
  if (mayOrder(state)) return task(state);
  if (state.side === null) return speak({ en: "You are watching.", de: "Du siehst zu." });
  if (state.film.length > 0 && !leads(state, state.film[0]!.side))
    return speak({ en: `${sideName(state.film[0]!.side)} plays.`, de: `${sideName(state.film[0]!.side)} zieht.` });
  if (leads(state, board.player)) return "";
  return speak({ en: "Wait for the other side.", de: "Warte auf die andere Seite." });
}
