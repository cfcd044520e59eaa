/** A room of Fog of War, from the first knock to the rematch. */

import { fill, h } from "../dom";
import * as errand from "../errand";
import { Session, type Errand } from "../fog/session";
import type { Stage, State } from "../fog/state";
import { onceAFrame } from "../frame";
import * as identity from "../identity";
import { ask } from "../parts/dialog";
import { ending } from "../parts/ending";
import { game } from "../parts/game";
import { lobby, type View } from "../parts/lobby";
import { readdress, type Page, type Visit } from "../router";
import { renamed } from "../shell";
import { QUICK_BOT } from "./home";

export async function open({ outlet, parts, query }: Visit): Promise<Page> {
  const room = parts[0]!;
  const place = h("div", { class: "relative flex min-h-0 flex-1 flex-col" });
  const notices = h("div", { class: "notices", role: "alert" });
  fill(outlet, place, notices);
  let view: View | null = null;
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
    notice(notices, session, state);
  });
  const session = new Session(room, errandOf(room, query), paint);
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

function errandOf(room: string, query: URLSearchParams): Errand {
  if (query.has("watch")) return { watch: true };
  if (query.has("quick")) return { options: { players: 2 }, bots: [QUICK_BOT] };
  return errand.take(room);
}

function viewOf(session: Session): View {
  const { stage } = session.state;
  if (stage === "lobby") return lobby(session);
  if (stage === "playing" || stage === "ended") return game(session);
  return stage === "shut" ? shut(session) : entering();
}

function entering(): View {
  const element = h(
    "div",
    { class: "m-auto grid gap-4 p-8 text-center", role: "status" },
    h("p", { class: "pixel pixel-2 blink" }, "Opening the room"),
    h("p", { class: "text-mist" }, "This takes a moment."),
  );
  return { element, update: () => undefined };
}

function shut(session: Session): View {
  const rename = async () => {
    const name = await ask({
      title: "Your name",
      text: "Choose one that nobody here has.",
      label: "Name",
      value: identity.name(),
      longest: identity.NAME_LENGTH,
      go: "Take it",
      complaint: identity.complaint,
    });
    if (name !== null) await session.rename(name);
  };
  const { trouble } = session.state;
  const named = trouble?.code === "NAME_TAKEN";
  const element = h(
    "section",
    { class: "mx-auto grid max-w-xl gap-6 px-5 py-24" },
    h("h1", { class: "pixel pixel-3" }, "You cannot come in"),
    // What the server says of a damaged link is meant for those who write clients.
    h("p", {}, trouble?.code === "MALFORMED" ? "No room has such a name: the link is damaged." : trouble?.message),
    h(
      "div",
      { class: "flex flex-wrap gap-3" },
      named &&
        h("button", { class: "btn btn-main", type: "button", onclick: () => void rename() }, "Choose another name"),
      !named && h("button", { class: "btn btn-main", type: "button", onclick: () => location.reload() }, "Try again"),
      h("a", { class: "btn", href: "/fog" }, "To the rooms"),
    ),
  );
  return { element, update: () => undefined };
}

/** What must be said over any view: that the line is lost, or that something was refused. */
function notice(place: HTMLElement, session: Session, { link, stage, trouble }: State): void {
  const words = link === "lost" ? LOST : stage === "shut" || !trouble ? "" : trouble.message;
  if (place.dataset["said"] === words) return;
  place.dataset["said"] = words;
  const [label, act] =
    link === "lost"
      ? (["Try now", () => session.retry()] as const)
      : trouble?.code === "REPLACED"
        ? (["Play here", () => void session.comeIn()] as const)
        : (["All right", () => session.understood()] as const);
  if (!words) fill(place);
  else
    fill(
      place,
      h(
        "div",
        { class: "notice" },
        h("p", {}, words),
        h("button", { class: "btn", type: "button", onclick: act }, label),
      ),
    );
}
