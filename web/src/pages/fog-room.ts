/** The page of a Fog of War room. */

import { fill, h } from "../dom";
import { saveFogAction, takePendingAction, type FogAction } from "../room/pending-action";
import { Session } from "../fog/session";
import type { Status, State } from "../fog/state";
import { oncePerFrame } from "../animation-frame";
import * as identity from "../identity";
import { ending } from "../fog/ending";
import { game } from "../fog/game";
import { DEFAULT_OPTIONS } from "../fog/options-form";
import { lobby } from "../fog/lobby";
import type { View } from "../room/state";
import { joiningView, checkRoom, showNotice, rejectedView, type JoinText } from "../room/join";
import { replaceAddress, type Page, type Visit } from "../router";
import { nameChanges } from "../layout/page-layout";
import { QUICK_BOT } from "./home";

export async function open({ outlet, params, query }: Visit): Promise<Page> {
  const room = params[0]!;
  const wanted = pendingActionOf(room, query);
  const absent = wanted ? null : await checkRoom(outlet, room, "fog", TEXT, () => saveFogAction(room, {}));
  if (absent) return absent;
  const place = h("div", { class: "relative flex min-h-0 flex-1 flex-col" });
  const notices = h("div", { class: "notices", role: "alert" });
  fill(outlet, place, notices);
  let view: View<State> | null = null;
  let shown: Status | "" = "";
  let endingPanel: HTMLElement | null = null;
  const paint = oncePerFrame(() => {
    const { state } = session;
    if (state.status !== shown) {
      const other = !(view && shown === "playing" && state.status === "ended");
      if (other) {
        view?.close?.();
        view = viewOf(session);
        fill(place, view.element);
      }
      document.body.toggleAttribute("data-playing", state.status === "playing" || state.status === "ended");
      endingPanel?.remove();
      endingPanel = state.status === "ended" && state.end ? ending(session) : null;
      if (endingPanel) place.append(endingPanel);
      shown = state.status;
    }
    view?.update(state);
    showNotice(notices, session, TEXT, noticeText(state));
  });
  const session = new Session(room, wanted ?? {}, paint);
  if (query.has("quick")) replaceAddress(location.pathname);
  const rename = () => void session.rename(identity.name());
  nameChanges.addEventListener("change", rename);
  paint();
  return {
    title: `Room ${room}`,
    close() {
      nameChanges.removeEventListener("change", rename);
      document.body.removeAttribute("data-playing");
      paint.cancel();
      view?.close?.();
      session.close();
    },
  };
}

const LOST = "The line to the server is lost. Trying again; your seat is kept for a minute.";

const REPLACED = "You play on in another window, or on another device.";

const TEXT: JoinText = {
  opening: "Opening the room",
  patience: "This takes a moment.",
  closed: "You cannot come in",
  absent: {
    title: (room) => `There is no room ${room} yet`,
    text: "Perhaps its name is spelt otherwise, or everybody has left it. You can open it and be its host.",
    open: "Open this room",
  },
  otherName: "Choose another name",
  again: "Try again",
  back: "To the rooms",
  name: {
    title: "Your name",
    text: "Choose one that nobody here has.",
    label: "Name",
    confirmLabel: "Take it",
    cancelLabel: "Leave it",
  },
  tryNow: "Try now",
  playHere: "Play here",
  allRight: "All right",
};

/** The pending action of the visit; null for a visit by a link, which may lead nowhere. */
function pendingActionOf(room: string, query: URLSearchParams): FogAction | null {
  if (query.has("watch")) return { watch: true };
  if (query.has("quick")) return { options: DEFAULT_OPTIONS, bots: [QUICK_BOT] };
  return takePendingAction("fog", room);
}

function viewOf(session: Session): View<State> {
  const { status, error } = session.state;
  if (status === "lobby") return lobby(session);
  if (status === "playing" || status === "ended") return game(session);
  if (status !== "rejected") return joiningView(TEXT);
  // What the server says of a damaged link is meant for those who write clients.
  const damaged = error?.code === "MALFORMED";
  return rejectedView(
    session,
    TEXT,
    damaged ? "No room has such a name: the link is damaged." : (error?.message ?? ""),
    "/fog",
  );
}

/** The notice over any view: a lost connection, or a refusal. */
function noticeText({ connection, status, error }: State): string {
  if (connection === "lost") return LOST;
  if (status === "rejected" || !error) return "";
  return error.code === "REPLACED" ? REPLACED : error.message;
}
