/** Which dungeon to show: reads addresses and forms, validates them, and writes the address of a dungeon. */

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
  /** Only what is not as usual. */
  readonly options: Readonly<Record<string, number>>;
}

/** What is wrong, by field; `seed` and `profile` are fields too. */
export type Problems = Readonly<Record<string, string>>;

export type Validated = { readonly spec: DungeonSpec } | { readonly problems: Problems };

const VIEW_KEYS: readonly string[] = ["view", "look", "walk"];
const LABELS: Readonly<Record<string, string>> = {
  grid: "Cells a side",
  room_min: "Rooms from",
  room_max: "Rooms to",
  secret_share: "Secret share",
};
/** The number of random seeds: short ones, easy to pass on. */
const SHORT = 1_000_000;

/** What an option is called. */
export function label(name: string): string {
  const words = name.replaceAll("_", " ");
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export function requestOf(seed: string, query: URLSearchParams): DungeonRequest {
  const options = Object.fromEntries([...query].filter(([name]) => name !== "profile" && !VIEW_KEYS.includes(name)));
  return { seed, profile: query.get("profile") ?? "classic", options };
}

export function viewOptionsOf(query: URLSearchParams): ViewOptions {
  return {
    view: query.get("view") === "player" ? "player" : "keeper",
    look: query.get("look") === "c64" ? "c64" : "map",
    walk: query.has("walk"),
  };
}

/** Validates a request: the dungeon, or what is wrong with each field. */
export function validate({ seed, profile, options }: DungeonRequest, choices: DungeonChoices): Validated {
  const problems: Record<string, string> = {};
  const known = choices.profiles.find(({ name }) => name === profile);
  if (!known) problems["profile"] = `There is no profile “${profile}”. There are ${listed(choices.profiles)}.`;
  const problem = seedProblem(seed.trim(), known);
  if (problem) problems["seed"] = problem;
  const chosen: Record<string, number> = {};
  for (const [name, text] of Object.entries(options)) {
    const option = choices.options.find((each) => each.name === name);
    const value = Number(text.trim().replace(",", "."));
    if (!option) problems[name] = `There is no option “${name}”. There are ${listed(choices.options)}.`;
    else if (text.trim() === "" || !fits(option, value)) problems[name] = `${label(name)}: ${range(option)}.`;
    else if (value !== option.usual) chosen[name] = value;
  }
  const usual = (name: string) => choices.options.find((each) => each.name === name)?.usual ?? 0;
  const [least, most] = ["room_min", "room_max"].map((name) => chosen[name] ?? usual(name));
  if (!problems["room_min"] && !problems["room_max"] && least! > most!)
    problems["room_max"] = `Rooms from ${least} to ${most}: the least is larger than the greatest. Swap them.`;
  if (known && !known.hasOptions && Object.keys(chosen).length > 0)
    problems["profile"] = `The profile ${profile} makes the original's maps only. Choose classic for options.`;
  if (Object.keys(problems).length > 0) return { problems };
  return { spec: { seed: String(BigInt(seed.trim())), profile, options: chosen } };
}

/** The bounds of an option in words. */
export function range({ whole, least, most }: Choosable): string {
  return `${whole ? "a whole number" : "a share"} from ${least} to ${most}`;
}

function fits({ whole, least, most }: Choosable, value: number): boolean {
  return value >= least && value <= most && (!whole || Number.isInteger(value));
}

function seedProblem(seed: string, profile: Profile | undefined): string | null {
  if (!/^[0-9]{1,20}$/.test(seed)) return "A seed is a whole number of up to 20 digits, for example 2556.";
  if (!profile) return null;
  const number = BigInt(seed);
  if (number >= BigInt(profile.firstSeed) && number <= BigInt(profile.lastSeed)) return null;
  return `The profile ${profile.name} has the seeds from ${profile.firstSeed} to ${profile.lastSeed}.`;
}

function listed(things: readonly { readonly name: string }[]): string {
  const names = things.map(({ name }) => name);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The part of an address that says how a dungeon is dug; it begins with what `more` says. */
export function query(spec: DungeonSpec, more: Readonly<Record<string, string>> = {}): string {
  const parts = new URLSearchParams(more);
  if (spec.profile !== "classic") parts.set("profile", spec.profile);
  for (const [name, value] of Object.entries(spec.options)) parts.set(name, String(value));
  const text = parts.toString().replace("walk=", "walk");
  return text && `?${text}`;
}

/** The address that gives this dungeon again, seen like this. */
export function addressOf(spec: DungeonSpec, { view, look, walk }: ViewOptions): string {
  const viewOptions: Record<string, string> = {};
  if (walk) viewOptions["walk"] = "";
  if (view === "player") viewOptions["view"] = view;
  if (look === "c64") viewOptions["look"] = look;
  return `/dungeon/${spec.seed}${query(spec, viewOptions)}`;
}

/** The seed that follows; after the last comes the first. */
export function nextSeed(seed: string, { firstSeed, lastSeed }: Profile): string {
  return seed === lastSeed ? firstSeed : String(BigInt(seed) + 1n);
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
  if (spec.profile !== "classic") words.push(`--profile ${spec.profile}`);
  for (const [name, value] of Object.entries(spec.options)) words.push(`--${name.replaceAll("_", "-")} ${value}`);
  if (view === "player") words.push("--view player");
  return [...words, `--out dungeon.${extension}`].join(" ");
}
