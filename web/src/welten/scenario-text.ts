/** Names and descriptions of scenarios. */

import { language, localize, texts } from "../language";
import type { ScenarioShown } from "../protocol";

const TEXT = texts({
  en: {
    default: "the land of Duskfall",
    original: "the land of 1987",
    own: "a land of the host's own",
    save: "a saved game of the C64",
    sizes: (land: ScenarioShown) => `${land.width}×${land.height} tiles, ${land.units} units, ${land.gates} gates.`,
    defaultTold: "Drawn for this game: a citadel behind three walls, a great river, a fortified island.",
    originalTold: "Map, armies and tiles of the program, as imported on this machine.",
  },
  de: {
    default: "das Land von Duskfall",
    original: "das Land von 1987",
    own: "ein eigenes Land",
    save: "ein Spielstand vom C64",
    sizes: (land: ScenarioShown) => `${land.width}×${land.height} Felder, ${land.units} Einheiten, ${land.gates} Tore.`,
    defaultTold: "Für dieses Spiel gezeichnet: eine Zitadelle hinter drei Mauern, ein Strom, eine befestigte Insel.",
    originalTold: "Karte, Heere und Zeichen des Programms, wie sie auf diesem Rechner übernommen wurden.",
  },
});

/** The name of a scenario within a sentence. */
export function scenarioName(name: string): string {
  const words = localize(TEXT);
  if (name === "default" || name === "original" || name === "own" || name === "save") return words[name];
  return language() === "de" ? `das Land „${name}“` : `the land “${name}”`;
}

/** The same at the beginning of a line. */
export function scenarioTitle(name: string): string {
  const said = scenarioName(name);
  return said[0]!.toUpperCase() + said.slice(1);
}

/** A land in a sentence or two. */
export function scenarioDescription(land: ScenarioShown): string {
  const words = localize(TEXT);
  const story = land.name === "default" ? words.defaultTold : land.name === "original" ? words.originalTold : "";
  return `${story} ${words.sizes(land)}`.trim();
}
