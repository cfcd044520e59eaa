/** The keys of the map, and their list for the help dialog. */

import { localize, texts } from "../language";
import type { KeyHelp } from "../shell/help-dialog";
import { ARROWS, type KeyAction, type KeyBindings } from "../shell/keyboard";
import { focusMap } from "./map-focus";

export interface MapActions {
  /** Walks a step or moves the map; `held` is for keys that repeat. */
  step(key: string, dx: number, dy: number, held: boolean): void;
  /** Moves the cursor that inspects tiles. */
  inspect(dx: number, dy: number): void;
  /** Goes on: ends the digging, goes down the stairs, walks to the cursor. False if there is nothing to go on with. */
  enter(): boolean;
  /** Removes the cursor; false if there is none. */
  leaveTile(): boolean;
  /** Searches for secrets; false from above. */
  search(): boolean;
  toggleWalk(): void;
  toggleLook(): void;
  /** False on the C64's screen, which has one size. */
  zoom(steps: number): boolean;
  fit(): boolean;
  another(): void;
  showHelp(): void;
}

/** The server's key for each step. */
const LETTERS: Readonly<Record<string, string>> = {
  KeyW: "w",
  KeyA: "a",
  KeyS: "s",
  KeyD: "d",
  ArrowUp: "w",
  ArrowLeft: "a",
  ArrowDown: "s",
  ArrowRight: "d",
};
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  w: [0, -1],
  a: [-1, 0],
  s: [0, 1],
  d: [1, 0],
};

export function mapKeys(actions: MapActions): KeyBindings {
  const bindings: Record<string, KeyAction> = {
    KeyX: () => actions.toggleWalk(),
    KeyC: () => actions.toggleLook(),
    KeyF: () => actions.search(),
    "+": () => actions.zoom(1),
    "-": () => actions.zoom(-1),
    "0": () => actions.fit(),
    "?": () => actions.showHelp(),
    Escape: () => actions.leaveTile(),
    Enter: onMap(() => actions.enter()),
    NumpadEnter: onMap(() => actions.enter()),
    Space: onMap((event) => !event.repeat && actions.another()),
  };
  for (const [code, key] of Object.entries(LETTERS)) {
    const [dx, dy] = STEPS[key]!;
    const step = (event: KeyboardEvent) => actions.step(key, dx, dy, event.repeat);
    const arrow = (event: KeyboardEvent) => {
      // From a button of the section: then Enter and Space are the map's as well.
      focusMap();
      return event.shiftKey ? actions.inspect(dx, dy) : step(event);
    };
    bindings[code] = code in ARROWS ? onMap(arrow) : step;
  }
  return bindings;
}

/** An action of keys that scroll the page or press buttons elsewhere: it is done only from within the map's section. */
function onMap(action: KeyAction): KeyAction {
  return (event) =>
    event.target instanceof Element && event.target.closest(".dungeon-map") !== null ? action(event) : false;
}

const TEXT = texts({
  en: {
    arrows: "Arrows",
    shiftArrows: "Shift+Arrows",
    enter: "Enter",
    space: "Space",
    move: "Move the map, or walk",
    inspect: "Inspect tile by tile",
    inspectEnd: "End inspecting",
    go: "End the digging; go down the stairs; walk to the inspected tile",
    search: "Search the eight tiles around for secrets",
    walk: "On foot, or back above",
    look: "Map, or C64 screen",
    zoom: "Zoom; show the whole map",
    another: "Another dungeon",
    help: "This list",
    pointer:
      "On foot, a click or tap on a tile that was seen walks there, one on your own tile searches. From above it inspects.",
  },
  de: {
    arrows: "Pfeile",
    shiftArrows: "Umschalt+Pfeile",
    enter: "Eingabe",
    space: "Leertaste",
    move: "Karte verschieben oder gehen",
    inspect: "Feld für Feld betrachten",
    inspectEnd: "Betrachten beenden",
    go: "Graben beenden; die Treppe hinab; auf das betrachtete Feld gehen",
    search: "Die acht Felder ringsum nach Geheimnissen absuchen",
    walk: "Zu Fuß oder zurück nach oben",
    look: "Karte oder C64-Bildschirm",
    zoom: "Größe ändern; ganze Karte zeigen",
    another: "Ein anderes Verlies",
    help: "Diese Liste",
    pointer:
      "Zu Fuß führt ein Klick oder Tippen auf ein gesehenes Feld dorthin, auf das eigene Feld sucht es. Von oben betrachtet es.",
  },
});

export function keyHelp(): readonly KeyHelp[] {
  const text = localize(TEXT);
  return [
    { keys: ["KeyW", "KeyA", "KeyS", "KeyD"], text: text.move },
    { keys: [text.arrows], text: text.move },
    { keys: [text.shiftArrows], text: text.inspect },
    { keys: ["Esc"], text: text.inspectEnd },
    { keys: [text.enter], text: text.go },
    { keys: ["KeyF"], text: text.search },
    { keys: ["KeyX"], text: text.walk },
    { keys: ["KeyC"], text: text.look },
    { keys: ["+", "-", "0"], text: text.zoom },
    { keys: [text.space], text: text.another },
    { keys: ["?"], text: text.help },
  ];
}

/** What mouse and fingers do. */
export function pointerHelp(): string {
  return localize(TEXT).pointer;
}
