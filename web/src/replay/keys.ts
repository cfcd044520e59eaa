/** The keys of a replay. They work everywhere on the page except in form fields. */

import type { Step } from "./state";

export interface KeyHandlers {
  dispatch(step: Step): void;
  jump(direction: 1 | -1): void;
  viewAs(seat: number | null): void;
  zoom(steps: number): void;
  fit(): void;
}

/** Listen until the function that this gives is called; digits choose among so many seats. */
export function attachKeys(handlers: KeyHandlers, seats: number): () => void {
  const stop = new AbortController();
  addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isForPlayer(event)) return;
      if (!handleKey(event.key, handlers, seats)) return;
      event.preventDefault();
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

/** Whether a key is for the timeline, and not for what has the focus. */
function isForPlayer({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest("dialog")) return false;
  if (target instanceof HTMLInputElement && target.type === "range")
    return key === " " || !/^(Arrow|Home|End)/.test(key);
  if (target.closest("input, select, textarea")) return false;
  return !(key === " " && target.closest("button, a"));
}

function handleKey(key: string, handlers: KeyHandlers, seats: number): boolean {
  switch (key) {
    case " ":
      handlers.dispatch({ action: "toggle" });
      return true;
    case "ArrowLeft":
      handlers.dispatch({ action: "step", by: -1 });
      return true;
    case "ArrowRight":
      handlers.dispatch({ action: "step", by: 1 });
      return true;
    case "PageUp":
      handlers.jump(-1);
      return true;
    case "PageDown":
      handlers.jump(1);
      return true;
    case "Home":
      handlers.dispatch({ action: "seek", frame: 0 });
      return true;
    case "End":
      handlers.dispatch({ action: "seek", frame: Infinity });
      return true;
    case "+":
      handlers.zoom(1);
      return true;
    case "-":
      handlers.zoom(-1);
      return true;
    case "f":
      handlers.fit();
      return true;
  }
  const digit = /^[0-9]$/.test(key) ? Number(key) : -1;
  if (digit < 0 || digit > seats || seats === 0) return false;
  handlers.viewAs(digit === 0 ? null : digit - 1);
  return true;
}
