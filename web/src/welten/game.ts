/** The view of a running game: map, status bar, toolbar and sidebar. */

import "./game.css";

import { h } from "../dom";
import { localize } from "../language";
import type { View } from "../room/state";
import { pathTiles, middle, sideOf, tileOf, type Board } from "./board";
import { tileCard } from "./tile-card";
import { cursorLook, targetAt, pathTo } from "./clicks";
import { followClock } from "./clock";
import { attachControls } from "./controls";
import { createActions } from "./actions";
import { Playback } from "./playback";
import { help } from "./help";
import { minimap } from "./minimap";
import { overlay } from "./overlay";
import { WeltenCanvas, type Scene } from "./board-canvas";
import type { Session } from "./session";
import { sidebar } from "./sidebar";
import { isOver, canOrder, type State } from "./state";
import { statusBar } from "./status-bar";
import type { Tiles } from "./tiles";
import { toolbar } from "./toolbar";
import type { GameData } from "./text";

/** The type of Eldoin's commander, and of Dailor's: where each looks first. */
const COMMANDERS = [6, 11];

export function game(session: Session, tiles: Tiles, gameData: GameData, refresh: () => void): View<State> {
  const canvas = h("canvas", {
    tabindex: "0",
    role: "application",
    id: "board",
    "aria-label": localize({ en: "The map", de: "Die Karte" }),
    "aria-describedby": "board-help",
  });
  const map: WeltenCanvas = new WeltenCanvas(canvas, tiles, () => {
    land.frame(map);
    odds.place();
  });
  const land = minimap(tiles, (x, y) => map.center(x, y));
  const odds = tileCard(map, gameData);
  const over = overlay(gameData);
  const projector = new Playback(session, map, over.announce);
  const actions = createActions(session, map, projector);
  const side = sidebar(session, actions, tiles, gameData, land, help);
  const bar = statusBar(gameData);
  const buttons = toolbar(actions, help, () => openSide(!side.element.hasAttribute("data-open")));
  /** Lines of chat that have been read, as far as they are numbered. */
  let read = session.state.count;
  const openSide = (open: boolean) => {
    side.element.toggleAttribute("data-open", open);
    read = session.state.count;
    buttons.setSidebarOpen(open, 0);
  };
  openSide(false);
  const unclock = followClock(
    () => session.state.clock,
    (whose, ms) => {
      side.time(whose, ms);
      over.time(whose, ms);
    },
  );
  over.skip.addEventListener("click", () => {
    actions.skip();
    canvas.focus();
  });
  const chat = () => {
    if (session.state.side === "both") return;
    openSide(true);
    side.chatInput.focus();
  };
  const stop = attachControls(session, map, actions, {
    card: odds,
    chat,
    help,
    refresh,
    leave: () => buttons.first.focus(),
  });
  side.chatInput.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    openSide(false);
    canvas.focus();
  });
  const element = h(
    "div",
    { class: "game welten-game" },
    h(
      "div",
      { class: "welten-board" },
      h("div", { class: "welten-map" }, canvas, spokenHelp(), ...over.elements, odds.element),
      bar.element,
    ),
    buttons.element,
    side.element,
  );
  const { board } = session.state;
  if (board) map.goto(homeOf(board, session.state.side));
  let turn = board?.player;
  return {
    element,
    update(state) {
      if (!state.shownBoard) return;
      if (isOver(state) && side.element.hasAttribute("data-open")) openSide(false);
      map.show(sceneOf(state));
      if (state.side === "both" && state.shownBoard.player !== turn) {
        turn = state.shownBoard.player;
        if (!inWindow(map, state.shownBoard)) map.goto(homeOf(state.shownBoard, "both"));
      }
      canvas.dataset["cursor"] = state.cursor === null ? "plain" : cursorLook(state, state.cursor);
      odds.update(state);
      bar.update(state);
      side.update(state);
      buttons.update(state);
      if (!side.element.hasAttribute("data-open")) buttons.setSidebarOpen(false, state.count - read);
      over.update(state);
      void projector.run();
    },
    close() {
      stop();
      unclock();
      projector.close();
      map.close();
    },
  };
}

/** Where a side looks first: at its commander, or where most happens. */
function homeOf(board: Board, side: State["side"]): number {
  const mine = side === "both" || side === null ? board.player : side;
  const own = board.units.filter((unit) => unit.x >= 0 && sideOf(unit) === mine);
  const first = own.find(({ type }) => COMMANDERS.includes(type)) ?? own[0];
  return side === null || !first ? middle(board) : tileOf(board, first)!;
}

/** Whether a unit of the side that plays is in the window. */
function inWindow(map: WeltenCanvas, board: Board): boolean {
  const { x: left, y: top, width, height } = map.shown;
  return board.units.some(
    (unit) =>
      unit.x >= Math.max(0, left) &&
      unit.x + 1 <= left + width &&
      unit.y >= top &&
      unit.y + 1 <= top + height &&
      sideOf(unit) === board.player,
  );
}

/** What of the state is to be drawn. */
function sceneOf(state: State): Scene {
  const board = state.shownBoard!;
  const { unitOptions, cursor, legal, chosen } = state;
  const tile = ({ x, y }: { x: number; y: number }) => y * board.width + x;
  const scene: Scene = { board, chosen, threats: state.threats };
  if (!canOrder(state)) return { ...scene, cursor: cursor === null ? null : { tile: cursor, look: "plain" } };
  const unit = chosen === null ? null : board.units[chosen]!;
  const way = cursor === null ? null : pathTo(state, cursor);
  return {
    ...scene,
    reach: unitOptions?.ways.map(tile) ?? [],
    range: unitOptions && board.phase === "attack" ? unitOptions.range : [],
    targets: unitOptions?.targets.map(tile) ?? [],
    ...(way && unit ? { path: pathTiles(board, unit.x, unit.y, way.path) } : {}),
    ready: (legal?.units ?? []).map((number) => tile(board.units[number]!)),
    gates: (legal?.gates ?? []).map((number) => tile(board.gates[number]!)),
    cursor:
      cursor === null
        ? null
        : { tile: cursor, look: aimsAtNothing(state, cursor) ? "plain" : cursorLook(state, cursor) },
  };
}

/** Whether the cursor is aimed at what cannot be hit. */
function aimsAtNothing(state: State, tile: number): boolean {
  return state.unitOptions !== null && cursorLook(state, tile) === "aim" && targetAt(state, tile) === null;
}

function spokenHelp(): HTMLElement {
  return h(
    "p",
    { id: "board-help", class: "sr-only" },
    localize({
      en: "Arrow keys move the cursor, Enter does what a click does. N goes to the next unit, U takes back, T shows threats, E ends the turn, Escape lets go, question mark shows all keys.",
      de: "Pfeiltasten bewegen den Cursor, Enter tut, was ein Klick tut. N geht zur nächsten Einheit, U nimmt zurück, T zeigt Gefahren, E beendet den Zug, Escape lässt los, Fragezeichen zeigt alle Tasten.",
    }),
  );
}
