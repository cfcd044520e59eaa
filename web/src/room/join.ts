/** Views of joining a room: loading, missing room, refusal, and notices over the other views. */

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
  /** Shown when a link leads to a room that does not exist. */
  readonly absent: {
    readonly title: (room: string) => string;
    readonly text: string;
    readonly open: string;
  };
  readonly otherName: string;
  readonly again: string;
  /** The link to the other rooms. */
  readonly back: string;
  /** Asked when the name is taken. */
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
 * Checks that a room exists before it is joined by a link. Returns the page to show instead when it does not; the button
 * on it calls `prepare` and opens the page again. A room of another game is redirected to its own address.
 */
export async function checkRoom(
  outlet: HTMLElement,
  room: string,
  game: api.RoomCard["game"],
  words: JoinText,
  prepare: () => void,
): Promise<Page | null> {
  fill(outlet, joiningView(words).element);
  // If the room cannot be looked up now, or has no valid name, joining it reports the error.
  const found = room.length > MAX_ROOM_NAME_LENGTH || identity.spellingProblem(room) ? null : await api.room(room);
  if (found === null || found?.game === game) return null;
  if (!outlet.isConnected) return { title: room }; // another page has been opened meanwhile
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

/** The view of a refusal with what can be done about it; `home` is the address of the other rooms. */
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

/** Shows a notice over any view, with a button that resolves it; an empty text removes it. */
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
