/** Why a player of Weltendämmerung planned a phase and gave an order, as sentences. */

import { formatNumber, localize, texts } from "../language";
import type { WeltenReason, WeltenTimeline } from "../protocol";
import type { SeatReason } from "../replay/game";

type Goal = WeltenReason["goal"];
/** Looks up one of the numbers that decided. */
type Numbers = (name: string) => string;

const TEXT = texts<Readonly<Record<Goal, (numbers: Numbers) => string>>>({
  en: {
    hold: (n) => `Holds its ground: ${weighed(n)}`,
    sally: (n) => `Goes to meet the enemy: ${weighed(n)}`,
    raid: (n) => `Holds its ground, and its eagles seek the engines: ${weighed(n)}`,
    storm: (n) => `Marches on the Feldherr with everything: ${weighed(n)}`,
    vanguard: (n) => `Sends archers, riders and engines ahead of the foot: ${weighed(n)}`,
    west: (n) => `Goes for the west edge: ${weighed(n)}`,
    to_commander: (n) => `Marches towards the Feldherr; ${wayLeft(n)}`,
    to_west_edge: (n) => `Marches towards the west edge; ${wayLeft(n)}`,
    to_enemy: (n) => `Goes to meet the enemy; ${wayLeft(n)}`,
    to_engines: (n) => `Goes for the engines; ${wayLeft(n)}`,
    position: (n) => `Takes a better place: ${danger(n)}`,
    shelter: (n) => `Brings the Feldherr to safety: ${danger(n)}`,
    kill: (n) =>
      `Attacks to destroy: all who attack the unit are expected to do ${n("damage")} damage, and its V is ${n("defence")}.`,
    wound: (n) => `Attacks where it does most harm: ${n("damage")} damage is expected, and V is ${n("defence")}.`,
    breach: (n) => `Breaks what bars the way of ${n("units")} units.`,
    open_gate: () => "Opens a gate for the own army.",
    shut_gate: () => "Shuts a gate against the enemy.",
  },
  de: {
    hold: (n) => `Hält die Stellung: ${gewogen(n)}`,
    sally: (n) => `Zieht dem Feind entgegen: ${gewogen(n)}`,
    raid: (n) => `Hält seine Stellungen, und die Adler suchen die Belagerungsgeräte: ${gewogen(n)}`,
    storm: (n) => `Zieht mit allem gegen den Feldherrn: ${gewogen(n)}`,
    vanguard: (n) => `Schickt Bogenschützen, Reiter und Belagerungsgeräte dem Fußvolk voraus: ${gewogen(n)}`,
    west: (n) => `Zieht zum Westrand: ${gewogen(n)}`,
    to_commander: (n) => `Zieht zum Feldherrn; ${wegRest(n)}`,
    to_west_edge: (n) => `Zieht zum Westrand; ${wegRest(n)}`,
    to_enemy: (n) => `Zieht dem Feind entgegen; ${wegRest(n)}`,
    to_engines: (n) => `Zieht zu den Belagerungsgeräten; ${wegRest(n)}`,
    position: (n) => `Nimmt einen besseren Platz ein: ${gefahr(n)}`,
    shelter: (n) => `Bringt den Feldherrn in Sicherheit: ${gefahr(n)}`,
    kill: (n) =>
      `Greift an, um zu vernichten: Von allen Angriffen auf die Einheit sind ${n("damage")} Schaden zu erwarten, ihr V ist ${n("defence")}.`,
    wound: (n) =>
      `Greift an, wo es am meisten schadet: ${n("damage")} Schaden sind zu erwarten, V ist ${n("defence")}.`,
    breach: (n) => `Durchbricht, was ${n("units")} Einheiten den Weg versperrt.`,
    open_gate: () => "Öffnet ein Tor für das eigene Heer.",
    shut_gate: () => "Schließt ein Tor vor dem Feind.",
  },
});

const weighed = (n: Numbers) =>
  `${n("chance")} % of its games played out were won, ${n("next")} % with the next best of ${n("plans")} plans (${n("games")} games in all).`;
const gewogen = (n: Numbers) =>
  `Von den durchgespielten Partien wurden ${n("chance")} % gewonnen, mit dem nächstbesten von ${n("plans")} Plänen ${n("next")} % (${n("games")} Partien im Ganzen).`;
const wayLeft = (n: Numbers) => `${n("points")} movement points are left to go.`;
const wegRest = (n: Numbers) => `es bleiben ${n("points")} Bewegungspunkte.`;
const danger = (n: Numbers) =>
  `the enemy's next attack could do ${n("after")} damage there, ${n("before")} where it stood.`;
const gefahr = (n: Numbers) =>
  `Der nächste Angriff des Feindes kann dort ${n("after")} Schaden anrichten, am alten Platz ${n("before")}.`;

/** A plan is the reason for a whole phase, and only its numbers tell how many plans were weighed. */
const isPlan = (reason: WeltenReason | undefined) => reason !== undefined && "plans" in reason.numbers;

/** A reason in the current language. */
function reasonText({ goal, numbers }: WeltenReason): string {
  return localize(TEXT)[goal]((name) => formatNumber(numbers[name] ?? 0));
}

/** For each seat that tells its reasons: its last plan, and why it gave the order that led to the frame. */
export function reasonsAt({ explained, frames }: WeltenTimeline, frame: number): readonly SeatReason[] {
  return explained.map((seat) => {
    const ofSeat = (at: number) => frames[at]?.reasons.find((reason) => reason.seat === seat);
    let planned = frame;
    while (planned > 0 && !isPlan(ofSeat(planned))) planned -= 1;
    const told = [ofSeat(planned), planned === frame ? undefined : ofSeat(frame)];
    return { seat, told: told.flatMap((reason) => (reason ? [reasonText(reason)] : [])).join(" ") };
  });
}
