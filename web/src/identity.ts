/**
 * The player's identity: a secret that the server knows them by, and the name that everyone sees. The secret is never
 * shown.
 */

const SECRET = "duskfall.secret";
const NAME = "duskfall.name";
const SEAT = "duskfall.seat.";

/** The longest name that the server takes. */
export const MAX_NAME_LENGTH = 24;

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

/** The player's secret, made at the first visit: 256 bits. */
export function secret(): string {
  const known = localStorage.getItem(SECRET);
  if (known) return known;
  const fresh = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  localStorage.setItem(SECRET, fresh);
  return fresh;
}

/** The player's name; a made-up one until another is chosen. A name that no server takes would open no door. */
export function name(): string {
  const known = localStorage.getItem(NAME);
  if (known && nameProblem(known) === null) return known;
  const fresh = `${pick(ADJECTIVES)} ${pick(ANIMALS)} ${10 + randomBelow(90)}`;
  localStorage.setItem(NAME, fresh);
  return fresh;
}

export function rename(newName: string): void {
  localStorage.setItem(NAME, newName);
}

/** What is wrong with a player's name, or null. */
export function nameProblem(newName: string): string | null {
  if (newName.length === 0) return "A name has at least one character.";
  if (newName.length > MAX_NAME_LENGTH) return `A name has at most ${MAX_NAME_LENGTH} characters.`;
  return spellingProblem(newName);
}

/** What the server would find wrong with the letters of a name, be it a player's or a room's; or null. */
export function spellingProblem(name: string): string | null {
  if (/[<>&"]/.test(name)) return 'A name has none of < > & and ".';
  return name.trim() !== name || /(?! )[\p{C}\p{Z}]/u.test(name) ? "A name has visible characters only." : null;
}

/** What takes a seat back, kept for as long as the tab is open. */
export function seatToken(room: string): string | null {
  return sessionStorage.getItem(SEAT + room);
}

export function saveSeatToken(room: string, value: string): void {
  sessionStorage.setItem(SEAT + room, value);
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
