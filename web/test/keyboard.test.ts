import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type KeyBindings, listenToKeys } from "../src/shell/keyboard";

const pressed: string[] = [];
const note = (what: string) => () => void pressed.push(what);
const bindings: KeyBindings = {
  KeyW: note("up"),
  Space: note("deselect"),
  Enter: note("chat"),
  "+": note("zoom in"),
  Tab: () => false,
};
let stop: () => void;

beforeEach(() => {
  pressed.length = 0;
  stop = listenToKeys(() => bindings);
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function press(target: Element, code: string, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

function shown<K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] {
  return document.body.appendChild(document.createElement(tag));
}

describe("keys", () => {
  it("are bound by position: where W lies there is a Z on French keyboards", () => {
    expect(press(shown("canvas"), "KeyW", "z").defaultPrevented).toBe(true);
    expect(pressed).toEqual(["up"]);
  });

  it("that are signs are bound by themselves, wherever a keyboard has them", () => {
    press(shown("canvas"), "BracketRight", "+");
    press(shown("canvas"), "NumpadAdd", "+");
    expect(pressed).toEqual(["zoom in", "zoom in"]);
  });

  it.each(["ctrlKey", "metaKey", "altKey"])("with %s are left to the browser", (modifier) => {
    expect(press(shown("canvas"), "KeyW", "w", { [modifier]: true }).defaultPrevented).toBe(false);
    expect(pressed).toEqual([]);
  });

  it.each(["input", "textarea", "select"] as const)("typed into a %s are letters", (tag) => {
    press(shown(tag), "KeyW", "w");
    expect(pressed).toEqual([]);
  });

  it("that press a button or follow a link do so; other keys play on", () => {
    for (const tag of ["button", "a"] as const) {
      press(shown(tag), "Enter", "Enter");
      press(shown(tag), "Space", " ");
    }
    expect(pressed).toEqual([]);
    press(shown("button"), "KeyW", "w");
    expect(pressed).toEqual(["up"]);
  });

  it("do nothing behind an open dialog", () => {
    shown("dialog").setAttribute("open", "");
    press(shown("canvas"), "KeyW", "w");
    expect(pressed).toEqual([]);
  });

  it("whose action declines stay with the browser", () => {
    expect(press(shown("canvas"), "Tab", "Tab").defaultPrevented).toBe(false);
  });

  it("are free again when the game is left", () => {
    stop();
    press(shown("canvas"), "KeyW", "w");
    expect(pressed).toEqual([]);
  });

  it("follow bindings that change while the game is shown", () => {
    stop();
    let current: KeyBindings = {};
    stop = listenToKeys(() => current);
    press(shown("canvas"), "KeyW", "w");
    current = bindings;
    press(shown("canvas"), "KeyW", "w");
    expect(pressed).toEqual(["up"]);
    vi.restoreAllMocks();
  });
});
