/** The keys of the game, and the list of them for the help. */

import { localize, texts } from "../language";
import type { ShellActions } from "../shell/game-shell";
import type { KeyHelp } from "../shell/help-dialog";
import { ARROWS, type KeyBindings } from "../shell/keyboard";
import type { Actions, BoardRef } from "./actions";
import { tileOf } from "./board";
import type { Session } from "./session";
import { onlyOwnQueued } from "./state";

const TEXT = texts({
  en: {
    arrows: "Arrows",
    space: "Space",
    move: "move the cursor; with Shift, the map",
    act: "choose, move, attack or toggle, as a click does",
    inspect: "tell about the tile under the cursor",
    next: "next unit with work left; with Shift, the one before",
    done: "the unit is done for this phase; Next passes it over",
    hold: "the unit holds its place until it gets an order",
    group: "lead a group: mark units by clicks or a box (or Shift and drag)",
    mark: "mark the unit under the cursor",
    attack: "the marked units attack what is in reach",
    bars: "bars for V",
    undo: "take back the last move or gate",
    threats: "show what the enemy threatens",
    end: "end turn",
    skip: "skip the orders of the other side",
    escape: "close the card, deselect the unit; then, leave the map for the buttons",
    zoom: "zoom",
    fit: "show the whole land",
    chat: "chat",
    help: "this card",
    spoken: (keys: SpokenKeys) =>
      `Arrow keys move the cursor, Enter does what a click does. ${keys.inspect} tells about a tile, ${keys.next} goes to the next unit, ${keys.undo} takes back, ${keys.threats} shows threats, ${keys.end} ends the turn, Escape deselects, question mark shows all keys.`,
  },
  de: {
    arrows: "Pfeile",
    space: "Leertaste",
    move: "bewegen den Cursor, mit Umschalt die Karte",
    act: "wählen, ziehen, angreifen oder schalten wie ein Klick",
    inspect: "das Feld unter dem Cursor beschreiben",
    next: "nächste Einheit, die noch etwas tun kann; mit Umschalt die vorige",
    done: "Einheit ist für diese Phase fertig; Nächste übergeht sie",
    hold: "Einheit hält ihren Platz, bis sie einen Befehl erhält",
    group: "Gruppe führen: Einheiten mit Klicks oder einem Kasten markieren (auch Umschalt und ziehen)",
    mark: "Einheit unter dem Cursor markieren",
    attack: "markierte Einheiten greifen an, was erreichbar ist",
    bars: "Balken für V",
    undo: "letzten Zug oder letztes Tor zurücknehmen",
    threats: "zeigen, was der Gegner bedroht",
    end: "Zug beenden",
    skip: "überspringen, was die andere Seite tat",
    escape: "Feldkarte schließen, Einheit abwählen; danach zu den Knöpfen",
    zoom: "vergrößern, verkleinern",
    fit: "das ganze Land zeigen",
    chat: "Chat",
    help: "diese Übersicht",
    spoken: (keys: SpokenKeys) =>
      `Pfeiltasten bewegen den Cursor, Enter tut, was ein Klick tut. ${keys.inspect} beschreibt ein Feld, ${keys.next} geht zur nächsten Einheit, ${keys.undo} nimmt zurück, ${keys.threats} zeigt Gefahren, ${keys.end} beendet den Zug, Escape wählt ab, Fragezeichen zeigt alle Tasten.`,
  },
});

interface SpokenKeys {
  readonly inspect: string;
  readonly next: string;
  readonly undo: string;
  readonly threats: string;
  readonly end: string;
}

/** CSS pixels by which a key moves the map. */
const PAN_STEP_PX = 96;

export function weltenKeys(
  session: Session,
  board: BoardRef,
  actions: Actions,
  shell: ShellActions,
  toggleBars: () => void,
): KeyBindings {
  const act = () => {
    const { cursor } = session.state;
    if (cursor !== null) actions.click(cursor, false);
  };
  return {
    ...arrowKeys(session, board),
    Enter: act,
    NumpadEnter: act,
    Space: () => actions.skip(),
    Escape: () => onEscape(session, actions, shell),
    KeyI: () => actions.inspect(),
    KeyN: (event) => actions.next(event.shiftKey),
    KeyU: () => actions.undo(),
    KeyH: () => actions.hold(),
    KeyD: () => actions.done(),
    KeyG: () => actions.group.toggle(),
    KeyM: () => markUnderCursor(actions),
    KeyA: () => void actions.group.attack(),
    KeyV: () => toggleBars(),
    KeyT: () => actions.toggleThreats(),
    // A key that is held down ends one turn, not several.
    KeyE: (event) => event.repeat || void actions.end(),
    KeyF: () => actions.fit(),
    KeyC: () => shell.openChat(),
    "+": () => actions.zoom(1),
    "=": () => actions.zoom(1),
    "-": () => actions.zoom(-1),
    "?": () => shell.showHelp(),
  };
}

export function keyHelp(): readonly KeyHelp[] {
  const text = localize(TEXT);
  return [
    { keys: [text.arrows], text: text.move },
    { keys: ["Enter"], text: text.act },
    { keys: ["KeyI"], text: text.inspect },
    { keys: ["KeyN"], text: text.next },
    { keys: ["KeyD"], text: text.done },
    { keys: ["KeyH"], text: text.hold },
    { keys: ["KeyG"], text: text.group },
    { keys: ["KeyM"], text: text.mark },
    { keys: ["KeyA"], text: text.attack },
    { keys: ["KeyU"], text: text.undo },
    { keys: ["KeyT"], text: text.threats },
    { keys: ["KeyV"], text: text.bars },
    { keys: ["KeyE"], text: text.end },
    { keys: [text.space], text: text.skip },
    { keys: ["Esc"], text: text.escape },
    { keys: ["+", "-"], text: text.zoom },
    { keys: ["KeyF"], text: text.fit },
    { keys: ["KeyC"], text: text.chat },
    { keys: ["?"], text: text.help },
  ];
}

/** The description of the map for screen readers; `label` gives the letter on a key. */
export function spokenHelp(label: (code: string) => string): string {
  const keys = {
    inspect: label("KeyI"),
    next: label("KeyN"),
    undo: label("KeyU"),
    threats: label("KeyT"),
    end: label("KeyE"),
  };
  return localize(TEXT).spoken(keys);
}

function markUnderCursor(actions: Actions): void {
  const unit = actions.unitAtHand;
  if (unit !== null) actions.group.toggleMark(unit);
}

function arrowKeys(session: Session, board: BoardRef): KeyBindings {
  return Object.fromEntries(
    Object.entries(ARROWS).map(([code, [dx, dy]]) => [
      code,
      (event: KeyboardEvent) => {
        if (event.shiftKey) board.current?.pan(-dx * PAN_STEP_PX, -dy * PAN_STEP_PX);
        else moveCursor(session, board, dx, dy);
      },
    ]),
  );
}

/** Moves the cursor by a step. It begins at the chosen unit, or in the middle of the window. */
function moveCursor(session: Session, board: BoardRef, dx: number, dy: number): void {
  const { shownBoard, cursor, chosen } = session.state;
  const map = board.current;
  if (!shownBoard || !map) return;
  const { width, height } = shownBoard;
  const unit = chosen === null ? null : tileOf(shownBoard, shownBoard.units[chosen]!);
  const { x, y, width: columns, height: rows } = map.shown;
  const from = cursor ?? unit ?? Math.floor(y + rows / 2) * width + Math.floor(x + columns / 2);
  const column = Math.max(0, Math.min(width - 1, (from % width) + dx));
  const row = Math.max(0, Math.min(height - 1, Math.floor(from / width) + dy));
  const tile = row * width + column;
  session.moveCursor(tile);
  map.reveal(tile);
}

function onEscape(session: Session, actions: Actions, shell: ShellActions): void {
  const { eventQueue } = session.state;
  if (eventQueue.length > 0 && !onlyOwnQueued(session.state)) actions.skip();
  else if (!actions.stepBack()) shell.leaveBoard();
}
