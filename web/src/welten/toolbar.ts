/** The orders and the view of a game as buttons. */

import { h, say } from "../dom";
import { speak } from "../language";
import { icon, type Sign } from "../components/icon";
import type { Deeds } from "./actions";
import { openManual } from "./manual-dialog";
import { leads, mayOrder, onlyOwn, type State } from "./state";

export interface Tools {
  readonly element: HTMLElement;
  /** The button that gets the focus when the board is left. */
  readonly first: HTMLElement;
  update(state: State): void;
  /** Whether what stands beside the board is shown, which on a phone hides the board, and how much is new in it. */
  aside(open: boolean, fresh: number): void;
}

export function tools(deed: Deeds, showHelp: () => void, turn: () => void): Tools {
  const button = (label: string, sign: Sign, key: string, act: () => void, more = "") =>
    h(
      "button",
      { class: `btn ${more}`, type: "button", title: key ? `${label} (${key})` : label, onclick: act },
      icon(sign),
      h("span", { class: "label" }, label),
    );
  const end = button(
    speak({ en: "End turn", de: "Zug beenden" }),
    "end",
    "E",
    () => void deed.end(),
    "btn-main welten-end",
  );
  const next = button(speak({ en: "Next", de: "Nächste" }), "next", "N", () => deed.next());
  const undo = button(speak({ en: "Undo", de: "Zurück" }), "undo", "U", deed.undo);
  const threats = button(speak({ en: "Threats", de: "Gefahr" }), "threat", "T", deed.threats);
  const out = button(speak({ en: "Out", de: "Kleiner" }), "minus", "-", () => deed.zoom(-1), "beside");
  const into = button(speak({ en: "In", de: "Größer" }), "plus", "+", () => deed.zoom(1), "beside");
  const fit = button(speak({ en: "Fit", de: "Ganz" }), "fit", "F", deed.fit, "beside");
  const help = button(speak({ en: "Help", de: "Hilfe" }), "keys", "?", showHelp, "beside");
  const manual = button(speak({ en: "Manual", de: "Anleitung" }), "book", "", openManual, "beside");
  const more = button(speak({ en: "More", de: "Mehr" }), "more", "", turn, "lg:hidden");
  out.setAttribute("aria-label", speak({ en: "Zoom out", de: "Karte kleiner" }));
  into.setAttribute("aria-label", speak({ en: "Zoom in", de: "Karte größer" }));
  more.setAttribute("aria-controls", "side");
  const element = h(
    "div",
    {
      class: "toolbar welten-tools",
      role: "toolbar",
      "aria-label": speak({ en: "Orders and view", de: "Befehle und Ansicht" }),
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
      const playing = state.stage === "playing" && side !== null;
      for (const order of [end, next, undo]) order.hidden = !playing;
      const mine = board !== null && leads(state, board.player) && onlyOwn(state);
      end.disabled = next.disabled = !mine;
      undo.disabled = !mine || !board || !legal?.[board.player].includes("undo");
      threats.setAttribute("aria-pressed", String(state.threatened));
      end.toggleAttribute("data-done", mayOrder(state) && legal?.units.length === 0);
    },
    aside(open, fresh) {
      more.setAttribute("aria-expanded", String(open));
      const label = open ? speak({ en: "Map", de: "Karte" }) : speak({ en: "More", de: "Mehr" });
      say(more.lastElementChild!, fresh > 0 ? `${label} (${fresh})` : label);
    },
  };
}
