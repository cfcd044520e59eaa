/** The start page of Fog of War: open rooms, and a new one. */

import * as api from "../api";
import { fill, h, setText } from "../dom";
import { saveFogAction } from "../room/pending-action";
import { spellingProblem, roomName } from "../identity";
import { pollingList, roomRow } from "../components/room-list";
import { DEFAULT_OPTIONS, optionsForm } from "../fog/options-form";
import { FOG_OPTIONS } from "../protocol/options";
import { go, type Page, type Visit } from "../router";

export async function open({ outlet }: Visit): Promise<Page> {
  const ask = async () =>
    (await api.rooms())?.filter((room) => room.game === "fog" && room.state !== "ended" && room.players.length > 0) ??
    null;
  const list = pollingList(
    ask,
    (room) => roomRow(room),
    {
      empty: "No room is open. Make one and send the link to a friend, or invite a bot.",
      absent: "The list of rooms cannot be had just now. You can still make a room of your own.",
    },
    3,
  );
  const form = optionsForm(DEFAULT_OPTIONS);
  const bots = h("div", { class: "grid gap-1 empty:hidden" });
  const rivals = new Map<string, HTMLInputElement>();
  void api.bots().then((names) => {
    if (!names?.length) return;
    fill(
      bots,
      h(
        "fieldset",
        { class: "grid gap-2" },
        h("legend", { class: "mb-1 text-sm text-mist" }, "Bots to invite"),
        h(
          "div",
          { class: "flex flex-wrap gap-x-6 gap-y-2" },
          ...names.map((name) => {
            const count = h("input", {
              class: "field",
              type: "number",
              min: 0,
              max: FOG_OPTIONS.players.maximum - 1,
              value: 0,
              inputmode: "numeric",
              id: `bot-${name}`,
            });
            rivals.set(name, count);
            return h(
              "div",
              { class: "flex items-center gap-3" },
              h("span", { class: "w-20" }, count),
              h("label", { for: `bot-${name}` }, name),
            );
          }),
        ),
      ),
    );
  });
  const make = (event: Event) => {
    event.preventDefault();
    const options = form.read();
    if (!options) return;
    const invited = [...rivals].flatMap(([name, count]) =>
      Array<string>(Math.max(0, Number(count.value) || 0)).fill(name),
    );
    const room = roomName();
    saveFogAction(room, { options, bots: invited });
    go(`/fog/${room}`);
  };
  const wrong = h("p", { class: "text-c-rose empty:hidden", role: "alert" });
  const enter = (event: Event) => {
    event.preventDefault();
    const room = wanted.value.trim();
    const bad = room.length === 0 || room.length > 40 ? "A room's name has 1 to 40 characters." : spellingProblem(room);
    setText(wrong, bad ?? "");
    if (bad === null) go(`/fog/${encodeURIComponent(room)}`);
  };
  const wanted = h("input", {
    class: "field",
    id: "room",
    maxlength: 40,
    autocomplete: "off",
    placeholder: "its name",
  });
  fill(
    outlet,
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-10 px-5 py-10 sm:px-8 lg:grid-cols-[1fr_400px]" },
      h(
        "section",
        { class: "grid content-start gap-6" },
        h(
          "div",
          { class: "grid gap-2" },
          h("h1", { class: "pixel pixel-3" }, "Fog of War"),
          h(
            "p",
            { class: "max-w-prose text-mist" },
            "You see your land and one tile around it. Armies grow, march and fight; whoever loses the general is out; the last one alive wins.",
          ),
        ),
        h(
          "div",
          { class: "flex flex-wrap items-end gap-4" },
          h(
            "button",
            { class: "btn btn-main", type: "button", onclick: () => go(`/fog/${roomName()}?quick`) },
            "Play a bot now",
          ),
        ),
        h(
          "section",
          { "aria-labelledby": "rooms" },
          h("h2", { id: "rooms", class: "pixel pixel-2 mb-1" }, "Rooms"),
          list.element,
        ),
        h(
          "form",
          { class: "grid max-w-md gap-1", onsubmit: enter },
          h("label", { for: "room", class: "text-sm text-mist" }, "Or go to a room you were told of"),
          h("div", { class: "flex gap-3" }, wanted, h("button", { class: "btn" }, "Go")),
          wrong,
        ),
      ),
      h(
        "form",
        {
          class: "panel grid content-start gap-5 self-start p-5 sm:p-6",
          onsubmit: make,
          novalidate: true,
          "aria-labelledby": "new-room",
        },
        h("h2", { id: "new-room", class: "pixel pixel-2" }, "A new room"),
        form.element,
        bots,
        h("button", { class: "btn btn-main" }, "Make the room"),
      ),
    ),
  );
  return { title: "Fog of War", close: () => list.close() };
}
