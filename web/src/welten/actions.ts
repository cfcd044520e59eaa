/** The actions of a player, called by buttons and keys. */

import { h } from "../dom";
import { localize } from "../language";
import { confirm } from "../components/dialog";
import { tileOf } from "./board";
import { nextGate, nextUnit } from "./clicks";
import type { Playback } from "./playback";
import type { WeltenCanvas } from "./board-canvas";
import type { Session } from "./session";
import { canOrder, onlyOwnQueued } from "./state";
import { setWarningEnabled, warningEnabled } from "./end-turn-warning";
import { phaseName, workLeftText } from "./text";

/** Tiles that are shown around the next unit. */
const AROUND = 5;

export interface Actions {
  /** Go to the next unit with work left, or to the next gate. */
  next(backwards?: boolean): void;
  undo(): void;
  /** End the state, after a warning if units have work left. */
  end(): Promise<void>;
  threats(): void;
  deselect(): void;
  skip(): void;
  /** Be ready for an order: pass over what is still shown of our own. */
  settle(): void;
  draw(): Promise<void>;
  resign(): Promise<void>;
  zoom(steps: number): void;
  fit(): void;
}

export function createActions(session: Session, map: WeltenCanvas, projector: Playback): Actions {
  const settle = () => {
    if (session.state.eventQueue.length > 0 && onlyOwnQueued(session.state)) projector.skip();
  };
  const own = (text: string) => {
    settle();
    if (canOrder(session.state)) void session.order(text);
  };
  return {
    settle,
    next(backwards = false) {
      settle();
      const { shownBoard } = session.state;
      if (!shownBoard || !canOrder(session.state)) return;
      const unit = nextUnit(session.state, backwards);
      const tile = unit === null ? nextGate(session.state, backwards) : tileOf(shownBoard, shownBoard.units[unit]!);
      if (tile === null) return session.showHint("NO_WORK");
      session.chooseUnit(unit);
      session.moveCursor(tile);
      map.reveal(tile, AROUND);
    },
    undo: () => own("undo"),
    async end() {
      settle();
      if (!canOrder(session.state)) return;
      if (session.state.legal?.units.length && warningEnabled() && !(await confirmEnd(session))) return;
      own("end");
    },
    threats: () => session.showThreats(!session.state.threatsWanted),
    deselect: () => session.chooseUnit(null),
    skip: () => projector.skip(),
    async draw() {
      const { board, side } = session.state;
      const mine = side === "both" ? board?.player : side;
      if (!board || !mine) return;
      const offered = board.offers.some((other) => other !== mine);
      const agreed = await confirm({
        title: localize({ en: "A draw?", de: "Remis?" }),
        text: offered
          ? localize({
              en: "The other side offers a draw. The game ends if you take it.",
              de: "Die andere Seite bietet Remis an. Nimmst du an, endet das Spiel.",
            })
          : localize({
              en: "The offer stands until the other side ends a phase.",
              de: "Das Angebot gilt, bis die andere Seite eine Phase beendet.",
            }),
        confirmLabel: offered
          ? localize({ en: "Take it", de: "Annehmen" })
          : localize({ en: "Offer a draw", de: "Remis anbieten" }),
        cancelLabel: localize({ en: "Leave it", de: "Lassen" }),
      });
      if (agreed) void session.order("draw");
    },
    async resign() {
      const agreed = await confirm({
        title: localize({ en: "Resign?", de: "Aufgeben?" }),
        text: localize({ en: "The other side wins at once.", de: "Die andere Seite gewinnt sofort." }),
        confirmLabel: localize({ en: "Resign", de: "Aufgeben" }),
        cancelLabel: localize({ en: "Leave it", de: "Lassen" }),
        danger: true,
      });
      if (agreed) void session.send("surrender");
    },
    zoom: (steps) => map.zoom(steps),
    fit: () => map.fit(),
  };
}

/** Ask whether a state shall end although units have work left. */
async function confirmEnd(session: Session): Promise<boolean> {
  const { board } = session.state;
  const never = h("input", { type: "checkbox", class: "check" });
  const agreed = await confirm(
    {
      title: localize({ en: "End this phase?", de: "Phase beenden?" }),
      text: `${board ? sentence(phaseName(board.phase)) : ""}: ${workLeftText(session.state)}`,
      confirmLabel: localize({ en: "End turn", de: "Zug beenden" }),
      cancelLabel: localize({ en: "Play on", de: "Weiterspielen" }),
    },
    h(
      "label",
      { class: "flex min-h-11 items-center gap-3" },
      never,
      localize({ en: "Do not ask again", de: "Nicht mehr fragen" }),
    ),
  );
  if (agreed && never.checked) setWarningEnabled(false);
  return agreed;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
