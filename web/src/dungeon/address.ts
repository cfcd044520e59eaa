/** Which dungeon to show: reads addresses and forms, validates them, and writes the address of a dungeon. */

import type { Failed } from "../api";
import type { Choosable, DungeonChoices, Profile } from "../protocol";

export type View = "keeper" | "player";
/** The whole map, or the screen of a Commodore 64. */
export type Look = "map" | "c64";

/** A dungeon as requested, not validated yet. */
export interface DungeonRequest {
  readonly seed: string;
  readonly profile: string;
  readonly options: Readonly<Record<string, string>>;
}

/** How it is looked at. */
export interface ViewOptions {
  readonly view: View;
  readonly look: Look;
  /** On foot instead of from above. */
  readonly walk: boolean;
}

/** A dungeon that can be asked for. */
export interface DungeonSpec {
  /** Digits; JavaScript's numbers cannot hold every seed. */
  readonly seed: string;
  readonly profile: string;
  /** Only those that differ from the defaults. */
  readonly options: Readonly<Record<string, number>>;
}

/** What is wrong with a field. The texts are in `problems.tsx`. */
export type FieldProblem =
  | { readonly kind: "no such profile"; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: "seed is no number" }
  | { readonly kind: "seed out of range"; readonly profile: Profile }
  | { readonly kind: "option out of range"; readonly option: Choosable }
  | { readonly kind: "rooms swapped"; readonly least: number; readonly most: number }
  | { readonly kind: "no options"; readonly profile: string; readonly instead: string }
  | { readonly kind: "refused"; readonly failed: Failed };

/** The problems by field; `seed` and `profile` are fields too, and `""` is the dungeon as a whole. */
export type Problems = Readonly<Record<string, FieldProblem>>;

export type Validated = { readonly spec: DungeonSpec } | { readonly problems: Problems };

const VIEW_KEYS: readonly string[] = ["view", "look", "walk"];
/** The profile that the server uses when none is named. */
export const DEFAULT_PROFILE = "classic";
/** The number of random seeds: short ones, easy to pass on. */
const SHORT = 1_000_000;

/** The dungeon that an address asks for. Names that are no options, such as those of mailings, belong to others. */
export function requestOf(seed: string, query: URLSearchParams, choices: DungeonChoices): DungeonRequest {
  const known = names(choices.options);
  const options = Object.fromEntries([...query].filter(([name]) => known.includes(name)));
  return { seed, profile: query.get("profile") ?? DEFAULT_PROFILE, options };
}

/** A name in an address that is no option but nearly one. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

export function misspeltOptions(query: URLSearchParams, choices: DungeonChoices): readonly Misspelt[] {
  const known = [...names(choices.options), "profile", ...VIEW_KEYS];
  return [...query.keys()].flatMap((name) => {
    const meant = known.find((option) => isNearly(name.toLowerCase().replaceAll("-", "_"), option));
    return meant !== undefined && !known.includes(name) ? [{ name, meant }] : [];
  });
}

/** Whether two words differ in one letter: another one, one more or one less. */
function isNearly(word: string, other: string): boolean {
  const [long, short] = word.length >= other.length ? [word, other] : [other, word];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && long[same] === short[same]) same++;
  return long.slice(same + 1) === short.slice(long.length === short.length ? same + 1 : same);
}

export function viewOptionsOf(query: URLSearchParams): ViewOptions {
  return {
    view: query.get("view") === "player" ? "player" : "keeper",
    look: query.get("look") === "c64" ? "c64" : "map",
    walk: query.has("walk"),
  };
}

/** The profile of a name; the first one if there is no such profile. */
export function profileOf(name: string, { profiles }: DungeonChoices): Profile {
  return profiles.find((profile) => profile.name === name) ?? profiles[0]!;
}

/** The part of a request that a form can show: a known profile, and the options that this profile has. */
export function formRequest({ seed, profile, options }: DungeonRequest, choices: DungeonChoices): DungeonRequest {
  const { name, hasOptions } = profileOf(profile, choices);
  const shown = hasOptions ? choices.options.filter((option) => option.name in options) : [];
  return {
    seed,
    profile: name,
    options: Object.fromEntries(shown.map((option) => [option.name, options[option.name]!])),
  };
}

/** Validates a request: the dungeon, or what is wrong with each field. */
export function validate({ seed, profile, options }: DungeonRequest, choices: DungeonChoices): Validated {
  const problems: Record<string, FieldProblem> = {};
  const known = choices.profiles.find(({ name }) => name === profile);
  if (!known) problems.profile = { kind: "no such profile", name: profile, known: names(choices.profiles) };
  const problem = seedProblem(seed.trim(), known);
  if (problem) problems.seed = problem;
  const chosen: Record<string, number> = {};
  for (const [name, text] of Object.entries(options)) {
    const option = choices.options.find((each) => each.name === name);
    const value = optionValue(text);
    if (!option) continue;
    if (!fits(option, value)) problems[name] = { kind: "option out of range", option };
    else if (value !== option.usual) chosen[name] = value;
  }
  const usual = (name: string) => choices.options.find((each) => each.name === name)?.usual ?? 0;
  const least = chosen.room_min ?? usual("room_min");
  const most = chosen.room_max ?? usual("room_max");
  if (!problems.room_min && !problems.room_max && least > most)
    problems.room_max = { kind: "rooms swapped", least, most };
  if (known && !known.hasOptions && Object.keys(chosen).length > 0)
    problems.profile = { kind: "no options", profile, instead: DEFAULT_PROFILE };
  if (Object.keys(problems).length > 0) return { problems };
  return { spec: { seed: String(BigInt(seed.trim())), profile, options: chosen } };
}

/** The number that a text stands for, written with a point or a comma; NaN if it is none. */
export function optionValue(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
}

/** How many choices of a request differ from the defaults. */
export function countChosen({ profile, options }: DungeonRequest, choices: DungeonChoices): number {
  const differing = choices.options.filter(
    ({ name, usual }) => options[name] !== undefined && optionValue(options[name]) !== usual,
  );
  return differing.length + (profileOf(profile, choices) === choices.profiles[0] ? 0 : 1);
}

function fits({ whole, least, most }: Choosable, value: number): boolean {
  return value >= least && value <= most && (!whole || Number.isInteger(value));
}

function seedProblem(seed: string, profile: Profile | undefined): FieldProblem | null {
  if (!/^[0-9]{1,20}$/.test(seed)) return { kind: "seed is no number" };
  if (!profile) return null;
  const number = BigInt(seed);
  if (number >= BigInt(profile.firstSeed) && number <= BigInt(profile.lastSeed)) return null;
  return { kind: "seed out of range", profile };
}

function names(things: readonly { readonly name: string }[]): readonly string[] {
  return things.map(({ name }) => name);
}

/** The part of an address that says how a dungeon is dug; it begins with what `more` says. */
export function query(spec: DungeonSpec, more: Readonly<Record<string, string>> = {}): string {
  const parts = new URLSearchParams(more);
  if (spec.profile !== DEFAULT_PROFILE) parts.set("profile", spec.profile);
  for (const [name, value] of Object.entries(spec.options)) parts.set(name, String(value));
  const text = parts.toString().replace("walk=", "walk");
  return text && `?${text}`;
}

/** The address that gives this dungeon again, seen like this. */
export function addressOf(spec: DungeonSpec, { view, look, walk }: ViewOptions): string {
  const viewOptions: Record<string, string> = {};
  if (walk) viewOptions.walk = "";
  if (view === "player") viewOptions.view = view;
  if (look === "c64") viewOptions.look = look;
  return `/dungeon/${spec.seed}${query(spec, viewOptions)}`;
}

/** The seed that follows; after the last comes the first. */
export function nextSeed(seed: string, { firstSeed, lastSeed }: Profile): string {
  return seed === lastSeed ? firstSeed : String(BigInt(seed) + 1n);
}

/** The dungeon to which the stairs down lead. */
export function below(spec: DungeonSpec, choices: DungeonChoices): DungeonRequest {
  const options = Object.fromEntries(Object.entries(spec.options).map(([name, value]) => [name, String(value)]));
  return { seed: nextSeed(spec.seed, profileOf(spec.profile, choices)), profile: spec.profile, options };
}

/** Some seed of a profile; `chance` is a number from 0 up to 1. */
export function randomSeed({ firstSeed, lastSeed }: Profile, chance: number): string {
  const first = Number(firstSeed);
  const count = Math.min(SHORT, Number(lastSeed) - first + 1);
  return String(first + Math.floor(chance * count));
}

/** The same map on the command line. */
export function command(spec: DungeonSpec, view: View, extension: string): string {
  const words = ["duskfall dungeon new", `--seed ${spec.seed}`];
  if (spec.profile !== DEFAULT_PROFILE) words.push(`--profile ${spec.profile}`);
  for (const [name, value] of Object.entries(spec.options)) words.push(`--${name.replaceAll("_", "-")} ${value}`);
  if (view === "player") words.push("--view player");
  return [...words, `--out dungeon.${extension}`].join(" ");
}
