/** The reasons of refusals by their code, in both languages; the server's own texts are in English. */

import { localize, type Language } from "../language";
import type { RoomError } from "../room/state";
import type { Refusal } from "../protocol";

/** Codes that cannot occur in a browser game of Weltendämmerung: other games' rules, files and programs. */
type NotShown =
  | "SPLIT_OFF"
  | "QUEUE_FULL"
  | "NOT_ADJACENT"
  | "TOO_FEW"
  | "MOUNTAIN"
  | "ELIMINATED"
  | "UNREADABLE"
  | "OTHER_RULES"
  | "IN_USE"
  | "TOO_NEW"
  | "NO_SUCH"
  | "WRONG_METHOD"
  | "UNKNOWN_EVENT"
  | "NO_CONNECTION";

/** Codes of the client itself. */
type ClientCode = "CHOOSE_FIRST" | "NO_WORK" | "AGAIN" | "NO_ANSWER" | "NOT_SENT" | "GAME_STARTED";

type Sentence = Readonly<Record<Language, string>>;

/** A code that the server comes to know, and that has no sentence here nor stands above, does not pass the check. */
const SENTENCES: Readonly<Record<Exclude<Refusal, NotShown> | ClientCode, Sentence>> = {
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
  NO_WORK: { en: "No unit has work left.", de: "Keine Einheit hat noch etwas zu tun." },
  AGAIN: { en: "Tap again to attack.", de: "Zum Angreifen nochmals tippen." },
  // The room
  NAME_TAKEN: { en: "Somebody has your name already.", de: "Jemand heißt schon wie du." },
  NO_ROOM: { en: "There is no such game, or it is long over.", de: "Dieses Spiel gibt es nicht oder nicht mehr." },
  MALFORMED: { en: "The server cannot read this.", de: "Das kann der Server nicht lesen." },
  ROOM_FULL: {
    en: "Both sides are taken, or the one that you want.",
    de: "Beide Seiten sind vergeben, oder die gewünschte.",
  },
  NO_SEAT: { en: "Nobody sits there.", de: "Dort sitzt niemand." },
  GAME_RUNNING: { en: "The game has begun already.", de: "Das Spiel hat schon begonnen." },
  GAME_STARTED: { en: "The game has begun already.", de: "Das Spiel hat schon begonnen." },
  NOT_PLAYING: { en: "You play no game here now.", de: "Du spielst hier gerade nicht mit." },
  NOT_HOST: { en: "Only whoever opened the room may do that.", de: "Das darf nur, wer den Raum eröffnet hat." },
  NOT_OWNER: { en: "This seat belongs to somebody else.", de: "Dieser Platz gehört jemand anderem." },
  SEATED_ELSEWHERE: {
    en: "You are playing in another room. End that game first.",
    de: "Du spielst gerade in einem anderen Raum. Beende erst jenes Spiel.",
  },
  REPLACED: {
    en: "You have come in from somewhere else: another window or device plays on.",
    de: "Du bist anderswo hereingekommen: Ein anderes Fenster oder Gerät spielt weiter.",
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
  TOO_MANY: {
    en: "There are as many of these as the server bears. Try again later.",
    de: "Mehr davon verträgt der Server nicht. Versuche es später noch einmal.",
  },
  TOO_FAST: { en: "That was too fast. Wait a moment.", de: "Das ging zu schnell. Warte einen Augenblick." },
  TOO_SLOW: {
    en: "Your line is too slow for what the server sends.",
    de: "Deine Verbindung ist zu langsam für das, was der Server sendet.",
  },
  CLOSING: {
    en: "The server shuts down. Your game goes on when it is back.",
    de: "Der Server fährt herunter. Dein Spiel geht weiter, wenn er zurück ist.",
  },
  FAULT: {
    en: "The server made a mistake. Nothing was done; try again.",
    de: "Dem Server ist ein Fehler unterlaufen. Es ist nichts geschehen; versuche es noch einmal.",
  },
  NO_ANSWER: { en: "The server did not answer.", de: "Der Server hat nicht geantwortet." },
  NOT_SENT: { en: "The line was lost before this was sent.", de: "Die Verbindung riss vor dem Senden ab." },
};

/** Why, in a sentence; of a code that has none, what the server says. */
export function refusalText({ code, message }: RoomError): string {
  const found = (SENTENCES as Readonly<Record<string, Sentence>>)[code];
  return found ? localize(found) : message;
}
