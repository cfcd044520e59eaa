/** The texts of the ending. */

import { texts } from "../language";
import type { Side } from "./board";

const SIDES: Readonly<Record<Side, string>> = { eldoin: "Eldoin", dailor: "Dailor" };

const en = {
  won: (side: Side) => `${SIDES[side]} wins`,
  youWon: (side: Side) => `You won as ${SIDES[side]}`,
  youLost: (side: Side) => `${SIDES[side]} wins, you lose`,
  nobody: "Nobody wins",
  when: (rounds: number) =>
    rounds === 0
      ? "In the first round."
      : rounds === 1
        ? "After one completed round."
        : `After ${rounds} completed rounds.`,
  left: (left: number, began: number) => `${left} of ${began} units left`,
  fallen: (count: number) => `${count} fallen`,
  you: "you",
  again: "Play again",
  waiting: "Waiting for the other side.",
  refused: "Another game cannot be had here just now.",
  replay: "Watch the replay",
  lobby: "To the room",
  look: "Look at the board",
  title: "To the title",
  picture: {
    eldoin: "The sun rises behind the walls of Eldoin, the crown shines above the gate",
    dailor: "The walls are broken and burn, and a wyrm sits among the ruins",
    none: "By night both armies stand at the river, and nobody strikes",
  },
  stories: {
    commander:
      "The crown has fallen. Eldoin's Feldherr lies before his own gates, and Dailor's drums echo through the citadel.",
    annihilation: "Nothing is left of Dailor. Over the empty plain in the east the eagles circle.",
    rounds:
      "The last round is over, and Eldoin still stands. As the sun comes up, Dailor goes back into the mountains.",
    west_edge: "At the western edge of the world Dailor waters its wolves. Behind them Eldoin is lost.",
    resign: {
      eldoin: "Dailor lays down its arms. In Eldoin the gates are opened, and all the bells ring.",
      dailor: "Eldoin gives up the citadel. Without another blow Dailor goes through the open gates.",
    },
    clock: {
      eldoin: "Dailor's hourglass has run out. Those who hesitate before a gate do not come through it.",
      dailor: "Eldoin thought for too long. The hour belongs to Dailor.",
    },
    draw: "Both sides are weary of it. At the river they shake hands, and the gates stay as they are.",
    abandoned: "Nobody came back to this field. Grass grows over the tracks of the catapults.",
  },
};

const de: typeof en = {
  won: (side) => `${SIDES[side]} siegt`,
  youWon: (side) => `Sieg! Du hast ${SIDES[side]} geführt`,
  youLost: (side) => `${SIDES[side]} siegt, du verlierst`,
  nobody: "Niemand siegt",
  when: (rounds) =>
    rounds === 0
      ? "In der ersten Runde."
      : rounds === 1
        ? "Nach einer vollendeten Runde."
        : `Nach ${rounds} vollendeten Runden.`,
  left: (left, began) => `${left} von ${began} Einheiten übrig`,
  fallen: (count) => `${count} gefallen`,
  you: "du",
  again: "Noch einmal spielen",
  waiting: "Die andere Seite muss noch zustimmen.",
  refused: "Hier geht gerade keine weitere Partie.",
  replay: "Aufzeichnung ansehen",
  lobby: "Zum Raum",
  look: "Das Feld ansehen",
  title: "Zum Titel",
  picture: {
    eldoin: "Hinter den Mauern von Eldoin geht die Sonne auf, über dem Tor leuchtet die Krone",
    dailor: "Die Mauern sind gebrochen und brennen, in den Trümmern hockt ein Lindwurm",
    none: "In der Nacht stehen beide Heere am Strom, und niemand schlägt zu",
  },
  stories: {
    commander:
      "Die Krone ist gefallen. Eldoins Feldherr liegt vor seinen eigenen Toren, und durch die Zitadelle hallen Dailors Trommeln.",
    annihilation: "Von Dailor ist nichts geblieben. Über der leeren Ebene im Osten kreisen die Adler.",
    rounds:
      "Die letzte Runde ist vorbei, und Eldoin steht noch. Als die Sonne aufgeht, zieht Dailor sich in die Berge zurück.",
    west_edge: "Am westlichen Rand der Welt tränkt Dailor seine Wölfe. Hinter ihnen ist Eldoin verloren.",
    resign: {
      eldoin: "Dailor streckt die Waffen. In Eldoin öffnen sich die Tore, und alle Glocken läuten.",
      dailor: "Eldoin gibt die Zitadelle auf. Kampflos zieht Dailor durch die offenen Tore.",
    },
    clock: {
      eldoin: "Dailors Sanduhr ist abgelaufen. Wer vor dem Tor zögert, kommt nicht hindurch.",
      dailor: "Eldoin hat zu lange gezögert. Die Stunde gehört Dailor.",
    },
    draw: "Beide Seiten sind des Kampfes müde. Am Strom reichen sie sich die Hand, und die Tore bleiben, wie sie sind.",
    abandoned: "Niemand ist auf dieses Feld zurückgekehrt. Über die Spuren der Katapulte wächst Gras.",
  },
};

export const ENDING_TEXT = texts({ en, de });

/** Why a game ended, in a sentence; empty for an unknown reason. */
export function reasonText(words: typeof en, winner: Side | null, reason: string): string {
  const { stories } = words;
  if (!(reason in stories)) return "";
  const told = stories[reason as keyof typeof stories];
  return typeof told === "string" ? told : winner ? told[winner] : "";
}

/** The headline for a player of one side, of both, or of none. */
export function headline(words: typeof en, winner: Side | null, me: Side | "both" | null): string {
  if (!winner) return words.nobody;
  if (me === winner) return words.youWon(winner);
  return me === "eldoin" || me === "dailor" ? words.youLost(winner) : words.won(winner);
}
