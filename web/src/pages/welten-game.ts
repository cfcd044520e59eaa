/** A room of Weltendämmerung, from the first knock to the rematch. */

import * as api from "../api";
import { fill, h } from "../dom";
import { onceAFrame } from "../frame";
import * as identity from "../identity";
import { language, speak, spoken } from "../language";
import { ask } from "../parts/dialog";
import type { Page, Visit } from "../router";
import { renamed } from "../shell";
import { sideOf, strength } from "../welten/board";
import { take } from "../welten/errand";
import { game } from "../welten/game";
import { Session } from "../welten/session";
import { isOver, type Stage, type State } from "../welten/state";
import { tilesOf, type Tiles } from "../welten/tiles";
import { victory, type Army } from "../welten/victory";
import { waiting, type View } from "../welten/waiting";
import type { Lore } from "../welten/words";

/** Names and powers of units are the same on every land. */
const OURS = "default";

export async function open({ outlet, parts, query }: Visit): Promise<Page> {
  const room = parts[0]!;
  const place = h("div", { class: "relative flex min-h-0 flex-1 flex-col" });
  const notices = h("div", { class: "notices", role: "alert" });
  fill(outlet, place, notices);
  const [lore, found] = await Promise.all([api.scenario(OURS), tilesOf(OURS)]);
  if (!lore) throw new Error("the names of the units cannot be had");
  const stand = new Stand(place, lore, found);
  const paint = onceAFrame(() => {
    void stand.show(session, paint);
    notice(notices, session);
  });
  const session: Session = new Session(room, take(room) ?? {}, query.has("watch"), paint);
  const rename = () => void session.rename(identity.name());
  const anew = () => {
    stand.clear();
    paint();
  };
  renamed.addEventListener("renamed", rename);
  spoken.addEventListener("spoken", anew);
  paint();
  return {
    title: `Weltendämmerung ${room}`,
    close() {
      renamed.removeEventListener("renamed", rename);
      spoken.removeEventListener("spoken", anew);
      document.body.removeAttribute("data-playing");
      paint.cancel();
      stand.clear();
      session.close();
    },
  };
}

/** What is shown of a room: one view for each of its stages, and the end over the last board. */
class Stand {
  private readonly stage = h("div", { class: "contents" });
  private view: View | null = null;
  private shown = "";
  private finale: HTMLElement | null = null;

  constructor(
    private readonly place: HTMLElement,
    private readonly lore: Lore,
    private tiles: Tiles,
  ) {
    fill(place, this.stage);
  }

  /** Take the view away; the next one is made anew. The end of a game sees to itself. */
  clear(): void {
    this.view?.close?.();
    this.view = null;
    this.shown = "";
  }

  async show(session: Session, refresh: () => void): Promise<void> {
    const { state } = session;
    const onBoard = state.shown !== null && (state.stage === "playing" || state.stage === "ended");
    const now = onBoard ? `game ${state.replay}` : state.stage === "playing" ? "entering" : state.stage;
    if (now !== this.shown) {
      this.clear();
      this.shown = now;
      if (onBoard) this.tiles = await tilesOf(state.options?.scenario ?? OURS).catch(() => this.tiles);
      if (this.shown !== now) return;
      const focused = document.activeElement?.id ?? "";
      this.stage.lang = language();
      this.view = onBoard ? game(session, this.tiles, this.lore, refresh) : viewOf(session, state.stage);
      fill(this.stage, this.view.element);
      // Whoever changes the language shall be able to change it back with the next press.
      const first = this.stage.querySelector<HTMLElement>(focused.startsWith("tongue-") ? `#${focused}` : "#board");
      first?.focus({ preventScroll: true });
      document.body.toggleAttribute("data-playing", onBoard);
    }
    this.view?.update(session.state);
    this.conclude(session);
  }

  private conclude(session: Session): void {
    const { state } = session;
    if (!isOver(state) || !state.end) {
      this.finale?.remove();
      this.finale = null;
    } else if (!this.finale && this.view) {
      this.finale = victory(endingOf(session));
      this.place.append(this.finale);
    }
  }
}

function endingOf(session: Session): Parameters<typeof victory>[0] {
  const { state } = session;
  const board = state.shown!;
  const army = (side: "eldoin" | "dailor", index: number): Army => ({
    name: state.players.find((player) => player.index === index)?.username ?? "",
    began: board.units.filter((unit) => sideOf(unit) === side).length,
    left: strength(board, side),
  });
  return {
    winner: board.outcome!.winner,
    reason: board.outcome!.reason,
    rounds: board.rounds,
    armies: { eldoin: army("eldoin", 0), dailor: army("dailor", 1) },
    me: state.side,
    scenario: state.options?.scenario ?? OURS,
    replay: state.end?.replay_id ?? "",
    rematch: () => session.tell("rematch", state.room),
  };
}

function viewOf(session: Session, stage: Stage): View {
  if (stage === "waiting") return waiting(session);
  return stage === "shut" ? shut(session) : entering();
}

function entering(): View {
  const element = h(
    "div",
    { class: "m-auto grid gap-4 p-8 text-center", role: "status" },
    h("p", { class: "pixel pixel-2 blink" }, speak({ en: "Opening the room", de: "Der Raum wird geöffnet" })),
    h("p", { class: "text-mist" }, speak({ en: "This takes a moment.", de: "Das dauert einen Augenblick." })),
  );
  return { element, update: () => undefined };
}

function shut(session: Session): View {
  const { trouble } = session.state;
  const named = trouble?.code === "NAME_TAKEN";
  const rename = async () => {
    const name = await ask({
      title: speak({ en: "Your name", de: "Dein Name" }),
      text: speak({ en: "Choose one that nobody here has.", de: "Wähle einen, den hier niemand hat." }),
      label: speak({ en: "Name", de: "Name" }),
      value: identity.name(),
      longest: identity.NAME_LENGTH,
      go: speak({ en: "Take it", de: "Nehmen" }),
      leave: speak({ en: "Leave it", de: "Lassen" }),
      complaint: identity.complaint,
    });
    if (name !== null) await session.rename(name);
  };
  const element = h(
    "section",
    { class: "mx-auto grid max-w-xl gap-6 px-5 py-24" },
    h("h1", { class: "pixel pixel-3" }, speak({ en: "You cannot come in", de: "Hier geht es nicht hinein" })),
    h("p", {}, trouble ? reason(trouble) : ""),
    h(
      "div",
      { class: "flex flex-wrap gap-3" },
      named
        ? h("button", { class: "btn btn-main", type: "button", onclick: () => void rename() }, otherName())
        : h("button", { class: "btn btn-main", type: "button", onclick: () => location.reload() }, again()),
      h("a", { class: "btn", href: "/welten" }, speak({ en: "To the title", de: "Zum Titel" })),
    ),
  );
  return { element, update: () => undefined };
}

/** Why one cannot come in; what the server says of a damaged link is meant for those who write clients. */
function reason({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === "NAME_TAKEN") return taken();
  if (code === "NO_ROOM")
    return speak({
      en: "There is no such game, or it is long over.",
      de: "Dieses Spiel gibt es nicht oder nicht mehr.",
    });
  if (code === "MALFORMED")
    return speak({
      en: "No game has such a name: the link is damaged.",
      de: "So heißt kein Spiel: Der Link ist beschädigt.",
    });
  return message;
}

const taken = () => speak({ en: "Somebody has your name already.", de: "Jemand heißt schon wie du." });
const otherName = () => speak({ en: "Choose another name", de: "Anderen Namen wählen" });
const again = () => speak({ en: "Try again", de: "Nochmals versuchen" });

/** What must be said over any view: that the line is lost, or that something was refused. */
function notice(place: HTMLElement, session: Session): void {
  const { state } = session;
  const words = wordsOf(state);
  if (place.dataset["said"] === words) return;
  place.dataset["said"] = words;
  const [label, act] =
    state.link === "lost"
      ? ([speak({ en: "Try now", de: "Jetzt versuchen" }), () => session.retry()] as const)
      : state.trouble?.code === "REPLACED"
        ? ([speak({ en: "Play here", de: "Hier spielen" }), () => void session.comeIn()] as const)
        : ([speak({ en: "All right", de: "In Ordnung" }), () => session.understood()] as const);
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

function wordsOf({ link, stage, trouble }: State): string {
  if (link === "lost")
    return speak({
      en: "The line to the server is lost. Trying again; the game waits.",
      de: "Die Verbindung zum Server ist weg. Neuer Versuch läuft; das Spiel wartet.",
    });
  if (stage === "shut" || !trouble) return "";
  return trouble.code === "NAME_TAKEN" ? taken() : trouble.message;
}
