/** Why a player of Fog of War chose a march, as a sentence. */

import { formatNumber, localize, texts } from "../language";
import type { FogReason } from "../protocol";

type Goal = FogReason["goal"];
/** Looks up one of the numbers that decided. */
type Numbers = (name: string) => number;

const TEXT = texts<Readonly<Record<Goal, (numbers: Numbers) => string>>>({
  en: {
    strike: (n) =>
      `Strikes at a general: ${armies(n("armies"))} can be there in ${turns(n("turns"))}, its garrison is ${amount(n("garrison"))}.`,
    intercept: (n) =>
      `Beats an army that would take the general in ${turns(n("turns"))}, with ${amount(n("excess"))} to spare.`,
    block: (n) =>
      `Steps into the way of an army that would take the general in ${turns(n("turns"))}, with ${amount(n("excess"))} to spare.`,
    defend: (n) =>
      `Gathers at home: an army would take the general in ${turns(n("turns"))}, with ${amount(n("excess"))} to spare.`,
    clear: (n) =>
      `Attacks an army ${turns(n("turns"))} away from the general, which waits for the general's armies to leave.`,
    attack: (n) =>
      `Attacks: ${armies(n("armies"))} arrive in ${turns(n("turns"))} where ${amount(n("expected"))} are expected.`,
    city: (n) =>
      `Takes a city of ${amount(n("garrison"))}: ${armies(n("armies"))} can be there in ${turns(n("turns"))}.`,
    search: (n) => `Searches the fog for players; the likeliest place is ${turns(n("turns"))} away.`,
    opening: (n) => `Follows its plan of the opening, which ends in ${turns(n("turns"))}.`,
    land: (n) => `Takes land: the march is worth ${tiles(n("worth"))} tiles.`,
  },
  de: {
    strike: (n) =>
      `Greift einen General an: In ${runden(n("turns"))} können ${truppen(n("armies"))} dort sein, die Besatzung hat ${amount(n("garrison"))}.`,
    intercept: (n) =>
      `Schlägt ein Heer, das den General in ${runden(n("turns"))} nähme und ${truppen(n("excess"))} übrig hätte.`,
    block: (n) =>
      `Stellt sich einem Heer in den Weg, das den General in ${runden(n("turns"))} nähme und ${truppen(n("excess"))} übrig hätte.`,
    defend: (n) =>
      `Sammelt daheim: Ein Heer nähme den General in ${runden(n("turns"))} und hätte ${truppen(n("excess"))} übrig.`,
    clear: (n) =>
      `Greift ein Heer an, das ${runden(n("turns"))} vom General entfernt wartet, bis dessen Truppen gehen.`,
    attack: (n) =>
      `Greift an: In ${runden(n("turns"))} kommen ${truppen(n("armies"))} an, wo ${amount(n("expected"))} zu erwarten sind.`,
    city: (n) =>
      `Nimmt eine Stadt mit ${truppen(n("garrison"))}: In ${runden(n("turns"))} können ${amount(n("armies"))} dort sein.`,
    search: (n) => `Sucht im Nebel nach Gegnern; der wahrscheinlichste Ort ist ${runden(n("turns"))} entfernt.`,
    opening: (n) => `Folgt dem Plan der Eröffnung, der in ${runden(n("turns"))} endet.`,
    land: (n) => `Nimmt Land: Der Marsch ist ${tiles(n("worth"))} Felder wert.`,
  },
});

const amount = (count: number) => formatNumber(count);
const armies = (count: number) => `${amount(count)} ${count === 1 ? "army" : "armies"}`;
const turns = (count: number) => `${amount(count)} ${count === 1 ? "turn" : "turns"}`;
const truppen = (count: number) => `${amount(count)} ${count === 1 ? "Truppe" : "Truppen"}`;
const runden = (count: number) => `${amount(count)} ${count === 1 ? "Runde" : "Runden"}`;
/** A worth, which is given in hundredths of a tile. */
const tiles = (worth: number) => formatNumber(worth / 100, { maximumFractionDigits: 2 });

/** A reason in the current language. */
export function reasonText({ goal, numbers }: FogReason): string {
  return localize(TEXT)[goal]((name) => numbers[name] ?? 0);
}
