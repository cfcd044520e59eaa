/** The status bar below the map: the phase, the terrain under the cursor, the unit on it. */

import { h, setText } from "../dom";
import { language, localize } from "../language";
import { enemy, gateOn, sideOf, tileOf, unitOn, type Board, type Unit } from "./board";
import { refusalText } from "./refusals";
import { canOrder, commandsSide, type State } from "./state";
import {
  tileText,
  gateText,
  statsLegend,
  phaseHeader,
  sideName,
  statsText,
  taskText,
  terrainName,
  unitName,
  type GameData,
} from "./text";

export interface StatusBar {
  readonly element: HTMLElement;
  update(state: State): void;
}

export function statusBar(gameData: GameData): StatusBar {
  const header = h("p", { class: "pixel welten-phase", id: "phase" });
  const doing = h("p", { class: "text-sm text-mist", id: "task", role: "status" });
  const ground = h("span", { class: "pixel" });
  const more = h("span", { class: "text-sm text-mist" });
  const who = h("p", { class: "pixel text-mist", id: "unit" });
  const stats = h("p", { class: "pixel whitespace-pre", id: "stats", title: statsLegend() });
  const liveRegion = h("p", { class: "sr-only", role: "status" });
  const element = h(
    "div",
    { class: "welten-status" },
    header,
    doing,
    h("div", { class: "welten-tile" }, h("p", { id: "terrain" }, ground, more), who),
    stats,
    liveRegion,
  );
  let shown: unknown[] = [];
  return {
    element,
    update(state) {
      const now = [
        state.shownBoard,
        state.cursor,
        state.chosen,
        state.hint,
        state.eventQueue,
        state.connection,
        state.threats,
        language(),
      ];
      if (now.every((part, index) => part === shown[index])) return;
      shown = now;
      const board = state.shownBoard;
      if (!board) return;
      setText(header, phaseHeader(board));
      header.dataset["side"] = board.player;
      setText(doing, currentTask(state));
      doing.toggleAttribute("data-hint", state.hint !== null);
      const tile = tileInView(state, board);
      const unit = tile === null ? null : unitOn(board, tile);
      setText(ground, tile === null ? "" : terrainName(gameData, board.terrain[tile]!));
      setText(more, tile === null ? "" : tileDetails(state, board, tile));
      setText(who, unit ? unitText(gameData, unit) : "");
      setText(stats, unit ? statsText(gameData, unit) : "");
      setText(liveRegion, state.cursor === null ? "" : tileText(gameData, board, state.cursor));
    },
  };
}

/** The tile under the cursor; without one, that of the chosen unit. */
function tileInView({ cursor, chosen }: State, board: Board): number | null {
  return cursor ?? (chosen === null ? null : tileOf(board, board.units[chosen]!));
}

/** What else there is to say of a tile: a gate position, and what threatens it. */
function tileDetails(state: State, board: Board, tile: number): string {
  const gate = gateOn(board, tile);
  const parts = gate === null ? [] : [gateText(board, gate)];
  const { threats } = state;
  const count = threats?.count[tile] ?? 0;
  if (threats && count > 0) {
    const damage = `${threats.least[tile]}–${threats.most[tile]}`;
    parts.push(localize({ en: `threat of ${count}, ${damage}`, de: `Gefahr durch ${count}, ${damage}` }));
  }
  return parts.map((part) => ` · ${part}`).join("");
}

function unitText(gameData: GameData, unit: Unit): string {
  return `${unitName(gameData, unit.type)} · ${sideName(sideOf(unit))}`;
}

/** What is going on, in a sentence. */
function currentTask(state: State): string {
  if (state.hint) return refusalText({ code: state.hint, message: state.hint });
  const board = state.shownBoard!;
  if (board.outcome) return localize({ en: "The game is over.", de: "Das Spiel ist aus." });
  return `${drawOfferText(state, board)}${turnText(state, board)}`;
}

/** That the other side offers a draw, said before all else: on a phone nothing but the bar tells it. */
function drawOfferText({ side }: State, board: Board): string {
  if (side === null || side === "both" || !board.offers.includes(enemy(side))) return "";
  const other = sideName(enemy(side));
  return localize({ en: `${other} offers a draw. `, de: `${other} bietet Remis. ` });
}

function turnText(state: State, board: Board): string {
  if (canOrder(state)) return taskText(state);
  if (state.side === null) return localize({ en: "You are watching.", de: "Du siehst zu." });
  if (state.eventQueue.length > 0 && !commandsSide(state, state.eventQueue[0]!.side))
    return localize({
      en: `${sideName(state.eventQueue[0]!.side)} plays.`,
      de: `${sideName(state.eventQueue[0]!.side)} zieht.`,
    });
  if (commandsSide(state, board.player)) return "";
  return localize({ en: "Wait for the other side.", de: "Warte auf die andere Seite." });
}
