/** A running game: the map with its status bar, what can be done, and all that is known beside it. */

import "./game.css";

import { fill, h, say } from "../dom";
import { calm } from "../frame";
import { speak } from "../language";
import { along, sideOf, strength, tileOf, type Board } from "./board";
import { card } from "./card";
import { lookOf, targetAt, wayTo } from "./clicks";
import { control } from "./controls";
import { deeds, middle } from "./deeds";
import { Projector } from "./film";
import { help } from "./help";
import { minimap } from "./minimap";
import { WeltenCanvas, type Scene } from "./scene";
import type { Session } from "./session";
import { sidebar } from "./sidebar";
import { mayOrder, onlyOwn, type State } from "./state";
import { statusBar } from "./status";
import type { Tiles } from "./tiles";
import { tools } from "./tools";
import type { View } from "./waiting";
import { phaseHeader, sideName, type Lore } from "./words";

/** The type of Eldoin's commander, and of Dailor's: where each looks first. */
const COMMANDERS = [6, 11];

export function game(session: Session, tiles: Tiles, lore: Lore, refresh: () => void): View {
  const canvas = h("canvas", {
    tabindex: "0",
    role: "application",
    id: "board",
    "aria-label": speak({ en: "The map", de: "Die Karte" }),
    "aria-describedby": "board-help",
  });
  const map: WeltenCanvas = new WeltenCanvas(canvas, tiles, () => {
    land.frame(map);
    odds.place();
  });
  const land = minimap(tiles, (x, y) => map.center(x, y));
  const odds = card(map, lore);
  const over = overlay();
  const projector = new Projector(session, map, over.announce);
  const deed = deeds(session, map, projector);
  const side = sidebar(session, deed, tiles, lore, land);
  const bar = statusBar(lore);
  const buttons = tools(deed, help, () => openSide(!side.element.hasAttribute("data-open")));
  const openSide = (open: boolean) => {
    side.element.toggleAttribute("data-open", open);
    buttons.aside(open);
  };
  openSide(false);
  over.skip.addEventListener("click", () => {
    deed.skip();
    canvas.focus();
  });
  const chat = () => {
    if (session.state.side === "both") return;
    openSide(true);
    side.chatInput.focus();
  };
  const stop = control(session, map, deed, { card: odds, chat, help, refresh, leave: () => buttons.first.focus() });
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
  return {
    element,
    update(state) {
      if (!state.shown) return;
      if (state.stage === "ended") openSide(false);
      map.show(sceneOf(state));
      canvas.dataset["cursor"] = state.cursor === null ? "plain" : lookOf(state, state.cursor);
      odds.update(state);
      bar.update(state);
      side.update(state);
      buttons.update(state);
      over.update(state);
      void projector.run();
    },
    close() {
      stop();
      side.close();
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

/** What of the state is to be drawn. */
function sceneOf(state: State): Scene {
  const board = state.shown!;
  const { can, cursor, legal, chosen } = state;
  const tile = ({ x, y }: { x: number; y: number }) => y * board.width + x;
  const scene: Scene = { board, chosen, threats: state.threats };
  if (!mayOrder(state)) return { ...scene, cursor: cursor === null ? null : { tile: cursor, look: "plain" } };
  const unit = chosen === null ? null : board.units[chosen]!;
  const way = cursor === null ? null : wayTo(state, cursor);
  return {
    ...scene,
    reach: can?.ways.map(tile) ?? [],
    range: can && board.phase === "attack" ? can.range : [],
    targets: can?.targets.map(tile) ?? [],
    ...(way && unit ? { way: along(board, unit.x, unit.y, way.path) } : {}),
    ready: (legal?.units ?? []).map((number) => tile(board.units[number]!)),
    gates: (legal?.gates ?? []).map((number) => tile(board.gates[number]!)),
    cursor:
      cursor === null ? null : { tile: cursor, look: aimsAtNothing(state, cursor) ? "plain" : lookOf(state, cursor) },
  };
}

/** Whether the cursor is aimed at what cannot be hit. */
function aimsAtNothing(state: State, tile: number): boolean {
  return state.can !== null && lookOf(state, tile) === "aim" && targetAt(state, tile) === null;
}

function spokenHelp(): HTMLElement {
  return h(
    "p",
    { id: "board-help", class: "sr-only" },
    speak({
      en: "Arrow keys move the cursor, Enter does what a click does. N goes to the next unit, U takes back, T shows threats, E ends the turn, Escape lets go, question mark shows all keys.",
      de: "Pfeiltasten bewegen den Cursor, Enter tut, was ein Klick tut. N geht zur nächsten Einheit, U nimmt zurück, T zeigt Gefahren, E beendet den Zug, Escape lässt los, Fragezeichen zeigt alle Tasten.",
    }),
  );
}

interface Overlay {
  readonly elements: readonly HTMLElement[];
  readonly skip: HTMLElement;
  announce(board: Board): void;
  update(state: State): void;
}

/** What is written over the map: a new phase, the armies on a phone, and that what is shown can be skipped. */
function overlay(): Overlay {
  const banner = h("div", { class: "welten-banner", "aria-hidden": "true" });
  const voice = h("p", { class: "sr-only", role: "status", id: "announced" });
  const strip = h("p", { class: "panel welten-strip", "aria-hidden": "true" });
  const skip = h(
    "button",
    { class: "btn btn-main welten-skip", type: "button", hidden: true },
    speak({ en: "Skip", de: "Überspringen" }),
  );
  return {
    elements: [strip, banner, skip, voice],
    skip,
    announce(board) {
      const words = phaseHeader(board);
      say(voice, words);
      if (!calm()) fill(banner, h("p", { class: "pixel pixel-3 welten-phase", "data-side": board.player }, words));
    },
    update(state) {
      const board = state.shown!;
      skip.hidden = state.film.length === 0 || onlyOwn(state);
      const armies = (["eldoin", "dailor"] as const).map((side) =>
        h("span", {}, `${sideName(side)} `, h("span", { class: "pixel" }, String(strength(board, side)))),
      );
      fill(strip, ...armies);
    },
  };
}
