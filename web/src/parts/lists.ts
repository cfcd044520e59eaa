/** Lists that come from the server, with words for when there is nothing in them or they cannot be had. */

import * as api from "../api";
import { fill, h } from "../dom";

/** A list that is asked for now and again while it is on the page. */
export interface Living {
  readonly element: HTMLElement;
  close(): void;
}

interface Wording {
  readonly empty: string;
  readonly absent: string;
}

/** Show a list, ask for it anew every `every` seconds while the page is in view. */
export function living<T>(
  ask: () => Promise<readonly T[] | null>,
  row: (item: T) => HTMLElement,
  words: Wording,
  every: number,
): Living {
  const element = h("div", { "aria-busy": "true" }, h("p", { class: "py-4 text-mist" }, "Looking …"));
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

/** Names of the players of a room or a replay, as one would say them. */
export function versus(names: readonly string[]): string {
  if (names.length === 0) return "Nobody yet";
  if (names.length <= 3) return names.join(" – ");
  return `${names.slice(0, 2).join(" – ")} and ${names.length - 2} more`;
}

/** A room in a list, with the way into it. */
export function roomRow(room: api.RoomCard): HTMLElement {
  const { options } = room;
  const names = versus(room.players.map((player) => player.name));
  const address = `/fog/${encodeURIComponent(room.roomId)}`;
  const open = room.state === "lobby" && room.players.length < room.seats;
  return h(
    "div",
    { class: "flex flex-wrap items-center gap-x-4 gap-y-2 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1 basis-44" },
      h("p", { class: "truncate font-semibold" }, names),
      h(
        "p",
        { class: "flex flex-wrap gap-x-3 text-sm text-mist" },
        room.state === "playing" && h("span", { class: "text-c-mint" }, "live"),
        h("span", {}, `${options.width}×${options.height}`),
        h("span", {}, pace(options.lockstep, options.turnMs)),
        h(
          "span",
          {},
          room.state === "playing" && room.turn !== null
            ? `turn ${room.turn}`
            : `${room.players.length} of ${room.seats} here`,
        ),
        room.spectators > 0 && h("span", {}, `${room.spectators} watching`),
        options.map !== "drawn" && h("span", {}, "open map"),
      ),
    ),
    open
      ? h("a", { class: "btn btn-main", href: address, "aria-label": `Join ${names}` }, "Join")
      : h("a", { class: "btn", href: `${address}?watch`, "aria-label": `Watch ${names}` }, "Watch"),
  );
}

/** How fast a room is played. */
export function pace(lockstep: boolean, turnMs: number): string {
  if (lockstep) return "in lockstep";
  const perSecond = 1000 / turnMs;
  return Number.isInteger(perSecond)
    ? `${perSecond} turn${perSecond === 1 ? "" : "s"} a second`
    : `${turnMs} ms a turn`;
}
