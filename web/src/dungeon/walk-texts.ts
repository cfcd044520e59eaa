/** What happens on a walk, in words. */

import { localize, texts } from "../language";
import type { Walk } from "./walk";

const TEXT = texts({
  en: {
    summary: (steps: number, secrets: Share, treasures: Share) =>
      [
        count(steps, "step", "steps"),
        share(secrets, "of", "secret", "secrets"),
        share(treasures, "of", "treasure", "treasures"),
      ].join(", "),
    begin: "Find the stairs down. Secrets hide in the walls: search for them.",
    resumed: "You go on where you stood.",
    secrets: (found: number) => (found === 1 ? "You found a secret!" : `You found ${found} secrets!`),
    nothing: "You search and find nothing.",
    treasure: "You found a treasure!",
    stairs: "The stairs down.",
    noWay: "You know no way there.",
  },
  de: {
    summary: (steps: number, secrets: Share, treasures: Share) =>
      [
        count(steps, "Schritt", "Schritte"),
        share(secrets, "von", "Geheimnis", "Geheimnissen"),
        share(treasures, "von", "Schatz", "Schätzen"),
      ].join(", "),
    begin: "Finde die Treppe hinab. In den Mauern stecken Geheimnisse: Suche nach ihnen.",
    resumed: "Du gehst weiter, wo du standest.",
    secrets: (found: number) =>
      found === 1 ? "Du hast ein Geheimnis entdeckt!" : `Du hast ${found} Geheimnisse entdeckt!`,
    nothing: "Du suchst und findest nichts.",
    treasure: "Du hast einen Schatz gefunden!",
    stairs: "Die Treppe hinab.",
    noWay: "Du kennst keinen Weg dorthin.",
  },
});

/** A number and its noun, which stay on one line. */
function count(number: number, one: string, many: string): string {
  return `${number}\u00a0${number === 1 ? one : many}`;
}

/** How many were found of how many. */
type Share = readonly [found: number, all: number];

function share([found, all]: Share, of: string, one: string, many: string): string {
  return `${found}\u00a0${of}\u00a0${count(all, one, many)}`;
}

type Summed = Pick<Walk, "steps" | "found" | "taken" | "secrets" | "treasures">;

/** How a walk has gone. */
export function walkSummary({ steps, found, taken, secrets, treasures }: Summed): string {
  return localize(TEXT).summary(steps, [found.length, secrets], [taken.length, treasures]);
}

/** What the last key led to; before the first step, what to do. */
export function eventText({ event, foundNow, steps }: Pick<Walk, "event" | "foundNow" | "steps">): string {
  const text = localize(TEXT);
  switch (event) {
    case "secrets":
      return text.secrets(foundNow);
    case "nothing":
      return text.nothing;
    case "treasure":
      return text.treasure;
    case "stairs":
      return text.stairs;
    case "no way":
      return text.noWay;
    case "resumed":
      return text.resumed;
    case null:
      return steps === 0 ? text.begin : "";
  }
}
