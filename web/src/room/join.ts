/** Before and over every view of a room: that it is being opened, that one cannot come in, that something is wrong. */

import * as api from "../api";
import { fill, h } from "../dom";
import * as identity from "../identity";
import { ask } from "../components/dialog";
import { go, type Page } from "../router";
import type { RoomSession } from "./session";
import type { RoomState, View } from "./state";

export interface JoinText {
  readonly opening: string;
  readonly patience: string;
  readonly closed: string;
  /** Told to somebody who comes by a link to a room that is not there. */
  readonly absent: {
    readonly title: (room: string) => string;
    readonly text: string;
    readonly open: string;
  };
  readonly otherName: string;
  readonly again: string;
  /** Where one goes instead. */
  readonly back: string;
  /** Asked of somebody whose name is taken. */
  readonly name: {
    readonly title: string;
    readonly text: string;
    readonly label: string;
    readonly confirmLabel: string;
    readonly cancelLabel: string;
  };
  readonly tryNow: string;
  readonly playHere: string;
  readonly allRight: string;
}

type JoinSession = Pick<
  RoomSession<RoomState, never, never>,
  "dismissError" | "enter" | "reconnect" | "rename" | "state"
>;

export function joiningView(words: JoinText): View<unknown> {
  const element = h(
    "div",
    { class: "m-auto grid gap-4 p-8 text-center", role: "status" },
    h("p", { class: "pixel pixel-2 blink" }, words.opening),
    h("p", { class: "text-mist" }, words.patience),
  );
  return { element, update: () => undefined };
}

/** The longest name that a room can have. */
const MAX_ROOM_NAME_LENGTH = 40;

/**
 * Knock at a room that one has come to by a link. Gives a page instead of the room if it is not there: `prepare` is
 * called when somebody wants it opened, and the page comes again. A room of another game is at another address.
 */
export async function checkRoom(
  outlet: HTMLElement,
  room: string,
  game: api.RoomCard["game"],
  words: JoinText,
  prepare: () => void,
): Promise<Page | null> {
  fill(outlet, joiningView(words).element);
  // What cannot be known now, or cannot be a name, shows itself when one tries to come in.
  const found = room.length > MAX_ROOM_NAME_LENGTH || identity.spellingProblem(room) ? null : await api.room(room);
  if (found === null || found?.game === game) return null;
  if (!outlet.isConnected) return { title: room }; // somebody has gone elsewhere meanwhile
  if (found) {
    go(`/${found.game}/${encodeURIComponent(room)}`, true);
    return { title: room };
  }
  const open = () => {
    prepare();
    go(location.pathname, true);
  };
  fill(
    outlet,
    h(
      "section",
      { class: "mx-auto grid max-w-xl gap-6 px-5 py-24" },
      h("h1", { class: "pixel pixel-3 wrap-anywhere" }, words.absent.title(room)),
      h("p", {}, words.absent.text),
      h(
        "div",
        { class: "flex flex-wrap gap-3" },
        h("button", { class: "btn btn-main", type: "button", onclick: open }, words.absent.open),
        h("a", { class: "btn", href: `/${game}` }, words.back),
      ),
    ),
  );
  return { title: words.absent.title(room) };
}

/** Why one cannot come in, and what can be done about it; `home` is where the other rooms are. */
export function rejectedView(visit: JoinSession, words: JoinText, why: string, home: string): View<unknown> {
  const code = visit.state.error?.code;
  const hopeless = code === "MALFORMED"; // a damaged link stays damaged
  const rename = async () => {
    const name = await ask({
      ...words.name,
      value: identity.name(),
      maxLength: identity.MAX_NAME_LENGTH,
      problem: identity.nameProblem,
    });
    if (name !== null) await visit.rename(name);
  };
  const element = h(
    "section",
    { class: "mx-auto grid max-w-xl gap-6 px-5 py-24" },
    h("h1", { class: "pixel pixel-3" }, words.closed),
    h("p", {}, why),
    h(
      "div",
      { class: "flex flex-wrap gap-3" },
      code === "NAME_TAKEN" &&
        h("button", { class: "btn btn-main", type: "button", onclick: () => void rename() }, words.otherName),
      code !== "NAME_TAKEN" &&
        !hopeless &&
        h("button", { class: "btn btn-main", type: "button", onclick: () => location.reload() }, words.again),
      h("a", { class: hopeless ? "btn btn-main" : "btn", href: home }, words.back),
    ),
  );
  return { element, update: () => undefined };
}

/** Say over any view what is wrong, with what can be done about it; nothing if no words are given. */
export function showNotice(place: HTMLElement, visit: JoinSession, words: JoinText, wrong: string): void {
  if (place.dataset["said"] === wrong) return;
  place.dataset["said"] = wrong;
  if (!wrong) return fill(place);
  const { connection, error } = visit.state;
  const [label, act] =
    connection === "lost"
      ? ([words.tryNow, () => visit.reconnect()] as const)
      : error?.code === "REPLACED"
        ? ([words.playHere, () => void visit.enter()] as const)
        : ([words.allRight, () => visit.dismissError()] as const);
  fill(
    place,
    h(
      "div",
      { class: "notice" },
      h("p", {}, wrong),
      h("button", { class: "btn", type: "button", onclick: act }, label),
    ),
  );
}
