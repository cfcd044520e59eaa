/** The options of a Fog of War room as their form has them, and as the server wants them. */

import { localize, texts } from "../language";
import type { FogOptions, FogPublicOptions } from "../protocol";
import { FOG_OPTIONS } from "../protocol/fog-options";
import { DEFAULT_OPTIONS } from "./default-options";

/** Where the map comes from. */
export type MapSource = FogPublicOptions["map"];

export type NumberField = "width" | "height" | "players";

/** The fields of the form, as they are filled in. */
export interface OptionsDraft extends Readonly<Record<NumberField, string>> {
  /** Milliseconds of a turn, or `lockstep`. */
  readonly speed: string;
  /** How long a turn in lockstep waits. People think longer than the bots that the server's default is for. */
  readonly deadlineMs: number;
  readonly source: MapSource;
  /** Of the map or the dungeon. */
  readonly seed: string;
  /** The rows of an own map. */
  readonly map: string;
  readonly half: boolean;
  readonly rated: boolean;
  /** The room is not in the public list. */
  readonly unlisted: boolean;
  /** How the dungeon of a seed is dug, if the host came with one; other seeds are dug as usual. */
  readonly dig: { readonly seed: string; readonly options: NonNullable<FogOptions["dungeonOptions"]> } | null;
}

/** What is wrong with a draft. */
export type DraftProblem =
  | { readonly kind: "range"; readonly field: NumberField }
  | { readonly kind: "seed" }
  | { readonly kind: "rows" }
  | { readonly kind: "uneven rows"; readonly length: number };

export const LOCKSTEP = "lockstep";

/** The most digits of a seed. */
export const SEED_DIGITS = String(BigInt(FOG_OPTIONS.seed.anyOf[0]!.exclusiveMaximum!) - 1n).length;

/** The form as it is filled in for these options. */
export function draftOf(options: FogOptions): OptionsDraft {
  const { dungeon, dungeonOptions, seed } = options;
  return {
    width: String(options.width ?? DEFAULT_OPTIONS.width),
    height: String(options.height ?? DEFAULT_OPTIONS.height),
    players: String(options.players ?? DEFAULT_OPTIONS.players),
    speed: options.lockstep ? LOCKSTEP : String(options.turnMs ?? DEFAULT_OPTIONS.turnMs),
    deadlineMs: (options.lockstep && options.deadlineMs) || FOG_OPTIONS.deadlineMs.maximum,
    source: sourceOf(options),
    seed: String(seed ?? dungeon ?? ""),
    map: options.map?.join("\n") ?? "",
    half: options.half ?? DEFAULT_OPTIONS.half,
    rated: options.rated ?? FOG_OPTIONS.rated.default,
    unlisted: options.listed === false,
    dig: dungeonOptions ? { seed: String(dungeon), options: dungeonOptions } : null,
  };
}

function sourceOf({ map, dungeon, seed }: FogOptions): MapSource {
  if (map) return "own";
  if (dungeon !== undefined && dungeon !== null) return "dungeon";
  return seed !== undefined && seed !== null ? "seed" : "drawn";
}

/** Whether the size of the board is chosen; a dungeon and an own map have their own. */
export function hasOwnSize({ source }: OptionsDraft): boolean {
  return source === "dungeon" || source === "own";
}

/** The first thing that is wrong with a draft, or null. */
export function problemOf(draft: OptionsDraft): DraftProblem | null {
  const { source } = draft;
  if ((source === "seed" || source === "dungeon") && !isSeed(draft.seed.trim())) return { kind: "seed" };
  const problem = source === "own" ? problemOfMap(rowsOf(draft)) : null;
  if (problem) return problem;
  const fields: readonly NumberField[] = hasOwnSize(draft) ? ["players"] : ["width", "height", "players"];
  const field = fields.find((name) => !isInRange(name, draft[name]));
  return field ? { kind: "range", field } : null;
}

function isSeed(text: string): boolean {
  return /^[0-9]+$/.test(text) && text.length <= SEED_DIGITS;
}

function isInRange(name: NumberField, text: string): boolean {
  const { minimum, maximum } = FOG_OPTIONS[name];
  return /^[0-9]+$/.test(text.trim()) && Number(text) >= minimum && Number(text) <= maximum;
}

function problemOfMap(rows: readonly string[]): DraftProblem | null {
  const { minimum, maximum } = FOG_OPTIONS.height;
  if (rows.length < minimum || rows.length > maximum) return { kind: "rows" };
  const lengths = rows.map((row) => row.replaceAll(" ", "").length);
  return lengths.every((length) => length === lengths[0]) ? null : { kind: "uneven rows", length: lengths[0]! };
}

function rowsOf({ map }: OptionsDraft): string[] {
  return map
    .split("\n")
    .map((row) => row.trim())
    .filter((row) => row !== "");
}

/** The options of a draft in which nothing is wrong. */
export function optionsOf(draft: OptionsDraft): FogOptions {
  const seed = draft.seed.trim();
  const { source, dig } = draft;
  return {
    players: Number(draft.players),
    half: draft.half,
    ...(draft.rated ? { rated: true } : {}),
    ...(draft.unlisted ? { listed: false } : {}),
    ...(hasOwnSize(draft) ? {} : { width: Number(draft.width), height: Number(draft.height) }),
    ...(draft.speed === LOCKSTEP ? { lockstep: true, deadlineMs: draft.deadlineMs } : { turnMs: Number(draft.speed) }),
    ...(source === "seed" ? { seed } : {}),
    ...(source === "dungeon" ? { dungeon: seed } : {}),
    ...(source === "dungeon" && dig?.seed === seed ? { dungeonOptions: dig.options } : {}),
    ...(source === "own" ? { map: rowsOf(draft) } : {}),
  };
}

const SUMMARY_TEXT = texts({
  en: {
    size: (width: number, height: number) => `${width}×${height} tiles`,
    players: (count: number) => `${count} players`,
    lockstep: (ms: number) => `lockstep, at most ${ms / 1000} s a turn`,
    pace: (ms: number) => `${ms} ms a turn`,
    map: {
      drawn: "map drawn in secret",
      seed: "map from a seed",
      dungeon: "map from a dungeon",
      own: "the host's own map",
    },
    half: "half marches",
    noHalf: "no half marches",
    rated: "rated",
    unrated: "not rated",
    unlisted: "not in the public list",
  },
  de: {
    size: (width: number, height: number) => `${width}×${height} Felder`,
    players: (count: number) => `${count} Spieler`,
    lockstep: (ms: number) => `Gleichschritt, höchstens ${ms / 1000} s pro Runde`,
    pace: (ms: number) => `${ms} ms pro Runde`,
    map: {
      drawn: "geheim erzeugte Karte",
      seed: "Karte aus einem Seed",
      dungeon: "Karte aus einem Verlies",
      own: "eigene Karte des Gastgebers",
    },
    half: "halbe Märsche",
    noHalf: "keine halben Märsche",
    rated: "gewertet",
    unrated: "nicht gewertet",
    unlisted: "nicht in der öffentlichen Liste",
  },
});

/** The options of a room in words, for those who do not choose them. */
export function describeOptions(options: FogPublicOptions): readonly string[] {
  const text = localize(SUMMARY_TEXT);
  return [
    text.size(options.width, options.height),
    text.players(options.players),
    options.lockstep ? text.lockstep(options.deadlineMs) : text.pace(options.turnMs),
    text.map[options.map],
    options.half ? text.half : text.noHalf,
    options.rated ? text.rated : text.unrated,
    ...(options.listed ? [] : [text.unlisted]),
  ];
}
