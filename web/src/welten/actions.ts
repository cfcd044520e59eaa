/** What a player can do in a game, the same for every button and key. */

import { h } from "../dom";
import { speak } from "../language";
import { confirm } from "../components/dialog";
import { tileOf } from "./board";
import { nextGate, nextUnit } from "./clicks";
import type { Projector } from "./playback";
import type { WeltenCanvas } from "./board-canvas";
import type { Session } from "./session";
import { mayOrder, onlyOwn } from "./state";
import { warn, warned } from "./end-turn-warning";
import { phaseName, workLeft } from "./text";

/** Tiles that are shown around the next unit. */
const AROUND = 5;

export interface Deeds {
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

export function deeds(session: Session, map: WeltenCanvas, projector: Projector): Deeds {
  const settle = () => {
    if (session.state.film.length > 0 && onlyOwn(session.state)) projector.skip();
  };
  const own = (text: string) => {
    settle();
    if (mayOrder(session.state)) void session.order(text);
  };
  return {
    settle,
    next(backwards = false) {
      settle();
      const { shown } = session.state;
      if (!shown || !mayOrder(session.state)) return;
      const unit = nextUnit(session.state, backwards);
      const tile = unit === null ? nextGate(session.state, backwards) : tileOf(shown, shown.units[unit]!);
      if (tile === null) return session.hint("NO_WORK");
      session.choose(unit);
      session.point(tile);
      map.reveal(tile, AROUND);
    },
    undo: () => own("undo"),
    async end() {
      settle();
      if (!mayOrder(session.state)) return;
      if (session.state.legal?.units.length && warned() && !(await sure(session))) return;
      own("end");
    },
    threats: () => session.showThreats(!session.state.threatened),
    deselect: () => session.choose(null),
    skip: () => projector.skip(),
    async draw() {
      const { board, side } = session.state;
      const mine = side === "both" ? board?.player : side;
      if (!board || !mine) return;
      const offered = board.offers.some((other) => other !== mine);
      const agreed = await confirm({
        title: speak({ en: "A draw?", de: "Remis?" }),
        text: offered
          ? speak({
              en: "The other side offers a draw. The game ends if you take it.",
              de: "Die andere Seite bietet Remis an. Nimmst du an, endet das Spiel.",
            })
          : speak({
              en: "The offer stands until the other side ends a phase.",
              de: "Das Angebot gilt, bis die andere Seite eine Phase beendet.",
            }),
        go: offered ? speak({ en: "Take it", de: "Annehmen" }) : speak({ en: "Offer a draw", de: "Remis anbieten" }),
        leave: speak({ en: "Leave it", de: "Lassen" }),
      });
      if (agreed) void session.order("draw");
    },
    async resign() {
      const agreed = await confirm({
        title: speak({ en: "Resign?", de: "Aufgeben?" }),
        text: speak({ en: "The other side wins at once.", de: "Die andere Seite gewinnt sofort." }),
        go: speak({ en: "Resign", de: "Aufgeben" }),
        leave: speak({ en: "Leave it", de: "Lassen" }),
        danger: true,
      });
      if (agreed) void session.tell("surrender");
    },
    zoom: (steps) => map.zoom(steps),
    fit: () => map.fit(),
  };
}

/** Ask whether a state shall end although units have work left. */
async function sure(session: Session): Promise<boolean> {
  const { board } = session.state;
  const never = h("input", { type: "checkbox", class: "check" });
  const agreed = await confirm(
    {
      title: speak({ en: "End this phase?", de: "Phase beenden?" }),
      text: `${board ? sentence(phaseName(board.phase)) : ""}: ${workLeft(session.state)}`,
      go: speak({ en: "End turn", de: "Zug beenden" }),
      leave: speak({ en: "Play on", de: "Weiterspielen" }),
    },
    h(
      "label",
      { class: "flex min-h-11 items-center gap-3" },
      never,
      speak({ en: "Do not ask again", de: "Nicht mehr fragen" }),
    ),
  );
  if (agreed && never.checked) warn(false);
  return agreed;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
