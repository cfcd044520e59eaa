/** How the dungeon of a room is dug, in words. */

import { optionLabel, profileLabel } from "../dungeon/option-texts";
import { formatNumber, texts, useTexts } from "../language";
import type { OptionsDraft } from "./options";

const TEXT = texts({
  en: { dig: (how: string) => `Dug with: ${how}. Another seed is dug as usual.` },
  de: { dig: (how: string) => `Gegraben mit: ${how}. Ein anderer Seed wird wie üblich gegraben.` },
});

type DigOptions = NonNullable<OptionsDraft["dig"]>["options"];

export function DigNote({ options: { profile, ...options } }: { readonly options: DigOptions }) {
  const text = useTexts(TEXT);
  const chosen = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  const words = [
    profileLabel(profile ?? "classic"),
    ...chosen.map(([name, value]) => `${optionLabel(name)} ${formatNumber(Number(value))}`),
  ];
  return <p class="pt-1 text-mist text-sm">{text.dig(words.join("; "))}</p>;
}
