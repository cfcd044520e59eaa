import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../src/language";
import { Actions, type BoardRef } from "../src/welten/actions";
import type { LogEntry } from "../src/welten/battle-log";
import { BattleLogView } from "../src/welten/battle-log-view";
import type { WeltenCanvas } from "../src/welten/board-canvas";
import { DrawOffer } from "../src/welten/draw-offer";
import { confirmEnd } from "../src/welten/end-turn-warning";
import type { Playback } from "../src/welten/playback";
import { sceneOf } from "../src/welten/scene";
import type { Session } from "../src/welten/session";
import type { Action, State } from "../src/welten/state";
import { playing, taken, told } from "./welten-boards";

const LAND = `
  S . . .
  . . . .
  . . a .`;

let page: HTMLElement;

beforeEach(() => {
  setLanguage("en");
  page = document.createElement("div");
});
afterEach(() => {
  render(null, page);
  setLanguage("en");
});

const button = (name: string) => [...page.querySelectorAll("button")].find((one) => one.textContent?.includes(name));

/** A state with actions on it, and the tiles that were brought into the window. */
function table(begun: State) {
  const revealed: number[] = [];
  const session = {
    state: begun,
    showAttack: (attack: LogEntry | null) => go({ action: "show attack", attack }),
    inspect: (tile: number | null) => go({ action: "inspect", tile }),
    moveCursor: (tile: number | null) => go({ action: "move cursor", tile }),
    study: (unit: number | null) => go({ action: "study", unit }),
    chooseUnit: (unit: number | null) => go({ action: "choose", unit }),
    showHint: (code: string | null) => go({ action: "hint", code }),
  };
  const go = (step: Action) => {
    session.state = taken(session.state, step);
  };
  const board: BoardRef = { current: { reveal: (tile: number) => revealed.push(tile) } as unknown as WeltenCanvas };
  const actions = new Actions(session as unknown as Session, board, {} as Playback);
  return { session, actions, revealed };
}

/** The sword bearers go down, then hit the axe men. */
function fought(): State {
  const begun = playing(LAND);
  const moved = taken(begun, told(begun, { units: [[0, 0, 1, 1, 16, 8]] }));
  const hit = { type: "hit", unit: 0, target: 1, x: 2, y: 2, modifier: 1, damage: 5, v: 11, expected: 4.5 } as const;
  return taken(moved, told(moved, { phase: "attack" }, { events: [hit] }), { action: "playback skipped" });
}

describe("a click on an attack in the battle log", () => {
  it("marks attacker and target on the map until the next click there, and brings both into the window", () => {
    const { session, actions, revealed } = table(fought());
    const show = () => render(<BattleLogView state={session.state} actions={actions} chat={false} />, page);
    act(show);
    expect(sceneOf(session.state).attack).toBeNull();
    act(() => page.querySelector<HTMLButtonElement>(".welten-log-place")!.click());
    act(show);
    expect(sceneOf(session.state).attack).toEqual({ from: 5, to: 10 });
    expect(revealed).toEqual([5, 10]);
    expect(page.querySelectorAll("tr[data-shown] [aria-current]")).toHaveLength(1);
    session.moveCursor(3);
    expect(sceneOf(session.state).attack).toEqual({ from: 5, to: 10 });
    actions.click(3, false);
    expect(sceneOf(session.state).attack).toBeNull();
    actions.showAttack(session.state.log.entries[0]!);
    expect(actions.stepBack()).toBe(true);
    expect(sceneOf(session.state).attack).toBeNull();
  });
});

describe("the offer of a draw", () => {
  const draw = vi.fn(() => Promise.resolve());
  const show = (state: State) =>
    act(() => render(<DrawOffer state={state} actions={{ draw }} board={{ current: null }} />, page));
  const withOffers = (offers: readonly ("eldoin" | "dailor")[], side: State["side"] = "eldoin") =>
    playing(LAND, { offers: [...offers] }, {}, side);

  it.each([
    ["en", "Dailor offers a draw.", "Accept", "Decline"],
    ["de", "Dailor bietet Remis an.", "Annehmen", "Ablehnen"],
  ] as const)("is told with buttons that answer it: %s", (language, words, accept, decline) => {
    setLanguage(language);
    show(withOffers(["dailor"]));
    expect(page.querySelector("[role=status] p")!.textContent).toBe(words);
    draw.mockClear();
    button(accept)!.click();
    expect(draw).toHaveBeenCalledOnce();
    expect(button(decline)).toBeDefined();
  });

  it("is gone when it is declined, and the next one is told again", () => {
    show(withOffers(["dailor"]));
    act(() => button("Decline")!.click());
    expect(page.textContent).toBe("");
    show(withOffers([]));
    show(withOffers(["dailor"]));
    expect(button("Accept")).toBeDefined();
  });

  it("is told to nobody but the player who may take it", () => {
    for (const state of [withOffers(["eldoin"]), withOffers(["dailor"], null), withOffers(["dailor"], "both")]) {
      show(state);
      expect(page.textContent).toBe("");
    }
  });
});

describe("the question before a turn ends", () => {
  it.each(["en", "de"] as const)("is named like the button that answers it: %s", async (language) => {
    setLanguage(language);
    const answer = confirmEnd(playing(LAND, {}, { units: [0] }));
    const dialog = document.querySelector("dialog")!;
    const yes = dialog.querySelector<HTMLButtonElement>(".btn-main")!;
    expect(dialog.querySelector("h2")!.textContent).toBe(`${yes.textContent}?`);
    yes.click();
    expect(await answer).toBe(true);
  });
});
