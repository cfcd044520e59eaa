/** The legend of the map: what is to be seen on it, and what it is called. */

import { useMemo } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { TileKind } from "../protocol";
import type { Look } from "./address";
import { type Dungeon, NEVER_SEEN } from "./board";
import { c64Pictures } from "./c64-screen";
import { kindName } from "./texts";
import { tilePictures } from "./tiles";

const TEXT = texts({
  en: { legend: "Legend", you: "you", numbers: "room number" },
  de: { legend: "Legende", you: "du", numbers: "Raumnummer" },
});

/** The first kind that needs explaining: rock, wall and floor explain themselves. */
const FIRST = 3;

interface LegendProps {
  readonly dungeon: Dungeon;
  readonly kinds: readonly TileKind[];
  readonly look: Look;
  /** Whether rooms are numbered. */
  readonly numbered: boolean;
}

export function Legend({ dungeon, kinds, look, numbered }: LegendProps) {
  const text = useTexts(TEXT);
  const present = useMemo(() => presentKinds(dungeon, look), [dungeon, look]);
  const pictures = look === "c64" ? c64Pictures() : tilePictures();
  return (
    <ul class="legend" aria-label={text.legend}>
      {present.map((kind) => (
        <li key={kind} data-kind={kinds[kind]!.name}>
          <img src={pictures[kind]} alt="" width={16} height={16} />
          {kindName(kinds[kind]!)}
        </li>
      ))}
      {numbered && look === "map" && (
        <li>
          <span class="pixel" aria-hidden="true">
            7
          </span>
          {text.numbers}
        </li>
      )}
      {dungeon.hero !== null && (
        <li>
          <img src={pictures.at(-1)} alt="" width={16} height={16} />
          {text.you}
        </li>
      )}
    </ul>
  );
}

/** The kinds that are on the map and can be told apart there: from above, the machine shows neither treasures nor secret rooms. */
export function presentKinds(dungeon: Dungeon, look: Look): readonly number[] {
  const present = new Set<number>();
  for (const [tile, kind] of dungeon.kinds.entries()) {
    if (kind >= FIRST && dungeon.seen?.[tile] !== NEVER_SEEN) present.add(kind);
  }
  const hidden = look === "c64" && !dungeon.seen ? HIDDEN_BY_C64 : [];
  return [...present].filter((kind) => !hidden.includes(kind)).sort((a, b) => a - b);
}

/** Floors of secret rooms, and treasures. */
const HIDDEN_BY_C64: readonly number[] = [7, 8];
