/**
 * The player's identity: a secret that the server knows them by, and the name that everyone sees. The secret is never
 * shown.
 */

import * as api from "./api";
import { localize, texts } from "./language";
import { MAX_NAME_LENGTH, NAME_PATTERN } from "./protocol/name-rules";

const TEXT = texts({
  en: {
    empty: "A name has at least one character.",
    tooLong: (most: number) => `A name has at most ${most} characters.`,
    markup: 'A name has none of < > & and ".',
    invisible: "A name has visible characters only.",
    reserved: "A bot has this name. Choose another one.",
  },
  de: {
    empty: "Ein Name hat mindestens ein Zeichen.",
    tooLong: (most: number) => `Ein Name hat höchstens ${most} Zeichen.`,
    markup: 'Ein Name enthält keines der Zeichen < > & und ".',
    invisible: "Ein Name hat nur sichtbare Zeichen.",
    reserved: "So heißt ein Bot. Wähle einen anderen Namen.",
  },
});

const SECRET = "duskfall.secret";
const NAME = "duskfall.name";
const SEATS = "duskfall.seats";

/** Seats whose tokens are kept. */
const SEATS_KEPT = 20;

/** Tells when the player has another name, whichever part of the page has changed it. */
export const nameChanges = new EventTarget();

const ADJECTIVES = [
  "Amber",
  "Ashen",
  "Brass",
  "Cobalt",
  "Copper",
  "Dusky",
  "Early",
  "Grey",
  "Idle",
  "Ivory",
  "Late",
  "Lunar",
  "Misty",
  "Quiet",
  "Rusty",
  "Sable",
  "Silver",
  "Umber",
];
const ANIMALS = [
  "Badger",
  "Bittern",
  "Curlew",
  "Falcon",
  "Finch",
  "Fox",
  "Hare",
  "Heron",
  "Jackdaw",
  "Lynx",
  "Magpie",
  "Marten",
  "Moth",
  "Otter",
  "Owl",
  "Plover",
  "Raven",
  "Stoat",
  "Swift",
  "Wren",
];

/** The player's secret; null for somebody who has not played yet. */
export function knownSecret(): string | null {
  return localStorage.getItem(SECRET) || null;
}

/** The player's secret, made at the first visit: 256 bits. */
export function secret(): string {
  const known = knownSecret();
  if (known) return known;
  const fresh = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  localStorage.setItem(SECRET, fresh);
  return fresh;
}

/** The player's name; a made-up one until another is chosen. A stored name that servers refuse is forgotten. */
export function name(): string {
  const known = localStorage.getItem(NAME);
  if (known && nameProblem(known) === null) return known;
  const fresh = `${pick(ADJECTIVES)} ${pick(ANIMALS)} ${10 + randomBelow(90)}`;
  localStorage.setItem(NAME, fresh);
  return fresh;
}

export function rename(newName: string): void {
  localStorage.setItem(NAME, newName);
  nameChanges.dispatchEvent(new Event("change"));
}

/** What is wrong with a player's name, in the language of the page; or null. */
export function nameProblem(newName: string): string | null {
  const text = localize(TEXT);
  if (newName.length === 0) return text.empty;
  if ([...newName].length > MAX_NAME_LENGTH) return text.tooLong(MAX_NAME_LENGTH);
  return spellingProblem(newName);
}

/**
 * What is wrong with a name that the player has just chosen: bots have theirs for themselves, and the server knows which
 * they are. Without its answer the name is let through: then a room refuses it.
 */
export async function newNameProblem(newName: string): Promise<string | null> {
  const problem = nameProblem(newName);
  if (problem !== null) return problem;
  const bots = await api.botNames();
  const isSame = (bot: string) => bot.toLowerCase() === newName.toLowerCase();
  return bots.some(isSame) ? localize(TEXT).reserved : null;
}

/** What the server would find wrong with the letters of a name, be it a player's or a room's; or null. */
export function spellingProblem(name: string): string | null {
  const text = localize(TEXT);
  if (NAME_PATTERN.test(name)) return null;
  return /[<>&"]/.test(name) ? text.markup : text.invisible;
}

/** The newest token of a seat, which takes it over from another tab of this browser. */
export function seatToken(room: string): string | null {
  return seatTokens().find(([known]) => known === room)?.[1] ?? null;
}

export function saveSeatToken(room: string, value: string): void {
  const others = seatTokens().filter(([known]) => known !== room);
  localStorage.setItem(SEATS, JSON.stringify([[room, value], ...others].slice(0, SEATS_KEPT)));
}

function seatTokens(): (readonly [room: string, token: string])[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(SEATS) ?? "[]");
    return Array.isArray(found) ? found.filter((entry): entry is [string, string] => Array.isArray(entry)) : [];
  } catch {
    return [];
  }
}

/** A room name that nobody guesses by chance. */
export function roomName(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from({ length: 8 }, () => letters[randomBelow(letters.length)]).join("");
}

function randomBelow(count: number): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % count;
}

function pick(list: readonly string[]): string {
  return list[randomBelow(list.length)]!;
}
