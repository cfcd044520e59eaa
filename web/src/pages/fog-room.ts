/** A room of Fog of War, from the first knock to the rematch. */

import { fill, h } from "../dom";
import * as errand from "../room/pending-action";
import { Session, type Errand } from "../fog/session";
import type { Stage, State } from "../fog/state";
import { onceAFrame } from "../animation-frame";
import * as identity from "../identity";
import { ending } from "../fog/ending";
import { game } from "../fog/game";
import { lobby } from "../fog/lobby";
import type { View } from "../room/state";
import { entering, knock, notice, shut, type ThresholdWords } from "../room/join";
import { readdress, type Page, type Visit } from "../router";
import { renamed } from "../layout/page-layout";
import { QUICK_BOT } from "./home";

export async function open({ outlet, parts, query }: Visit): Promise<Page> {
  const room = parts[0]!;
  const wanted = errandOf(room, query);
  const absent = wanted ? null : await knock(outlet, room, "fog", WORDS, () => errand.leave(room, {}));
  if (absent) return absent;
  const place = h("div", { class: "relative flex min-h-0 flex-1 flex-col" });
  const notices = h("div", { class: "notices", role: "alert" });
  fill(outlet, place, notices);
  let view: View<State> | null = null;
  let shown: Stage | "" = "";
  let finale: HTMLElement | null = null;
  const paint = onceAFrame(() => {
    const { state } = session;
    if (state.stage !== shown) {
      const other = !(view && shown === "playing" && state.stage === "ended");
      if (other) {
        view?.close?.();
        view = viewOf(session);
        fill(place, view.element);
      }
      document.body.toggleAttribute("data-playing", state.stage === "playing" || state.stage === "ended");
      finale?.remove();
      finale = state.stage === "ended" && state.end ? ending(session) : null;
      if (finale) place.append(finale);
      shown = state.stage;
    }
    view?.update(state);
    notice(notices, session, WORDS, wrong(state));
  });
  const session = new Session(room, wanted ?? {}, paint);
  if (query.has("quick")) readdress(location.pathname);
  const rename = () => void session.rename(identity.name());
  renamed.addEventListener("renamed", rename);
  paint();
  return {
    title: `Room ${room}`,
    close() {
      renamed.removeEventListener("renamed", rename);
      document.body.removeAttribute("data-playing");
      paint.cancel();
      view?.close?.();
      session.close();
    },
  };
}

const LOST = "The line to the server is lost. Trying again; your seat is kept for a minute.";

const REPLACED = "You play on in another window, or on another device.";

const WORDS: ThresholdWords = {
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
    go: "Take it",
    leave: "Leave it",
  },
  tryNow: "Try now",
  playHere: "Play here",
  allRight: "All right",
};

/** What one has come for; null if one has come by a link, which may lead nowhere. */
function errandOf(room: string, query: URLSearchParams): Errand | null {
  if (query.has("watch")) return { watch: true };
  if (query.has("quick")) return { options: { players: 2 }, bots: [QUICK_BOT] };
  return errand.take(room);
}

function viewOf(session: Session): View<State> {
  const { stage, trouble } = session.state;
  if (stage === "lobby") return lobby(session);
  if (stage === "playing" || stage === "ended") return game(session);
  if (stage !== "shut") return entering(WORDS);
  // What the server says of a damaged link is meant for those who write clients.
  const damaged = trouble?.code === "MALFORMED";
  return shut(
    session,
    WORDS,
    damaged ? "No room has such a name: the link is damaged." : (trouble?.message ?? ""),
    "/fog",
  );
}

/** What must be said over any view: that the line is lost, or that something was refused. */
function wrong({ link, stage, trouble }: State): string {
  if (link === "lost") return LOST;
  if (stage === "shut" || !trouble) return "";
  return trouble.code === "REPLACED" ? REPLACED : trouble.message;
}
