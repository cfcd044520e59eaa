/** A room of Weltendämmerung, from the first knock to the rematch. */

import * as api from "../api";
import { fill, h } from "../dom";
import { onceAFrame } from "../animation-frame";
import * as identity from "../identity";
import { language, speak, spoken, type Language } from "../language";
import type { Trouble, View } from "../room/state";
import { entering, knock, notice, shut, type ThresholdWords } from "../room/join";
import type { Page, Visit } from "../router";
import { renamed } from "../layout/page-layout";
import { sideOf, strength } from "../welten/board";
import { store, take } from "../welten/errand";
import { game } from "../welten/game";
import { refusalWords } from "../welten/refusals";
import { Session } from "../welten/session";
import { sheetOf } from "../welten/sprites";
import { isOver, type Stage, type State } from "../welten/state";
import { tilesOf, type Tiles } from "../welten/tiles";
import { victory, type Army } from "../welten/ending";
import { waiting } from "../welten/lobby";
import type { Lore } from "../welten/text";

const WORDS: Readonly<Record<Language, ThresholdWords>> = {
  en: {
    opening: "Opening the room",
    patience: "This takes a moment.",
    closed: "You cannot come in",
    absent: {
      title: (room) => `There is no game ${room} yet`,
      text: "Perhaps its name is spelt otherwise, or it is long over. You can open it: whoever gets the link then plays against you.",
      open: "Open this game",
    },
    otherName: "Choose another name",
    again: "Try again",
    back: "To the title",
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
  },
  de: {
    opening: "Der Raum wird geöffnet",
    patience: "Das dauert einen Augenblick.",
    closed: "Hier geht es nicht hinein",
    absent: {
      title: (room) => `Ein Spiel ${room} gibt es noch nicht`,
      text: "Vielleicht schreibt es sich anders, oder es ist längst vorbei. Du kannst es eröffnen: Wer dann den Link bekommt, spielt gegen dich.",
      open: "Dieses Spiel eröffnen",
    },
    otherName: "Anderen Namen wählen",
    again: "Nochmals versuchen",
    back: "Zum Titel",
    name: {
      title: "Dein Name",
      text: "Wähle einen, den hier niemand hat.",
      label: "Name",
      go: "Nehmen",
      leave: "Lassen",
    },
    tryNow: "Jetzt versuchen",
    playHere: "Hier spielen",
    allRight: "In Ordnung",
  },
};

/** Names and powers of units are the same on every land. */
const OURS = "default";

export async function open({ outlet, parts, query }: Visit): Promise<Page> {
  const room = parts[0]!;
  const watches = query.has("watch");
  const errand = watches ? {} : take(room);
  outlet.lang = language();
  const absent = errand ? null : await knock(outlet, room, "welten", speak(WORDS), () => store(room, {}));
  if (absent) return absent;
  const place = h("div", { class: "relative flex min-h-0 flex-1 flex-col" });
  const notices = h("div", { class: "notices", role: "alert" });
  fill(outlet, place, notices);
  const [lore, found] = await Promise.all([api.scenario(OURS), tilesOf(OURS)]);
  if (!lore) throw new Error("the names of the units cannot be had");
  const stand = new Stand(place, lore, found);
  const paint = onceAFrame(() => {
    void stand.show(session, paint);
    notice(notices, session, speak(WORDS), wrong(session.state));
  });
  const session: Session = new Session(room, errand ?? {}, watches, paint);
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
  private view: View<State> | null = null;
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
      if (onBoard) this.tiles = await tilesOf(state.options?.scenario ?? OURS, state.tiles).catch(() => this.tiles);
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
    sheet: state.tiles ?? sheetOf(state.options?.scenario ?? OURS),
    replay: state.end?.replay_id ?? "",
    rematch: () => session.tell("rematch", state.room),
  };
}

function viewOf(session: Session, stage: Stage): View<State> {
  if (stage === "waiting") return waiting(session);
  if (stage !== "shut") return entering(speak(WORDS));
  const { trouble } = session.state;
  return shut(session, speak(WORDS), trouble ? reason(trouble) : "", "/welten");
}

/** Why one cannot come in; what the server says of a damaged link is meant for those who write clients. */
function reason(trouble: Trouble): string {
  if (trouble.code !== "MALFORMED") return refusalWords(trouble);
  return speak({
    en: "No game has such a name: the link is damaged.",
    de: "So heißt kein Spiel: Der Link ist beschädigt.",
  });
}

/** What must be said over any view: that the line is lost, or that something was refused. */
function wrong({ link, stage, trouble }: State): string {
  if (link === "lost")
    return speak({
      en: "The line to the server is lost. Trying again; the game waits.",
      de: "Die Verbindung zum Server ist weg. Neuer Versuch läuft; das Spiel wartet.",
    });
  if (stage === "shut" || !trouble) return "";
  return refusalWords(trouble);
}
