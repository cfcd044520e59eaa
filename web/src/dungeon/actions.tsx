/** What can be done with a dungeon: share its link, or fight in it. */

import { ShareLink } from "../components/share-link";
import { roomName } from "../identity";
import { texts, useTexts } from "../language";
import type { Plan } from "../protocol";
import { saveFogAction } from "../room/pending-action";
import { go } from "../router";
import { addressOf, DEFAULT_PROFILE, type DungeonSpec, type ViewOptions } from "./address";

const TEXT = texts({
  en: {
    share: "This link gives the same map to everyone",
    fight: "Fight here",
    about:
      "A room of Fog of War in this dungeon: its walls are the mountains, its doors, secrets and stairs are open land.",
    large: (most: number) => `Fog of War is played on boards of up to ${most}×${most} tiles. This dungeon is larger.`,
    open: "Open a room",
  },
  de: {
    share: "Dieser Link zeigt allen dieselbe Karte",
    fight: "Hier kämpfen",
    about:
      "Ein Raum von Fog of War in diesem Verlies: Seine Mauern sind die Berge, Türen, Geheimnisse und Treppen sind offenes Land.",
    large: (most: number) =>
      `Fog of War wird auf Karten von höchstens ${most}×${most} Feldern gespielt. Dieses Verlies ist größer.`,
    open: "Raum eröffnen",
  },
});

interface ActionsProps {
  readonly spec: DungeonSpec;
  readonly viewOptions: ViewOptions;
  readonly plan: Plan | null;
  /** The largest width and height of a board of Fog of War. */
  readonly largestBoard: number;
}

export function Actions({ spec, viewOptions, plan, largestBoard }: ActionsProps) {
  const text = useTexts(TEXT);
  const width = spec.options.width ?? plan?.width ?? 0;
  const height = spec.options.height ?? plan?.height ?? 0;
  const large = Math.max(width, height) > largestBoard;
  return (
    <>
      <ShareLink label={text.share} address={location.origin + addressOf(spec, viewOptions)} />
      <section class="panel grid gap-3 p-5" aria-labelledby="fight">
        <h2 id="fight" class="pixel">
          {text.fight}
        </h2>
        <p class="text-mist text-sm">{large ? text.large(largestBoard) : text.about}</p>
        <button class="btn" type="button" disabled={large} onClick={() => openRoom(spec)}>
          {text.open}
        </button>
      </section>
    </>
  );
}

/** Opens a room of Fog of War whose map is the dungeon. */
function openRoom({ seed, profile, options }: DungeonSpec): void {
  const room = roomName();
  const usual = profile === DEFAULT_PROFILE && Object.keys(options).length === 0;
  const dungeonOptions = usual ? null : { profile: profile as "classic" | "c64", ...options };
  saveFogAction(room, { options: { players: 2, dungeon: seed, dungeonOptions } });
  go(`/fog/${room}`);
}
