/** Names of profiles and options, for the page of a dungeon and for rooms of Fog of War in one. */

import { language, localize, texts } from "../language";
import type { Choosable } from "../protocol";

export type Words = Readonly<Record<string, string>>;
/** A name and its meaning. */
export type Described = Readonly<Record<string, readonly [name: string, meaning: string]>>;

const PROFILES = texts<Words>({
  en: { classic: "Classic, every seed and all options", c64: "C64, the original's 255 maps" },
  de: { classic: "Classic, alle Seeds und Einstellungen", c64: "C64, die 255 Karten des Originals" },
});

const LABELS: Words = {
  grid: "Cells a side",
  room_min: "Rooms from",
  room_max: "Rooms to",
  secret_share: "Secret share",
};

const OPTIONS: Described = {
  width: ["Breite", "Spalten der Karte"],
  height: ["Höhe", "Zeilen der Karte"],
  grid: ["Zellen je Seite", "Zellen auf jeder Seite des Rasters; eine Zelle fasst höchstens einen Raum"],
  room_min: ["Räume ab", "kleinste Breite und Höhe eines Raums"],
  room_max: ["Räume bis", "größte Breite und Höhe eines Raums"],
  treasures: ["Schätze", "versteckte Schatzkammern, soweit es Mauern für sie gibt"],
  secret_share: ["Geheimanteil", "Wahrscheinlichkeit, dass ein Raum mit nur einer Verbindung geheim wird"],
  loops: ["Rundwege", "zusätzliche Gänge über den Baum hinaus, soweit Platz ist"],
  decoys: ["Blindgänge", "Türen zu Gängen, die blind enden, soweit Platz ist"],
  hidden_passages: ["Geheimgänge", "Gänge mit Geheimtüren an beiden Enden, soweit Platz ist"],
};

export function profileLabel(name: string): string {
  return localize(PROFILES)[name] ?? name;
}

export function optionLabel(name: string): string {
  return german(OPTIONS)[name]?.[0] ?? LABELS[name] ?? sentence(name.replaceAll("_", " "));
}

export function optionMeaning({ name, meaning }: Choosable): string {
  return german(OPTIONS)[name]?.[1] ?? meaning;
}

/** A text with a capital at its beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The German table, empty in other languages: the server's own words are English. */
export function german<T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return language() === "de" ? table : {};
}
