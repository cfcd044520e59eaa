/**
 * Names of statistics, files, phases and tiles. The server names them in English; what it adds later than this
 * table is shown in its own words.
 */

import { localize, texts } from "../language";
import type { Count, FileKind, PhaseDug, TileKind } from "../protocol";
import { type Described, german, sentence, type Words } from "./option-texts";

const COUNTS: Described = {
  rooms: ["Räume", ""],
  secret_rooms: ["Geheimräume", "Räume hinter einer Geheimtür"],
  treasures: ["Schätze", "versteckte Schatzkammern"],
  connections: ["Verbindungen", "Gänge zwischen Räumen"],
  straight: ["Gerade", "Gänge ohne Knick"],
  bent: ["Geknickt", "Gänge mit einem Knick"],
  zigzag: ["Zickzack", "Gänge mit zwei Knicken"],
  loops: ["Rundwege", "Gänge über den Baum hinaus"],
  hidden_passages: ["Geheimgänge", "Gänge mit Geheimtüren an beiden Enden"],
  decoys: ["Blindgänge", "Gänge, die blind enden"],
  skipped: ["Übergangen", "Paare von Räumen, die übergangen wurden"],
  walkable: ["Begehbar", "begehbare Felder"],
  floors: ["Böden", "Bodenfelder, ohne Türen, Treppen und Geheimnisse"],
  corridor_tiles: ["Gangfelder", "begehbare Felder außerhalb von Räumen und ihren Mauern"],
  walls: ["Mauern", "Mauerfelder"],
  doors: ["Türen", "Türfelder"],
  secrets: ["Geheimnisse", "geheime Felder"],
  walk: ["Weg", "Schritte von der Treppe hinauf zur Treppe hinab, ohne Geheimnisse"],
  longest_walk: ["Längster Weg", "Schritte zwischen den Mitten der beiden entferntesten Räume, auch durch Geheimnisse"],
};

const WALK_MEANING = "steps from the stairs up to the stairs down without secrets";

/** What each file is, and its purpose. */
const FILES: Described = {
  text: ["ein Zeichen je Feld", "zum Lesen im Terminal oder zum Einfügen in eine Nachricht"],
  json: ["alles, was bekannt ist, auch zum Zurücklesen", "für eigene Programme und zum Wiederladen"],
  png: ["ein Bild, 16 Pixel je Feld", "zum Zeigen und Drucken"],
  svg: ["eine Zeichnung", "zum Drucken in jeder Größe, mit nummerierten Räumen"],
  tmx: ["eine Karte für Tiled", "zum Weiterzeichnen im Karteneditor Tiled"],
  uvtt: [
    "Universal VTT: Bild, Mauern, Türen und Lichter für virtuelle Spieltische",
    "zum Bespielen; der Blick endet an Mauern, und Türen gehen auf",
  ],
  prg: ["1946 Bytes für den C64", "zum Laden auf einem Commodore 64"],
  d64: ["eine C64-Diskette mit MAPDATA.BIN", "zum Einlegen in einen Commodore 64 oder einen Emulator"],
  packed: ["nur die Felder, je drei Bit", "für eigene Programme, so klein wie möglich"],
  rooms: ["nur die Räume, je 42 Bytes", "für Programme, die die Datensätze des Originals kennen"],
};

const PHASES: Words = {
  "Building Rooms": "Räume bauen",
  "Connecting Rooms": "Räume verbinden",
  "Creating Secret Areas": "Geheimes anlegen",
  "Placing Secret Treasures": "Schätze verstecken",
  "Placing Stairs": "Treppen setzen",
  Finalizing: "Abschließen",
};

const KINDS = texts<Words>({
  en: {
    empty: "rock",
    wall: "wall",
    floor: "floor",
    door: "door",
    up: "stairs up",
    down: "stairs down",
    secret: "secret door",
    "secret floor": "floor of a secret room",
    treasure: "treasure",
  },
  de: {
    empty: "Fels",
    wall: "Mauer",
    floor: "Boden",
    door: "Tür",
    up: "Treppe hinauf",
    down: "Treppe hinab",
    secret: "Geheimtür",
    "secret floor": "Boden eines Geheimraums",
    treasure: "Schatz",
  },
});

export function countLabel({ name }: Count): string {
  return german(COUNTS)[name]?.[0] ?? sentence(name.replaceAll("_", " "));
}

/** What a statistic counts; empty where its name says it all. */
export function countMeaning({ name, meaning }: Count): string {
  const translated = german(COUNTS)[name]?.[1];
  if (translated !== undefined) return translated;
  if (name === "walk") return WALK_MEANING;
  return meaning === name ? "" : meaning;
}

export function fileMeaning({ name, meaning }: FileKind): string {
  return german(FILES)[name]?.[0] ?? meaning;
}

export function filePurpose({ name, purpose }: FileKind): string {
  return german(FILES)[name]?.[1] ?? purpose;
}

export function phaseName({ name }: Pick<PhaseDug, "name">): string {
  return german(PHASES)[name] ?? name;
}

export function kindName({ name }: TileKind): string {
  return localize(KINDS)[name] ?? name;
}
