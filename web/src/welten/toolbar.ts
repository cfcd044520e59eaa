/** The toolbar of the map: orders and view as buttons. */

import { h, setText } from "../dom";
import { localize } from "../language";
import { icon, type IconName } from "../components/icon";
import type { Actions } from "./actions";
import { openManual } from "./manual-dialog";
import { commandsSide, canOrder, onlyOwnQueued, type State } from "./state";

export interface Toolbar {
  readonly element: HTMLElement;
  /** The button that gets the focus when the board is left. */
  readonly first: HTMLElement;
  update(state: State): void;
  /** Whether what stands beside the board is shown, which on a phone hides the board, and how much is new in it. */
  setSidebarOpen(open: boolean, fresh: number): void;
}

export function toolbar(actions: Actions, showHelp: () => void, turn: () => void): Toolbar {
  const button = (label: string, sign: IconName, key: string, act: () => void, more = "") =>
    h(
      "button",
      { class: `btn ${more}`, type: "button", title: key ? `${label} (${key})` : label, onclick: act },
      icon(sign),
      h("span", { class: "label" }, label),
    );
  const end = button(
    localize({ en: "End turn", de: "Zug beenden" }),
    "end",
    "E",
    () => void actions.end(),
    "btn-main welten-end",
  );
  const next = button(localize({ en: "Next", de: "Nächste" }), "next", "N", () => actions.next());
  const undo = button(localize({ en: "Undo", de: "Zurück" }), "undo", "U", actions.undo);
  const threats = button(localize({ en: "Threats", de: "Gefahr" }), "threat", "T", actions.threats);
  const out = button(localize({ en: "Out", de: "Kleiner" }), "minus", "-", () => actions.zoom(-1), "wide-only");
  const into = button(localize({ en: "In", de: "Größer" }), "plus", "+", () => actions.zoom(1), "wide-only");
  const fit = button(localize({ en: "Fit", de: "Ganz" }), "fit", "F", actions.fit, "wide-only");
  const help = button(localize({ en: "Help", de: "Hilfe" }), "keys", "?", showHelp, "wide-only");
  const manual = button(localize({ en: "Manual", de: "Anleitung" }), "book", "", openManual, "wide-only");
  const more = button(localize({ en: "More", de: "Mehr" }), "more", "", turn, "lg:hidden");
  out.setAttribute("aria-label", localize({ en: "Zoom out", de: "Karte kleiner" }));
  into.setAttribute("aria-label", localize({ en: "Zoom in", de: "Karte größer" }));
  more.setAttribute("aria-controls", "side");
  const element = h(
    "div",
    {
      class: "toolbar welten-tools",
      role: "toolbar",
      "aria-label": localize({ en: "Orders and view", de: "Befehle und Ansicht" }),
    },
    end,
    next,
    undo,
    threats,
    out,
    into,
    fit,
    help,
    manual,
    more,
  );
  return {
    element,
    first: end,
    update(state) {
      const { side, board, legal } = state;
      const playing = state.status === "playing" && side !== null;
      for (const order of [end, next, undo]) order.hidden = !playing;
      const mine = board !== null && commandsSide(state, board.player) && onlyOwnQueued(state);
      end.disabled = next.disabled = !mine;
      undo.disabled = !mine || !board || !legal?.[board.player].includes("undo");
      threats.setAttribute("aria-pressed", String(state.threatsWanted));
      end.toggleAttribute("data-done", canOrder(state) && legal?.units.length === 0);
    },
    setSidebarOpen(open, fresh) {
      more.setAttribute("aria-expanded", String(open));
      const label = open ? localize({ en: "Map", de: "Karte" }) : localize({ en: "More", de: "Mehr" });
      setText(more.lastElementChild!, fresh > 0 ? `${label} (${fresh})` : label);
    },
  };
}
