/** The view of a room before its game: players, options, link to share, chat. */

import * as api from "../api";
import { fill, h, setText } from "../dom";
import { chosenOptions, saveChosenOptions } from "../room/pending-action";
import type { Session } from "./session";
import type { State } from "./state";
import { isHost, type View } from "../room/state";
import type { FogOptions, FogPublicOptions, Player } from "../protocol";
import { FOG_OPTIONS } from "../protocol/options";
import { chat } from "../components/chat";
import { DEFAULT_OPTIONS, describeOptions, optionsForm, type OptionsForm } from "./options-form";
import { englishShareText, shareLink } from "../components/share-link";
import { seatSwatch } from "../components/seat-swatch";

export function lobby(session: Session): View<State> {
  const seats = h("ol", { class: "rows" });
  const count = h("p", { class: "text-mist", role: "status" });
  const ready = h("button", {
    class: "btn btn-main",
    type: "button",
    onclick: () => void session.send("set_ready", session.state.room, !isReady(session.state)),
  });
  const begin = h(
    "button",
    { class: "btn", type: "button", onclick: () => void session.send("set_force_start", session.state.room, true) },
    "Begin now",
  );
  const tools = h("div", { class: "contents" });
  const talk = chat((text) => void session.send("chat_message", text));
  const watching = h("p", { class: "text-mist empty:hidden" });
  let host: boolean | null = null;
  let form: HostTools | null = null;
  let shown: unknown[] = [];

  const element = h(
    "div",
    { class: "mx-auto grid w-full max-w-6xl gap-8 px-5 py-8 sm:px-8 lg:grid-cols-[1fr_400px]" },
    h(
      "section",
      { class: "grid content-start gap-6", "aria-labelledby": "lobby" },
      h("div", { class: "grid gap-1" }, h("h1", { id: "lobby", class: "pixel pixel-3" }, "The room"), count),
      h("div", {}, h("h2", { class: "sr-only" }, "Players"), seats),
      h(
        "div",
        { class: "flex flex-wrap gap-3" },
        ready,
        begin,
        h("a", { class: "btn btn-quiet", href: "/fog" }, "Leave"),
      ),
      watching,
      shareLink(englishShareText("Send this link to whom you want to play with"), location.origin + location.pathname)
        .element,
      h(
        "section",
        { class: "panel grid h-80 grid-rows-[auto_1fr] gap-2 p-5", "aria-labelledby": "chat-title" },
        h("h2", { id: "chat-title", class: "pixel" }, "Chat"),
        talk.element,
      ),
    ),
    tools,
  );

  return {
    element,
    update(state) {
      talk.update(state);
      const now = [state.players, state.options, state.seat, state.spectators];
      if (now.every((part, i) => part === shown[i])) return;
      shown = now;
      const size = state.options?.players ?? FOG_OPTIONS.players.minimum;
      const there = state.players.length;
      setText(
        count,
        there < size
          ? `Waiting for ${size - there} more. The game begins when all ${size} are here, or when everyone is ready.`
          : "Everyone is here.",
      );
      fill(
        seats,
        ...state.players.map((player) => seatRow(session, state, player)),
        there < size && freeSeats(size - there),
      );
      setText(ready, isReady(state) ? "Not ready after all" : "Ready");
      ready.hidden = state.seat < 0;
      begin.hidden = !isHost(state);
      begin.disabled = there < FOG_OPTIONS.players.minimum;
      setText(
        watching,
        state.seat < 0
          ? "You are watching: the seats are taken or the game has begun without you."
          : state.spectators
            ? `${state.spectators} watching`
            : "",
      );
      if (host !== isHost(state)) {
        host = isHost(state);
        form = host ? hostTools(session) : null;
        if (form) fill(tools, form.element);
      }
      if (!host) fill(tools, optionsSummary(state));
      form?.update(state);
    },
  };
}

function isReady(state: State): boolean {
  return state.players.some((player) => player.index === state.seat && player.ready);
}

function freeSeats(count: number): HTMLElement {
  return h(
    "li",
    { class: "flex min-h-14 flex-wrap items-center gap-4" },
    h("span", { class: "flex gap-2" }, ...Array.from({ length: Math.min(count, 8) }, () => seatSwatch(-1, 2))),
    h("span", { class: "text-mist" }, count === 1 ? "A free seat" : `${count} free seats`),
  );
}

function seatRow(session: Session, state: State, player: Player): HTMLElement {
  const seat = player.index;
  const notes = [
    seat === state.seat && "you",
    player.isHost && "host",
    player.isBot && "bot",
    !player.connected && !player.isBot && "away",
  ].filter((note) => note !== false);
  return h(
    "li",
    { class: "flex min-h-14 items-center gap-4" },
    seatSwatch(seat, 2),
    h(
      "span",
      { class: "min-w-0 flex-1 truncate font-semibold" },
      player.username,
      notes.length > 0 && h("span", { class: "font-normal text-mist" }, ` (${notes.join(", ")})`),
    ),
    player.ready ? h("span", { class: "chip chip-good" }, "ready") : h("span", { class: "chip" }, "not ready"),
    player.isBot &&
      isHost(state) &&
      h(
        "button",
        {
          class: "btn btn-quiet",
          type: "button",
          "aria-label": `Send ${player.username} away`,
          onclick: () => void session.send("kick_bot", state.room, seat),
        },
        "Send away",
      ),
  );
}

interface HostTools {
  readonly element: HTMLElement;
  update(state: State): void;
}

function hostTools(session: Session): HostTools {
  const { room, options } = session.state;
  const form: OptionsForm = optionsForm(
    chosenOptions(room) ?? (options ? { ...DEFAULT_OPTIONS, ...publicOptions(options) } : DEFAULT_OPTIONS),
    () => void apply(),
  );
  const confirmation = h("p", { class: "text-sm text-c-mint empty:hidden", role: "status" });
  const apply = async () => {
    const chosen = form.read();
    setText(confirmation, "");
    if (!chosen || !(await session.send("set_options", room, chosen))) return;
    saveChosenOptions(room, chosen);
    setText(confirmation, "Everyone has been told.");
  };
  const bots = h("div", { class: "flex flex-wrap gap-3" }, h("p", { class: "text-mist" }, "Looking …"));
  const buttons: HTMLButtonElement[] = [];
  void api.bots().then((names) => {
    if (!names) return fill(bots, h("p", { class: "text-mist" }, "The bots cannot be asked just now."));
    buttons.push(
      ...names.map((name) =>
        h(
          "button",
          { class: "btn", type: "button", onclick: () => void session.send("invite_bot", room, name) },
          `Invite ${name}`,
        ),
      ),
    );
    fill(bots, ...buttons);
    full(session.state);
  });
  const full = (state: State) =>
    buttons.forEach(
      (button) => (button.disabled = state.players.length >= (state.options?.players ?? FOG_OPTIONS.players.minimum)),
    );
  const element = h(
    "aside",
    { class: "panel grid content-start gap-6 self-start p-5 sm:p-6", "aria-label": "For the host" },
    h(
      "section",
      { class: "grid gap-3", "aria-labelledby": "bots-title" },
      h("h2", { id: "bots-title", class: "pixel pixel-2" }, "Bots"),
      bots,
    ),
    h(
      "section",
      { class: "grid gap-3", "aria-labelledby": "options-title" },
      h("h2", { id: "options-title", class: "pixel pixel-2" }, "How it is played"),
      form.element,
      confirmation,
    ),
  );
  return { element, update: full };
}

function publicOptions(options: FogPublicOptions): FogOptions {
  const { width, height, players, turnMs, lockstep, half } = options;
  return { width, height, players, turnMs, lockstep, half };
}

function optionsSummary(state: State): HTMLElement {
  const words = state.options ? describeOptions(state.options) : [];
  return h(
    "aside",
    { class: "panel grid content-start gap-3 self-start p-5 sm:p-6", "aria-labelledby": "how" },
    h("h2", { id: "how", class: "pixel pixel-2" }, "How it is played"),
    h("ul", { class: "rows" }, ...words.map((word) => h("li", { class: "py-2" }, word))),
    h("p", { class: "text-sm text-mist" }, "The host may still change this."),
  );
}
