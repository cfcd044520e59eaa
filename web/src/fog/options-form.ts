/** The form for the options of a Fog of War room. */

import { fill, h, setText } from "../dom";
import type { PublicOptions, RoomOptions } from "../protocol";

/** What a host has chosen, in full: the map's secret source too, which the room's public options do not tell. */
export type ChosenOptions = { -readonly [K in keyof RoomOptions]: RoomOptions[K] };

export const DEFAULT_OPTIONS: ChosenOptions = { width: 30, height: 30, players: 2, turnMs: 500, half: true };

const SPEEDS: readonly (readonly [number, string])[] = [
  [1000, "Calm, 1 turn a second"],
  [500, "Usual, 2 turns a second"],
  [250, "Brisk, 4 turns a second"],
  [100, "Blitz, 10 turns a second"],
  [50, "Frantic, 20 turns a second"],
];

const SOURCES = [
  ["drawn", "Drawn in secret"],
  ["seed", "Drawn from a seed"],
  ["dungeon", "A dungeon and its walls"],
  ["own", "My own, as text"],
] as const;

type Source = (typeof SOURCES)[number][0];

export interface OptionsForm {
  readonly element: HTMLElement;
  /** What is chosen, or null after saying what is wrong with it. */
  read(): ChosenOptions | null;
}

let forms = 0;

/** A form that begins with `start`; `changed` is called when something else was chosen. */
export function optionsForm(start: ChosenOptions, changed: () => void = () => {}): OptionsForm {
  const id = `options-${++forms}`;
  const number = (name: string, value: number, least: number, most: number) =>
    h("input", {
      class: "field",
      id: `${id}-${name}`,
      type: "number",
      value,
      min: least,
      max: most,
      inputmode: "numeric",
      required: true,
    });
  const choose = (name: string, options: readonly (readonly [string | number, string])[], value: string | number) =>
    h(
      "select",
      { class: "field", id: `${id}-${name}` },
      ...options.map(([key, label]) => h("option", { value: key, selected: key === value }, label)),
    );
  const row = (name: string, label: string, input: HTMLElement) =>
    h("div", { class: "grid gap-1" }, h("label", { for: `${id}-${name}`, class: "text-sm text-mist" }, label), input);

  const width = number("width", start.width ?? 30, 10, 100);
  const height = number("height", start.height ?? 30, 10, 100);
  const players = number("players", start.players ?? 2, 2, 16);
  const speeds: (readonly [string | number, string])[] = [
    ...SPEEDS,
    ["lockstep", "Lockstep, a turn waits for everyone"],
  ];
  const known = SPEEDS.some(([ms]) => ms === (start.turnMs ?? 500));
  if (!known) speeds.unshift([start.turnMs!, `${start.turnMs} ms a turn`]);
  const speed = choose("speed", speeds, start.lockstep ? "lockstep" : (start.turnMs ?? 500));
  const source = choose("source", SOURCES, sourceOf(start));
  const seed = h("input", {
    class: "field",
    id: `${id}-seed`,
    inputmode: "numeric",
    pattern: "[0-9]{1,20}",
    placeholder: "Digits, 0 to 2^64 − 1",
    value: start.seed ?? start.dungeon ?? "",
  });
  const map = h(
    "textarea",
    {
      class: "field font-mono text-sm leading-snug",
      id: `${id}-map`,
      rows: 6,
      spellcheck: "false",
      placeholder: ". land  ^ mountain  + city  ! tower  a b c starts",
    },
    start.map?.join("\n") ?? "",
  );
  /** How the dungeon that the host came with is dug; another seed is dug as usual. */
  const ownDig = start.dungeonOptions;
  const half = h("input", { class: "check", type: "checkbox", checked: start.half ?? true, id: `${id}-half` });
  const extra = h("div", { class: "empty:hidden" });
  const wrong = h("p", { class: "text-c-rose empty:hidden", role: "alert" });
  const showExtra = () => {
    const wanted = source.value as Source;
    // A dungeon and an own map have their own size.
    width.disabled = height.disabled = wanted === "dungeon" || wanted === "own";
    if (wanted === "seed" || wanted === "dungeon")
      fill(
        extra,
        row("seed", wanted === "seed" ? "Seed" : "Seed of the dungeon", seed),
        wanted === "dungeon" && ownDig
          ? h(
              "p",
              { class: "pt-1 text-sm text-mist" },
              "Dug with the options it was chosen with, as long as the seed stays.",
            )
          : null,
      );
    else if (wanted === "own") fill(extra, row("map", "Map, a row a line; its size is the board's", map));
    else fill(extra);
  };
  showExtra();
  const element = h(
    "div",
    { class: "grid gap-4" },
    h(
      "div",
      { class: "grid grid-cols-3 gap-3" },
      row("width", "Width", width),
      row("height", "Height", height),
      row("players", "Players", players),
    ),
    row("speed", "Speed", speed),
    row("source", "Map", source),
    extra,
    h("label", { class: "flex min-h-11 items-center gap-3" }, half, "Marches may take half of an army"),
    wrong,
  );
  element.addEventListener("change", () => {
    showExtra();
    changed();
  });
  return {
    element,
    read() {
      const lines = map.value
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
      const problem =
        problemWith(source.value as Source, seed.value.trim(), lines) ??
        [width, height, players]
          .map((input) => (input.disabled ? null : outOfRange(input)))
          .find((text) => text !== null) ??
        null;
      setText(wrong, problem ?? "");
      if (problem !== null) return null;
      const choice: ChosenOptions = { players: Number(players.value), half: half.checked };
      if (!width.disabled) [choice.width, choice.height] = [Number(width.value), Number(height.value)];
      if (speed.value === "lockstep") choice.lockstep = true;
      else choice.turnMs = Number(speed.value);
      if (source.value === "seed") choice.seed = seed.value.trim();
      if (source.value === "dungeon") {
        choice.dungeon = seed.value.trim();
        if (ownDig && choice.dungeon === String(start.dungeon)) choice.dungeonOptions = ownDig;
      }
      if (source.value === "own") choice.map = lines;
      return choice;
    },
  };
}

function sourceOf(choice: ChosenOptions): Source {
  if (choice.map) return "own";
  if (choice.dungeon !== undefined && choice.dungeon !== null) return "dungeon";
  return choice.seed !== undefined && choice.seed !== null ? "seed" : "drawn";
}

function problemWith(source: Source, seed: string, lines: readonly string[]): string | null {
  if ((source === "seed" || source === "dungeon") && !/^[0-9]{1,20}$/.test(seed))
    return "A seed is a number of up to 20 digits.";
  if (source !== "own") return null;
  if (lines.length < 10 || lines.length > 100) return "A map has 10 to 100 rows.";
  const long = lines.map((line) => line.replaceAll(" ", "").length);
  if (long.some((length) => length !== long[0])) return `All rows of a map are as long as its first, ${long[0]} signs.`;
  return null;
}

function outOfRange(input: HTMLInputElement): string | null {
  const label = input.labels?.[0]?.textContent ?? "This";
  const bad = !input.checkValidity();
  input.setAttribute("aria-invalid", String(bad));
  return bad ? `${label}: a whole number from ${input.min} to ${input.max}.` : null;
}

/** A room's options in words, for those who do not choose them. */
export function describeOptions(options: PublicOptions): readonly string[] {
  const source = { drawn: "drawn in secret", seed: "from a seed", dungeon: "from a dungeon", own: "the host's own" }[
    options.map
  ];
  return [
    `${options.width}×${options.height} tiles`,
    `${options.players} players`,
    options.lockstep ? `lockstep, ${options.deadlineMs} ms` : `${options.turnMs} ms a turn`,
    `map ${source}`,
    options.half ? "half marches" : "no half marches",
    options.rated ? "rated" : "not rated",
  ];
}
