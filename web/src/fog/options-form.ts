/** The form for the options of a Fog of War room. */

import { fill, h, setText } from "../dom";
import type { FogPublicOptions, FogOptions } from "../protocol";
import { FOG_OPTIONS } from "../protocol/options";

/** The options that the form of a new room begins with: a duel. */
export const DEFAULT_OPTIONS = {
  width: FOG_OPTIONS.width.default,
  height: FOG_OPTIONS.height.default,
  players: FOG_OPTIONS.players.minimum,
  turnMs: FOG_OPTIONS.turnMs.default,
  half: FOG_OPTIONS.half.default,
} as const satisfies FogOptions;

const SPEEDS: readonly (readonly [number, string])[] = [
  speed("Calm", 1000),
  speed("Usual", FOG_OPTIONS.turnMs.default),
  speed("Brisk", 250),
  speed("Blitz", 100),
  speed("Frantic", FOG_OPTIONS.turnMs.minimum),
];

/** The most digits of a seed. */
const SEED_DIGITS = String(BigInt(FOG_OPTIONS.seed.anyOf[0]!.exclusiveMaximum!) - 1n).length;

function speed(name: string, turnMs: number): readonly [number, string] {
  const turns = 1000 / turnMs;
  return [turnMs, `${name}, ${turns} ${turns === 1 ? "turn" : "turns"} a second`];
}

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
  read(): FogOptions | null;
}

let forms = 0;

/** A form that begins with `start`; `changed` is called when something else was chosen. */
export function optionsForm(start: FogOptions, changed: () => void = () => {}): OptionsForm {
  const id = `options-${++forms}`;
  const number = (name: "width" | "height" | "players") =>
    h("input", {
      class: "field",
      id: `${id}-${name}`,
      type: "number",
      value: start[name] ?? DEFAULT_OPTIONS[name],
      min: FOG_OPTIONS[name].minimum,
      max: FOG_OPTIONS[name].maximum,
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

  const width = number("width");
  const height = number("height");
  const players = number("players");
  const speeds: (readonly [string | number, string])[] = [
    ...SPEEDS,
    ["lockstep", "Lockstep, a turn waits for everyone"],
  ];
  const turnMs = start.turnMs ?? DEFAULT_OPTIONS.turnMs;
  if (!SPEEDS.some(([ms]) => ms === turnMs)) speeds.unshift([turnMs, `${turnMs} ms a turn`]);
  const pace = choose("speed", speeds, start.lockstep ? "lockstep" : turnMs);
  const source = choose("source", SOURCES, sourceOf(start));
  const seed = h("input", {
    class: "field",
    id: `${id}-seed`,
    inputmode: "numeric",
    pattern: `[0-9]{1,${SEED_DIGITS}}`,
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
  const half = h("input", {
    class: "check",
    type: "checkbox",
    checked: start.half ?? DEFAULT_OPTIONS.half,
    id: `${id}-half`,
  });
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
    row("speed", "Speed", pace),
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
      const choice: FogOptions = { players: Number(players.value), half: half.checked };
      if (!width.disabled) [choice.width, choice.height] = [Number(width.value), Number(height.value)];
      if (pace.value === "lockstep") choice.lockstep = true;
      else choice.turnMs = Number(pace.value);
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

function sourceOf(choice: FogOptions): Source {
  if (choice.map) return "own";
  if (choice.dungeon !== undefined && choice.dungeon !== null) return "dungeon";
  return choice.seed !== undefined && choice.seed !== null ? "seed" : "drawn";
}

function problemWith(source: Source, seed: string, lines: readonly string[]): string | null {
  if ((source === "seed" || source === "dungeon") && !(/^[0-9]+$/.test(seed) && seed.length <= SEED_DIGITS))
    return `A seed is a number of up to ${SEED_DIGITS} digits.`;
  if (source !== "own") return null;
  const { minimum, maximum } = FOG_OPTIONS.height;
  if (lines.length < minimum || lines.length > maximum) return `A map has ${minimum} to ${maximum} rows.`;
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
export function describeOptions(options: FogPublicOptions): readonly string[] {
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
