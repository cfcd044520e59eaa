/** The levels of opponents in words. */

import { texts } from "../language";
import type { Level } from "./levels";

/** What a visitor is told about each level. */
export const LEVEL_TEXT = texts<Readonly<Record<Level, string>>>({
  en: {
    wanderer: "Marches at random. For your first steps.",
    settler: "Takes land and defends its general, but seldom attacks.",
    raider: "Gathers an army and comes for your general.",
    marshal: "Plans, remembers what the fog hides, and strikes when it counts.",
  },
  de: {
    wanderer: "Zieht aufs Geratewohl. Für die ersten Schritte.",
    settler: "Nimmt Land und schützt seinen General, greift aber selten an.",
    raider: "Sammelt ein Heer und sucht deinen General.",
    marshal: "Plant, merkt sich, was der Nebel verbirgt, und schlägt im rechten Augenblick zu.",
  },
});
