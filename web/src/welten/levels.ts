/** The built-in opponents, from the weakest to the strongest. */

export const LEVELS = ["recruit", "captain", "warlord-quick", "warlord"] as const;
export type Level = (typeof LEVELS)[number];

export function isLevel(name: string): name is Level {
  return LEVELS.some((level) => level === name);
}

/** Names of bots from the weakest to the strongest; others come last. */
export function byLevel(names: readonly string[]): readonly string[] {
  const rank = (name: string) => (isLevel(name) ? LEVELS.indexOf(name) : LEVELS.length);
  return [...names].sort((a, b) => rank(a) - rank(b));
}
