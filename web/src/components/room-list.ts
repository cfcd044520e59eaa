/** Lists that are fetched from the server again and again, and the rows of rooms in them. */

import * as api from "../api";
import { fill, h } from "../dom";
import * as identity from "../identity";

/** A list that is asked for now and again while it is on the page. */
export interface PollingList {
  readonly element: HTMLElement;
  close(): void;
}

interface ListText {
  readonly empty: string;
  readonly absent: string;
  readonly looking?: string;
}

/** Show a list, ask for it anew every `every` seconds while the page is in view. */
export function pollingList<T>(
  ask: () => Promise<readonly T[] | null>,
  row: (item: T) => HTMLElement,
  words: ListText,
  every: number,
): PollingList {
  const element = h("div", { "aria-busy": "true" }, h("p", { class: "py-4 text-mist" }, words.looking ?? "Looking …"));
  let shown = "";
  let timer = 0;
  let open = true;
  const refresh = async () => {
    if (document.visibilityState === "visible") {
      const items = await ask();
      if (!open) return;
      const print = JSON.stringify(items);
      element.removeAttribute("aria-busy");
      if (print !== shown) {
        shown = print;
        if (items === null || items.length === 0)
          fill(element, h("p", { class: "py-4 text-mist" }, items ? words.empty : words.absent));
        else fill(element, h("ul", { class: "rows" }, ...items.map((item) => h("li", {}, row(item)))));
      }
    }
    if (open) timer = window.setTimeout(() => void refresh(), every * 1000);
  };
  void refresh();
  return {
    element,
    close() {
      open = false;
      clearTimeout(timer);
    },
  };
}

/** What is said of rooms, for pages that speak another language. */
export interface RoomText {
  readonly nobody: string;
  readonly more: (count: number) => string;
  readonly live: string;
  readonly here: (players: number, seats: number) => string;
  readonly watching: (count: number) => string;
  readonly join: string;
  readonly watch: string;
  /** The link back to the player's own seat. */
  readonly back: string;
  /** What is special about a room. */
  readonly facts: (room: api.RoomCard) => readonly string[];
}

const ENGLISH: RoomText = {
  nobody: "Nobody yet",
  more: (count) => `and ${count} more`,
  live: "live",
  here: (players, seats) => `${players} of ${seats} here`,
  watching: (count) => `${count} watching`,
  join: "Join",
  watch: "Watch",
  back: "Play on",
  facts: factsOf,
};

/** The names of the players of a room or a replay; a player of both sides is named once. */
export function playerNames(players: readonly string[], words: RoomText = ENGLISH): string {
  const names = [...new Set(players)];
  if (names.length === 0) return words.nobody;
  if (names.length <= 3) return names.join(" – ");
  return `${names.slice(0, 2).join(" – ")} ${words.more(names.length - 2)}`;
}

/** A room in a list, with the way into it. */
export function roomRow(room: api.RoomCard, words: RoomText = ENGLISH): HTMLElement {
  const names = playerNames(
    room.players.map((player) => player.name),
    words,
  );
  const address = `/${room.game}/${encodeURIComponent(room.roomId)}`;
  const open = room.state === "lobby" && room.players.length < room.seats;
  const mine = room.state === "playing" && room.players.some((one) => !one.isBot && one.name === identity.name());
  const way = (main: boolean, href: string, label: string) =>
    h("a", { class: main ? "btn btn-main" : "btn", href, "aria-label": `${label}: ${names}` }, label);
  return h(
    "div",
    { class: "flex flex-wrap items-center gap-x-4 gap-y-2 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1 basis-44" },
      h("p", { class: "truncate font-semibold", translate: "no" }, names),
      h(
        "p",
        { class: "flex flex-wrap gap-x-3 text-sm text-mist" },
        room.state === "playing" && h("span", { class: "text-c-mint" }, words.live),
        ...words.facts(room).map((fact) => h("span", {}, fact)),
        room.state !== "playing" && h("span", {}, words.here(room.players.length, room.seats)),
        room.spectators > 0 && h("span", {}, words.watching(room.spectators)),
      ),
    ),
    mine
      ? way(true, address, words.back)
      : open
        ? way(true, address, words.join)
        : way(false, `${address}?watch`, words.watch),
  );
}

function factsOf(room: api.RoomCard): readonly string[] {
  const turns = room.state === "playing" && room.turn !== null ? room.turn : null;
  if (room.game === "welten") {
    const { scenario, clock } = room.options;
    return [
      "Weltendämmerung",
      ...(scenario === "default" ? [] : [`land: ${scenario}`]),
      ...(clock === null ? [] : ["with a clock"]),
      ...(turns === null ? [] : [`order ${turns}`]),
    ];
  }
  const { width, height, lockstep, turnMs, map } = room.options;
  return [
    `${width}×${height}`,
    pace(lockstep, turnMs),
    ...(turns === null ? [] : [`turn ${turns}`]),
    ...(map === "drawn" ? [] : ["open map"]),
  ];
}

/** How fast a room is played. */
export function pace(lockstep: boolean, turnMs: number): string {
  if (lockstep) return "in lockstep";
  const perSecond = 1000 / turnMs;
  return Number.isInteger(perSecond)
    ? `${perSecond} turn${perSecond === 1 ? "" : "s"} a second`
    : `${turnMs} ms a turn`;
}
