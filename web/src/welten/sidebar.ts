/** The sidebar of the map: minimap, round, both armies with players and clocks, chat, draw and surrender. */

import { fill, h, setText } from "../dom";
import { localize } from "../language";
import { CHAT_TEXT, chat } from "../components/chat";
import { FIRST_UNIT_CODE, enemy, strength, type Side } from "./board";
import { timeText } from "./clock";
import type { Actions } from "./actions";
import { openManual } from "./manual-dialog";
import type { Minimap } from "./minimap";
import type { Session } from "./session";
import { isOver, type State } from "./state";
import { POINTS } from "./tile-sheet";
import type { Tiles } from "./tiles";
import { languageSwitch } from "../components/language-switch";
import { sideName, type GameData } from "./text";

export interface Sidebar {
  readonly element: HTMLElement;
  readonly chatInput: HTMLInputElement;
  update(state: State): void;
  /** Show the time that a side has left, null without a clock. */
  time(side: Side, ms: number | null): void;
}

const SIDES: readonly Side[] = ["eldoin", "dailor"];
const COLOURS: Readonly<Record<number, string>> = { 0: "var(--color-c-yellow)", 1: "#e29a9e" };
/** The types whose picture stands for a side: its commander. */
const COMMANDERS: Readonly<Record<Side, number>> = { eldoin: 6, dailor: 11 };

export function sidebar(
  session: Session,
  actions: Actions,
  tiles: Tiles,
  gameData: GameData,
  land: Minimap,
  showHelp: () => void,
): Sidebar {
  const round = h("h1", { class: "pixel", id: "round" });
  const armies = SIDES.map((side) => army(side, tiles));
  const talk = chat(
    (text) => void session.send("chat_message", text),
    localize(CHAT_TEXT),
    (index) => COLOURS[index],
  );
  const talking = h(
    "section",
    { class: "grid min-h-38 flex-1 grid-rows-[auto_minmax(0,1fr)] gap-1 lg:min-h-31 lg:grid-rows-1" },
    h("h2", { class: "pixel lg:hidden" }, "Chat"),
    talk.element,
  );
  const draw = h("button", { class: "btn btn-quiet", type: "button", onclick: () => void actions.draw() });
  const resign = h(
    "button",
    { class: "btn btn-quiet", type: "button", onclick: () => void actions.resign() },
    localize({ en: "Resign", de: "Aufgeben" }),
  );
  const watching = h("p", { class: "text-sm text-mist empty:hidden" });
  const element = h(
    "aside",
    { id: "side", class: "side welten-side", "aria-label": localize({ en: "The game", de: "Das Spiel" }) },
    h("div", { class: "flex flex-wrap items-baseline justify-between gap-x-3" }, round, watching),
    land.element,
    h("div", { class: "rows" }, ...armies.map((row) => row.element)),
    talking,
    h(
      "div",
      { class: "mt-auto flex flex-wrap items-center" },
      draw,
      resign,
      h("a", { class: "btn btn-quiet", href: "/welten" }, localize({ en: "Leave", de: "Verlassen" })),
      onPhone(localize({ en: "Help", de: "Hilfe" }), showHelp),
      onPhone(localize({ en: "Manual", de: "Anleitung" }), openManual),
      languageSwitch(),
    ),
  );
  return {
    element,
    chatInput: talk.input,
    update(state) {
      const board = state.shownBoard;
      if (!board) return;
      const number = Math.min(board.rounds + 1, gameData.roundLimit);
      setText(
        round,
        localize({ en: `Round ${number} of ${gameData.roundLimit}`, de: `Runde ${number} von ${gameData.roundLimit}` }),
      );
      setText(
        watching,
        state.spectators ? localize({ en: `${state.spectators} watching`, de: `${state.spectators} sehen zu` }) : "",
      );
      for (const row of armies) row.update(state);
      talking.hidden = hasNobodyToChatWith(state);
      const playing = state.status === "playing" && state.side !== null && !isOver(state);
      draw.hidden = !playing || state.side === "both";
      resign.hidden = !playing;
      const mine = state.side === "eldoin" || state.side === "dailor" ? state.side : board.player;
      const offered = board.offers.includes(enemy(mine));
      setText(
        draw,
        offered
          ? localize({ en: "Take the draw", de: "Remis annehmen" })
          : localize({ en: "Offer a draw", de: "Remis anbieten" }),
      );
      draw.disabled = board.offers.includes(mine);
      talk.update(state);
      land.show(board);
    },
    time: (side, ms) => armies.find((row) => row.side === side)?.tick(ms),
  };
}

/** A button for what the tools have no room for on a phone. */
function onPhone(label: string, act: () => void): HTMLElement {
  return h("button", { class: "btn btn-quiet sm:hidden", type: "button", onclick: act }, label);
}

/** Whether there is nobody to talk to. */
function hasNobodyToChatWith(state: State): boolean {
  if (state.spectators > 0) return false;
  return state.side === "both" || !state.players.some(({ index, isBot }) => !isBot && index !== state.seat);
}

interface Army {
  readonly side: Side;
  readonly element: HTMLElement;
  update(state: State): void;
  tick(ms: number | null): void;
}

function army(side: Side, tiles: Tiles): Army {
  const leader = h("span", { class: "min-w-0 truncate text-sm text-mist", "data-leader": side });
  const count = h("span", { class: "pixel pixel-2", "data-army": side });
  const time = h("span", { class: "pixel empty:hidden", role: "timer" });
  const plays = h("span", { class: "chip empty:hidden" });
  const element = h(
    "div",
    { class: "flex min-h-14 items-center gap-3 py-1" },
    portrait(tiles, COMMANDERS[side]),
    h(
      "div",
      { class: "grid min-w-0 flex-1" },
      h("span", { class: "flex items-center gap-2 font-semibold" }, sideName(side), plays),
      leader,
    ),
    h(
      "div",
      { class: "grid flex-none justify-items-end" },
      count,
      h("span", { class: "text-sm text-mist welten-units" }, localize({ en: "units", de: "Einheiten" })),
      time,
    ),
  );
  return {
    side,
    element,
    update(state) {
      const board = state.shownBoard!;
      const player = state.players.find(({ index }) => index === (side === "eldoin" ? 0 : 1));
      setText(count, String(strength(board, side)));
      fill(leader, leaderOf(state, side, player));
      const draws = board.offers.includes(side) && !board.outcome;
      const turn = board.player === side && !board.outcome;
      plays.classList.toggle("chip-good", turn && !draws);
      setText(
        plays,
        draws ? localize({ en: "draw?", de: "Remis?" }) : turn ? localize({ en: "plays", de: "am Zug" }) : "",
      );
    },
    tick(ms) {
      setText(time, ms === null ? "" : timeText(ms));
      time.toggleAttribute("data-short", ms !== null && ms < 30_000);
    },
  };
}

function leaderOf(state: State, side: Side, player: State["players"][number] | undefined): string {
  if (!player) return "";
  if (state.side === "both") return localize({ en: "at this screen", de: "an diesem Gerät" });
  const note =
    state.side === side
      ? localize({ en: "you", de: "du" })
      : player.isBot
        ? "Bot"
        : player.connected
          ? ""
          : localize({ en: "away", de: "abwesend" });
  return note ? `${player.username} (${note})` : player.username;
}

/** A unit on its ground, as a picture. */
function portrait(tiles: Tiles, type: number, scale = 5): HTMLCanvasElement {
  const canvas = h("canvas", { width: POINTS, height: POINTS, class: "flex-none", "aria-hidden": "true" });
  canvas.style.width = canvas.style.height = `${POINTS * scale}px`;
  tiles.drawTile(canvas.getContext("2d")!, FIRST_UNIT_CODE + type, 0, 0, POINTS);
  return canvas;
}
