/** The reasons of refusals by their code, in both languages; the server's own texts are in English. */

import { localize, type Texts, texts } from "../language";
import type { Refusal } from "../protocol";
import { ENDED_TEXT } from "./refusal-reason";
import type { RoomError } from "./state";

/** Codes that cannot occur in a room: those of files, programs and addresses. */
type NotShown =
  | "UNREADABLE"
  | "OTHER_RULES"
  | "IN_USE"
  | "TOO_NEW"
  | "NO_SUCH"
  | "WRONG_METHOD"
  | "UNKNOWN_EVENT"
  | "NO_CONNECTION";

/** Codes of the client itself. */
type ClientCode = "CHOOSE_FIRST" | "NO_WORK" | "NOBODY_MARKED" | "AGAIN";

type Sentence = Texts<string>;

/** A code that the server comes to know, and that has no sentence here nor stands above, does not pass the check. */
const SENTENCES: Readonly<Record<Exclude<Refusal, NotShown | keyof typeof ENDED_TEXT> | ClientCode, Sentence>> = {
  // Orders
  UNREACHABLE: { en: "Out of reach.", de: "Das ist zu weit." },
  NO_POINTS: { en: "Not enough movement left.", de: "Nicht genug Bewegung übrig." },
  NO_ENTRY: { en: "This unit cannot go there.", de: "Dorthin kann diese Einheit nicht." },
  OCCUPIED: { en: "Somebody stands there.", de: "Dort steht schon jemand." },
  OFF_MAP: { en: "The land ends there.", de: "Dort endet das Land." },
  TOO_FAR: { en: "Out of range.", de: "Außer Reichweite." },
  ATTACK_SPENT: { en: "This unit has attacked already.", de: "Diese Einheit hat schon angegriffen." },
  NO_TARGET: { en: "There is nothing to attack.", de: "Dort gibt es nichts anzugreifen." },
  CHOOSE_FIRST: { en: "Choose one of your own units first.", de: "Wähle zuerst eine eigene Einheit." },
  GATE_DEAD: { en: "This gate is destroyed.", de: "Dieses Tor ist zerstört." },
  NOT_YOURS: { en: "That is the enemy's.", de: "Das gehört dem Gegner." },
  NOT_YOUR_TURN: { en: "The other side plays.", de: "Der Gegner ist am Zug." },
  WRONG_PHASE: { en: "Not in this phase.", de: "Nicht in dieser Phase." },
  NO_UNIT: { en: "This unit is gone.", de: "Diese Einheit gibt es nicht mehr." },
  NOTHING_TO_UNDO: { en: "Nothing can be taken back.", de: "Es gibt nichts zurückzunehmen." },
  OFFER_STANDS: { en: "You have offered a draw already.", de: "Du hast schon Remis angeboten." },
  STALE: { en: "The game has moved on meanwhile.", de: "Das Spiel ist inzwischen weitergegangen." },
  GAME_OVER: { en: "The game is over.", de: "Das Spiel ist aus." },
  NOBODY_MARKED: {
    en: "Mark units first: click them or draw a box.",
    de: "Markiere zuerst Einheiten: Klicke sie an, oder ziehe einen Kasten.",
  },
  NO_WORK: { en: "No unit has work left.", de: "Keine Einheit hat noch etwas zu tun." },
  AGAIN: { en: "Tap again to attack.", de: "Zum Angreifen nochmals tippen." },
  SPLIT_OFF: {
    en: "This room does not allow to march with half.",
    de: "Halbe Heere sind in diesem Raum nicht erlaubt.",
  },
  QUEUE_FULL: { en: "No more marches can wait.", de: "Mehr Märsche können nicht warten." },
  NOT_ADJACENT: { en: "An army marches to a neighbouring tile only.", de: "Ein Heer zieht nur auf ein Nachbarfeld." },
  TOO_FEW: { en: "Too few armies: one must stay.", de: "Zu wenige Truppen: Einer muss bleiben." },
  MOUNTAIN: { en: "A mountain cannot be entered.", de: "Ein Berg lässt sich nicht betreten." },
  ELIMINATED: { en: "You have fallen in this game.", de: "Du bist in diesem Spiel gefallen." },
  // The room
  NAME_TAKEN: { en: "Somebody has your name already.", de: "Jemand heißt schon wie du." },
  NO_ROOM: { en: "There is no such game, or it is long over.", de: "Dieses Spiel gibt es nicht oder nicht mehr." },
  MALFORMED: { en: "The server cannot read this.", de: "Das kann der Server nicht lesen." },
  ROOM_FULL: {
    en: "All seats are taken, or the one that you want.",
    de: "Alle Plätze sind vergeben, oder der gewünschte.",
  },
  NO_SEAT: { en: "Nobody sits there.", de: "Dort sitzt niemand." },
  GAME_RUNNING: { en: "The game has begun already.", de: "Das Spiel hat schon begonnen." },
  NOT_PLAYING: { en: "You play no game here now.", de: "Du spielst hier gerade nicht mit." },
  NOT_HOST: { en: "Only the host of the room may do that.", de: "Das darf nur, wer den Raum eröffnet hat." },
  NOT_OWNER: { en: "This seat belongs to somebody else.", de: "Dieser Platz gehört jemand anderem." },
  SEATED_ELSEWHERE: {
    en: "You are playing in another room. End that game first.",
    de: "Du spielst gerade in einem anderen Raum. Beende erst jenes Spiel.",
  },
  GAVE_UP: {
    en: "You have given this seat up from another window or device.",
    de: "Du hast diesen Platz in einem anderen Fenster oder Gerät aufgegeben.",
  },
  // What was chosen
  UNKNOWN_NAME: {
    en: "This server has no such land or bot.",
    de: "Ein solches Land, einen solchen Bot hat dieser Server nicht.",
  },
  OUT_OF_RANGE: { en: "A number lies outside its bounds.", de: "Eine Zahl liegt außerhalb ihrer Grenzen." },
  IMPOSSIBLE: {
    en: "This room plays otherwise, so that is not possible here.",
    de: "In diesem Raum wird anders gespielt, also geht das hier nicht.",
  },
  INCONSISTENT: { en: "This land contradicts itself.", de: "Dieses Land widerspricht sich selbst." },
  // The server
  BANNED: {
    en: "The owner of this server has banned you.",
    de: "Der Betreiber dieses Servers hat dich gesperrt.",
  },
  KICKED: {
    en: "The host of this room has sent you away.",
    de: "Der Gastgeber hat dich aus diesem Raum gewiesen.",
  },
  MUTED: { en: "The host has muted you in this room.", de: "Der Gastgeber hat dich in diesem Raum stummgeschaltet." },
  TOO_MANY: {
    en: "There are as many of these as the server bears. Try again later.",
    de: "Mehr davon verträgt der Server nicht. Versuche es später noch einmal.",
  },
  TOO_COSTLY: {
    en: "That game takes too much of the server. Choose longer turns, a smaller board or fewer seats.",
    de: "Dieses Spiel braucht zu viel vom Server. Wähle längere Züge, ein kleineres Feld oder weniger Plätze.",
  },
  TOO_FAST: { en: "That was too fast. Wait a moment.", de: "Das ging zu schnell. Warte einen Augenblick." },
  TOO_SLOW: {
    en: "Your connection is too slow for what the server sends.",
    de: "Deine Verbindung ist zu langsam für das, was der Server sendet.",
  },
  UNDER_REPAIR: {
    en: "This game is damaged on the server. It is kept and goes on when it has been repaired.",
    de: "Dieses Spiel ist auf dem Server beschädigt. Es bleibt erhalten und geht weiter, wenn es repariert ist.",
  },
  NO_SPACE: {
    en: "The server's disk is nearly full. Running games go on; try again later.",
    de: "Die Platte des Servers ist fast voll. Laufende Spiele gehen weiter; versuche es später noch einmal.",
  },
  FAULT: {
    en: "The server made a mistake. Nothing was done; try again.",
    de: "Dem Server ist ein Fehler unterlaufen. Es ist nichts geschehen; versuche es noch einmal.",
  },
};

/** Options that the server does not take, with its own words: only they say which tile of a map is wrong. */
const OPTIONS_TEXT = texts({
  en: (message: string) => `The server does not take these options: ${message}.`,
  de: (message: string) => `Der Server nimmt diese Einstellungen nicht an. Er meldet: ${message}.`,
});

/** All sentences by their codes. */
const ALL: Readonly<Record<string, Sentence>> = { ...SENTENCES, ...ENDED_TEXT };

/** Why, in a sentence; of a code that has none, what the server says. */
export function refusalText({ code, message }: RoomError): string {
  if (code === "OPTIONS_REFUSED") return localize(OPTIONS_TEXT)(message);
  const found = ALL[code];
  return found ? localize(found) : message;
}
