/**
 * The keyboard of a game. Letters are bound by their position (`KeyW`), so that W A S D lie together on every keyboard;
 * signs such as `+` and `?` are bound by themselves, since each keyboard has them elsewhere.
 */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** What a key does; `false` leaves the key to the browser. */
export type KeyAction = (event: KeyboardEvent) => unknown;

/** Actions by `event.code`, or by `event.key` for signs. */
export type KeyBindings = Readonly<Record<string, KeyAction>>;

/** The steps of the arrow keys. */
export const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowUp: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowRight: [1, 0],
};

/** Elements that need the letters themselves. */
const TYPING = "input:not([type=range]), textarea, select, [role=log]";
/** A slider needs only the keys that move it. */
const SLIDER = "input[type=range]";
const SLIDING = /^(Arrow|Home|End|Tab)/;
/** Elements that need Enter and Space, and are left with Tab. */
const PRESSABLE = "button, a, summary";
const PRESSING = ["Enter", "NumpadEnter", "Space", "Tab"];

/** Binds keys of the page while a game is shown. Returns the function that ends it. */
export function listenToKeys(bindings: () => KeyBindings): () => void {
  const onKey = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest(TYPING)) return;
    if (SLIDING.test(event.code) && target.closest(SLIDER)) return;
    if (PRESSING.includes(event.code) && target.closest(PRESSABLE)) return;
    const action = bindings()[event.code] ?? bindings()[event.key];
    if (action && action(event) !== false) event.preventDefault();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

/** Binds keys as soon as a component is shown, and as long; the bindings may change with every render. */
export function useKeys(bindings: KeyBindings): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useLayoutEffect(() => listenToKeys(() => latest.current), []);
}

/** The keyboard of a browser that tells which letters its keys carry. */
interface KeyboardLayout {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>;
}

/**
 * The letters on the player's keyboard by code. Browsers that do not tell are taken to have the English ones.
 */
export function useKeyLabels(): (code: string) => string {
  const [layout, setLayout] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    const { keyboard } = navigator as Navigator & { readonly keyboard?: KeyboardLayout };
    keyboard?.getLayoutMap().then(setLayout, () => undefined);
  }, []);
  return (code) => (layout?.get(code) ?? code.replace(/^Key/, "")).toUpperCase();
}
