/** What the keys do. */

import type { ShellActions } from "../shell/game-shell";
import { ARROWS, type KeyAction, type KeyBindings } from "../shell/keyboard";
import type { Actions } from "./actions";
import type { Session } from "./session";
import { canOrder } from "./state";

/** The letters that march like the arrow keys. */
export const MARCH_KEYS = ["KeyW", "KeyA", "KeyS", "KeyD"] as const;

const LETTER_STEPS = { KeyW: [0, -1], KeyA: [-1, 0], KeyS: [0, 1], KeyD: [1, 0] } as const;

export function fogKeys(session: Session, actions: Actions, shell: ShellActions): KeyBindings {
  return {
    ...stepKeys(actions),
    KeyE: () => actions.undo(),
    KeyQ: () => actions.clear(),
    KeyZ: () => actions.half(),
    KeyP: () => actions.ping(),
    KeyG: () => actions.home(),
    KeyF: () => actions.fit(),
    KeyI: () => actions.toggleLook(),
    ".": () => actions.pass(),
    "+": () => actions.zoom(1),
    "=": () => actions.zoom(1),
    "-": () => actions.zoom(-1),
    "?": () => shell.showHelp(),
    KeyH: () => shell.showHelp("rules"),
    Space: () => actions.deselect(),
    Enter: () => (session.state.look === null ? shell.openChat() : actions.chooseLooked()),
    Escape: () => {
      if (session.state.look !== null) actions.toggleLook();
      else if (session.state.cursor !== null) actions.deselect();
      else shell.leaveBoard();
    },
    Tab: (event) => {
      const onBoard = event.target instanceof Element && event.target.id === "board";
      return onBoard && canOrder(session.state) ? actions.next(event.shiftKey) : false;
    },
  };
}

function stepKeys(actions: Actions): Readonly<Record<string, KeyAction>> {
  const bindings: Record<string, KeyAction> = {};
  for (const [code, [dx, dy]] of Object.entries(LETTER_STEPS)) bindings[code] = () => actions.step(dx, dy);
  for (const [code, [dx, dy]] of Object.entries(ARROWS))
    bindings[code] = (event) => (event.shiftKey ? actions.pan(dx, dy) : actions.step(dx, dy));
  return bindings;
}
