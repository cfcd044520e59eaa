/** The page of a Weltendämmerung room. */

import * as api from "../api";
import { fill, h } from "../dom";
import { oncePerFrame } from "../animation-frame";
import * as identity from "../identity";
import { language, localize, languageChanges, type Language } from "../language";
import type { RoomError, View } from "../room/state";
import { joiningView, checkRoom, showNotice, rejectedView, type JoinText } from "../room/join";
import type { Page, Visit } from "../router";
import { nameChanges } from "../layout/page-layout";
import { sideOf, strength, type Side } from "../welten/board";
import { savePendingAction, takePendingAction } from "../room/pending-action";
import { game } from "../welten/game";
import { refusalText } from "../welten/refusals";
import { Session } from "../welten/session";
import { sheetAddress } from "../welten/tile-sheet";
import { isOver, type Status, type State } from "../welten/state";
import { loadTiles, type Tiles } from "../welten/tiles";
import { ending, type Army } from "../welten/ending";
import { lobby } from "../welten/lobby";
import type { GameData } from "../welten/text";

const TEXT: Readonly<Record<Language, JoinText>> = {
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
      confirmLabel: "Take it",
      cancelLabel: "Leave it",
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
      confirmLabel: "Nehmen",
      cancelLabel: "Lassen",
    },
    tryNow: "Jetzt versuchen",
    playHere: "Hier spielen",
    allRight: "In Ordnung",
  },
};

/** Names and powers of units are the same on every land. */
const DEFAULT_SCENARIO = "default";

export async function open({ outlet, params, query }: Visit): Promise<Page> {
  const room = params[0]!;
  const watches = query.has("watch");
  const pending = watches ? {} : takePendingAction("welten", room);
  outlet.lang = language();
  const absent = pending
    ? null
    : await checkRoom(outlet, room, "welten", localize(TEXT), () => savePendingAction("welten", room, {}));
  if (absent) return absent;
  const place = h("div", { class: "relative flex min-h-0 flex-1 flex-col" });
  const notices = h("div", { class: "notices", role: "alert" });
  fill(outlet, place, notices);
  const [gameData, found] = await Promise.all([api.scenario(DEFAULT_SCENARIO), loadTiles(DEFAULT_SCENARIO)]);
  if (!gameData) throw new Error("the names of the units cannot be had");
  const stand = new RoomView(place, gameData, found);
  const paint = oncePerFrame(() => {
    void stand.show(session, paint);
    showNotice(notices, session, localize(TEXT), noticeText(session.state));
  });
  const session: Session = new Session(room, pending ?? {}, watches, paint);
  const rename = () => void session.rename(identity.name());
  const anew = () => {
    stand.clear();
    paint();
  };
  nameChanges.addEventListener("change", rename);
  languageChanges.addEventListener("change", anew);
  paint();
  return {
    title: `Weltendämmerung ${room}`,
    close() {
      nameChanges.removeEventListener("change", rename);
      languageChanges.removeEventListener("change", anew);
      document.body.removeAttribute("data-playing");
      paint.cancel();
      stand.clear();
      session.close();
    },
  };
}

/** Shows a room: one view for each status, and the ending over the last board. */
class RoomView {
  private readonly container = h("div", { class: "contents" });
  private view: View<State> | null = null;
  private shown = "";
  private endingPanel: HTMLElement | null = null;

  constructor(
    private readonly place: HTMLElement,
    private readonly gameData: GameData,
    private tiles: Tiles,
  ) {
    fill(place, this.container);
  }

  /** Removes the view; the next one is built anew. The panel of the ending updates itself. */
  clear(): void {
    this.view?.close?.();
    this.view = null;
    this.shown = "";
  }

  async show(session: Session, refresh: () => void): Promise<void> {
    const { state } = session;
    const onBoard = state.shownBoard !== null && (state.status === "playing" || state.status === "ended");
    const now = onBoard ? `game ${state.replay}` : state.status === "playing" ? "joining" : state.status;
    if (now !== this.shown) {
      this.clear();
      this.shown = now;
      if (onBoard)
        this.tiles = await loadTiles(state.options?.scenario ?? DEFAULT_SCENARIO, state.tiles).catch(() => this.tiles);
      if (this.shown !== now) return;
      const focused = document.activeElement?.id ?? "";
      this.container.lang = language();
      this.view = onBoard ? game(session, this.tiles, this.gameData, refresh) : viewOf(session, state.status);
      fill(this.container, this.view.element);
      // The focus stays on the language switch, so that the language can be changed back at once.
      const first = this.container.querySelector<HTMLElement>(
        focused.startsWith("language-") ? `#${focused}` : "#board",
      );
      first?.focus({ preventScroll: true });
      document.body.toggleAttribute("data-playing", onBoard);
    }
    this.view?.update(session.state);
    this.showEnding(session);
  }

  private showEnding(session: Session): void {
    const { state } = session;
    if (!isOver(state) || !state.end) {
      this.endingPanel?.remove();
      this.endingPanel = null;
    } else if (!this.endingPanel && this.view) {
      this.endingPanel = ending(resultOf(session));
      this.place.append(this.endingPanel);
    }
  }
}

function resultOf(session: Session): Parameters<typeof ending>[0] {
  const { state } = session;
  const board = state.shownBoard!;
  const army = (side: Side, index: number): Army => ({
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
    sheet: state.tiles ?? sheetAddress(state.options?.scenario ?? DEFAULT_SCENARIO),
    replay: state.end?.replay_id ?? "",
    rematch: () => session.send("rematch", state.room),
  };
}

function viewOf(session: Session, status: Status): View<State> {
  if (status === "lobby") return lobby(session);
  if (status !== "rejected") return joiningView(localize(TEXT));
  const { error } = session.state;
  return rejectedView(session, localize(TEXT), error ? reason(error) : "", "/welten");
}

/** Why one cannot come in; what the server says of a damaged link is meant for those who write clients. */
function reason(error: RoomError): string {
  if (error.code !== "MALFORMED") return refusalText(error);
  return localize({
    en: "No game has such a name: the link is damaged.",
    de: "So heißt kein Spiel: Der Link ist beschädigt.",
  });
}

/** The notice over any view: a lost connection, or a refusal. */
function noticeText({ connection, status, error }: State): string {
  if (connection === "lost")
    return localize({
      en: "The line to the server is lost. Trying again; the game waits.",
      de: "Die Verbindung zum Server ist weg. Neuer Versuch läuft; das Spiel wartet.",
    });
  if (status === "rejected" || !error) return "";
  return refusalText(error);
}
