/** The dialog that begins a new room from a turn of a replay. */

import * as api from "../api";
import { Connection } from "../connection";
import { fill, h, setText } from "../dom";
import * as identity from "../identity";
import { go } from "../router";
import { seatStyle } from "../seat-style";
import type { Commands, Position } from "../protocol";
import { FOG_OPTIONS } from "../protocol/options";
import { GAME_TEXT } from "./sidebar";

const SPEEDS: readonly (readonly [number, string])[] = [
  [250, "4 turns a second"],
  [500, "2 turns a second"],
  [1000, "a turn a second"],
  [2000, "a turn in 2 seconds"],
];

/** Ask how to play on, then do so; the page is left for the new room. */
export async function playOn(ask: () => Promise<api.Answer<Position>>, seat: number | null): Promise<void> {
  const place = h(
    "div",
    { class: "grid gap-5" },
    h("p", { class: "text-mist", role: "status" }, "Setting the board …"),
  );
  const dialog = h("dialog", { class: "panel panel-bright p-6", "aria-labelledby": "play-on-title" }, place);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  const title = h("h2", { id: "play-on-title", class: "pixel pixel-2" }, "Play on from here");
  fill(place, title, h("p", { class: "text-mist", role: "status" }, "Setting the board …"));
  const position = await ask();
  const bots = position.ok ? await api.bots(position.value.game) : null;
  if (!dialog.open) return;
  const leave = h("button", { class: "btn", type: "button", onclick: () => dialog.close() }, "Leave it");
  if (!position.ok || !bots?.length) {
    const words = position.ok ? "The bots cannot be asked just now." : position.message;
    return fill(place, title, h("p", { role: "alert" }, words), h("div", { class: "flex justify-end" }, leave));
  }
  fill(place, title, form(position.value, bots, seat, leave));
}

function form(position: Position, bots: readonly string[], seat: number | null, leave: HTMLElement): HTMLElement {
  const { game, turn, players, seats } = position;
  const first = seat !== null && seats.includes(seat) ? seat : seats[0]!;
  const seatSelect = h(
    "select",
    { class: "field", id: "chair" },
    ...seats.map((each) =>
      h(
        "option",
        { value: each, selected: each === first },
        `${seatStyle(each)?.letter ?? ""}: ${players[each] ?? ""}`,
      ),
    ),
  );
  const bot = h(
    "select",
    { class: "field", id: "opponent" },
    ...bots.map((name) => h("option", { value: name }, name)),
  );
  const speed = h(
    "select",
    { class: "field", id: "pace" },
    ...SPEEDS.map(([ms, words]) => h("option", { value: ms, selected: ms === FOG_OPTIONS.turnMs.default }, words)),
  );
  const problem = h("p", { class: "text-c-rose empty:hidden", role: "alert" });
  const begin = h("button", { class: "btn btn-main" }, "Begin");
  const submit = async (event: Event) => {
    event.preventDefault();
    begin.disabled = true;
    setText(problem, "");
    const room = identity.roomName();
    const words = await createRoom([
      room,
      identity.secret(),
      position.position,
      Number(seatSelect.value),
      bot.value,
      Number(speed.value),
    ]);
    begin.disabled = false;
    if (words !== null) return setText(problem, words);
    element.closest("dialog")?.close();
    go(`/${game}/${room}`);
  };
  const others = seats.length > 2 ? "The bot takes every other seat." : "The bot takes the other seat.";
  const element: HTMLFormElement = h(
    "form",
    { class: "grid gap-5", onsubmit: (event) => void submit(event) },
    h(
      "p",
      { class: "text-mist" },
      `A new game begins exactly as it stood at ${GAME_TEXT[game].unit} ${turn}. It does not count for ratings. ${others}`,
    ),
    h("div", { class: "grid gap-1" }, h("label", { for: "chair", class: "text-sm text-mist" }, "You play"), seatSelect),
    h("div", { class: "grid gap-1" }, h("label", { for: "opponent", class: "text-sm text-mist" }, "Against"), bot),
    game === "fog" &&
      h("div", { class: "grid gap-1" }, h("label", { for: "pace", class: "text-sm text-mist" }, "Speed"), speed),
    problem,
    h("div", { class: "flex flex-wrap justify-end gap-3" }, leave, begin),
  );
  return element;
}

/** Make the room over a line of its own; gives what went wrong, or null. The room's page takes the seat over. */
function createRoom(command: Commands["play_on"]): Promise<string | null> {
  return new Promise((resolve) => {
    let asked = false;
    const done = (words: string | null) => {
      line.close();
      resolve(words);
    };
    const say = async () => {
      if (asked) return;
      asked = true;
      const named = await line.request("set_username", [identity.secret(), identity.name()]);
      if (!named.ok) return done(named.message);
      const reply = await line.request("play_on", command);
      done(reply.ok ? null : reply.message);
    };
    const line = new Connection<never>({
      events: [],
      onEvent: () => undefined,
      onConnect: () => void say(),
      onDisconnect: () => asked || done("The server cannot be reached just now."),
    });
  });
}
