/** The fields for the options of a Fog of War room. */

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { deferred } from "../components/deferred";
import { formatNumber, texts, useTexts } from "../language";
import { FOG_OPTIONS } from "../protocol/fog-options";
import {
  type DraftProblem,
  hasOwnSize,
  LOCKSTEP,
  type MapSource,
  type NumberField,
  type OptionsDraft,
  SEED_DIGITS,
} from "./options";

/** Only those need it who came with a dungeon. */
const DigNote = deferred(
  async () => (await import("./dig-note")).DigNote,
  () => null,
);

const TEXT = texts({
  en: {
    width: "Width",
    height: "Height",
    players: "Players",
    speed: "Speed",
    speeds: { calm: "Calm", usual: "Usual", brisk: "Brisk", blitz: "Blitz", frantic: "Frantic" },
    pace: (name: string, turns: number) => `${name}, ${formatNumber(turns)} ${turns === 1 ? "turn" : "turns"} a second`,
    ownPace: (ms: number) => `${formatNumber(ms)} ms a turn`,
    lockstep: (seconds: number) => `Lockstep, a turn waits for everyone, at most ${formatNumber(seconds)} s`,
    map: "Map",
    sources: {
      drawn: "Drawn in secret",
      seed: "Drawn from a seed",
      dungeon: "A dungeon and its walls",
      own: "My own, as text",
    },
    seed: "Seed",
    dungeonSeed: "Seed of the dungeon",
    seedHint: "Digits, 0 to 2^64 − 1",
    ownMap: "Map, a row a line; its size is the board's",
    ownMapHint: ". land  ^ mountain  + city  ! tower  a b c starts",
    half: "Marches may take half of an army",
    rated: "Rated game, with the usual options on a map drawn in secret",
    unlisted: "Unlisted: only those who have the link find the room",
    badRange: (field: string, least: number, most: number) => `${field}: a whole number from ${least} to ${most}.`,
    badSeed: (digits: number) => `A seed is a number of up to ${digits} digits.`,
    badRows: (least: number, most: number) => `A map has ${least} to ${most} rows.`,
    unevenRows: (length: number) => `All rows of a map are as long as its first, ${length} signs.`,
  },
  de: {
    width: "Breite",
    height: "Höhe",
    players: "Spieler",
    speed: "Tempo",
    speeds: { calm: "Ruhig", usual: "Üblich", brisk: "Flott", blitz: "Blitz", frantic: "Rasend" },
    pace: (name: string, turns: number) =>
      `${name}, ${formatNumber(turns)} ${turns === 1 ? "Runde" : "Runden"} pro Sekunde`,
    ownPace: (ms: number) => `${formatNumber(ms)} ms pro Runde`,
    lockstep: (seconds: number) => `Gleichschritt, eine Runde wartet auf alle, höchstens ${formatNumber(seconds)} s`,
    map: "Karte",
    sources: {
      drawn: "Geheim erzeugt",
      seed: "Aus einem Seed erzeugt",
      dungeon: "Ein Verlies mit seinen Mauern",
      own: "Eigene, als Text",
    },
    seed: "Seed",
    dungeonSeed: "Seed des Verlieses",
    seedHint: "Ziffern, 0 bis 2^64 − 1",
    ownMap: "Karte, eine Reihe pro Zeile; sie gibt die Größe vor",
    ownMapHint: ". Land  ^ Berg  + Stadt  ! Turm  a b c Anfänge",
    half: "Märsche dürfen die Hälfte eines Heeres nehmen",
    rated: "Gewertete Partie, mit den üblichen Einstellungen auf geheim erzeugter Karte",
    unlisted: "Nicht gelistet: Nur wer den Link hat, findet den Raum",
    badRange: (field: string, least: number, most: number) => `${field}: eine ganze Zahl von ${least} bis ${most}.`,
    badSeed: (digits: number) => `Ein Seed ist eine Zahl mit höchstens ${digits} Ziffern.`,
    badRows: (least: number, most: number) => `Eine Karte hat ${least} bis ${most} Reihen.`,
    unevenRows: (length: number) => `Alle Reihen einer Karte sind so lang wie die erste, ${length} Zeichen.`,
  },
});

type FormText = (typeof TEXT)["en"];

const SPEEDS: readonly (readonly [name: keyof FormText["speeds"], turnMs: number])[] = [
  ["calm", 1000],
  ["usual", FOG_OPTIONS.turnMs.default],
  ["brisk", 250],
  ["blitz", 100],
  ["frantic", FOG_OPTIONS.turnMs.minimum],
];

const SOURCES: readonly MapSource[] = ["drawn", "seed", "dungeon", "own"];

interface OptionsFieldsProps {
  readonly draft: OptionsDraft;
  /** What is wrong with the draft, if that shall be shown. */
  readonly problem: DraftProblem | null;
  /** The size of the board that the server knows; a dungeon and an own map have their own. */
  readonly board?: { readonly width: number; readonly height: number } | null;
  /** A field is being filled in. */
  onDraft(draft: OptionsDraft): void;
  /** A field has been filled in. */
  onChosen?(draft: OptionsDraft): void;
}

export function OptionsFields({ draft, problem, board = null, onDraft, onChosen }: OptionsFieldsProps) {
  const text = useTexts(TEXT);
  const id = useId();
  const update = (change: Partial<OptionsDraft>, chosen: boolean) => {
    const next = { ...draft, ...change };
    onDraft(next);
    if (chosen) onChosen?.(next);
  };
  const number = (name: NumberField) => (
    <NumberInput id={`${id}-${name}`} name={name} draft={draft} problem={problem} board={board} update={update} />
  );
  return (
    <div class="grid gap-4">
      <div class="grid grid-cols-3 gap-3">
        {(["width", "height", "players"] as const).map((name) => (
          <Row key={name} id={`${id}-${name}`} label={text[name]}>
            {number(name)}
          </Row>
        ))}
      </div>
      <Row id={`${id}-speed`} label={text.speed}>
        <SpeedSelect id={`${id}-speed`} draft={draft} update={update} />
      </Row>
      <Row id={`${id}-source`} label={text.map}>
        <Select
          id={`${id}-source`}
          value={draft.source}
          options={SOURCES.map((source) => [source, text.sources[source]])}
          onChosen={(source) => update({ source: source as MapSource }, true)}
        />
      </Row>
      <MapFields id={id} draft={draft} update={update} />
      {(["half", "rated", "unlisted"] as const).map((name) => (
        <label key={name} class="flex min-h-11 items-center gap-3">
          <input
            class="check"
            type="checkbox"
            checked={draft[name]}
            onChange={(event) => update({ [name]: event.currentTarget.checked }, true)}
          />
          {text[name]}
        </label>
      ))}
      <p class="text-c-rose empty:hidden" role="alert">
        {problem && problemText(problem, text)}
      </p>
    </div>
  );
}

function problemText(problem: DraftProblem, text: FormText): string {
  switch (problem.kind) {
    case "seed":
      return text.badSeed(SEED_DIGITS);
    case "rows":
      return text.badRows(FOG_OPTIONS.height.minimum, FOG_OPTIONS.height.maximum);
    case "uneven rows":
      return text.unevenRows(problem.length);
    case "range": {
      const { minimum, maximum } = FOG_OPTIONS[problem.field];
      return text.badRange(text[problem.field], minimum, maximum);
    }
  }
}

interface FieldProps {
  readonly id: string;
  readonly draft: OptionsDraft;
  update(change: Partial<OptionsDraft>, chosen: boolean): void;
}

interface NumberInputProps extends FieldProps, Pick<OptionsFieldsProps, "problem" | "board"> {
  readonly name: NumberField;
}

function NumberInput({ id, name, draft, problem, board, update }: NumberInputProps) {
  const given = name !== "players" && hasOwnSize(draft);
  return (
    <input
      class="field"
      id={id}
      type="number"
      inputMode="numeric"
      required
      min={FOG_OPTIONS[name].minimum}
      max={FOG_OPTIONS[name].maximum}
      value={given ? (board?.[name] ?? "") : draft[name]}
      placeholder={given ? "–" : undefined}
      disabled={given}
      aria-invalid={problem?.kind === "range" && problem.field === name}
      onInput={(event) => update({ [name]: event.currentTarget.value }, false)}
      onChange={(event) => update({ [name]: event.currentTarget.value }, true)}
    />
  );
}

/** The usual speeds; a room that came with another one has that, too. */
function SpeedSelect({ id, draft, update }: FieldProps) {
  const text = useTexts(TEXT);
  const [first] = useState(draft.speed);
  const usual = first === LOCKSTEP || SPEEDS.some(([, turnMs]) => String(turnMs) === first);
  const options: readonly (readonly [string, string])[] = [
    ...(usual ? [] : [[first, text.ownPace(Number(first))] as const]),
    ...SPEEDS.map(([name, turnMs]) => [String(turnMs), text.pace(text.speeds[name], 1000 / turnMs)] as const),
    [LOCKSTEP, text.lockstep(draft.deadlineMs / 1000)],
  ];
  return <Select id={id} value={draft.speed} options={options} onChosen={(speed) => update({ speed }, true)} />;
}

/** The fields of the chosen source of the map. */
function MapFields({ id, draft, update }: FieldProps) {
  const text = useTexts(TEXT);
  const { source, dig, seed } = draft;
  if (source === "drawn") return null;
  if (source === "own")
    return (
      <Row id={`${id}-map`} label={text.ownMap}>
        <textarea
          class="field font-mono text-sm leading-snug"
          id={`${id}-map`}
          rows={6}
          spellcheck={false}
          placeholder={text.ownMapHint}
          value={draft.map}
          onInput={(event) => update({ map: event.currentTarget.value }, false)}
          onChange={(event) => update({ map: event.currentTarget.value }, true)}
        />
      </Row>
    );
  return (
    <Row id={`${id}-seed`} label={source === "seed" ? text.seed : text.dungeonSeed}>
      <input
        class="field"
        id={`${id}-seed`}
        inputMode="numeric"
        placeholder={text.seedHint}
        value={seed}
        onInput={(event) => update({ seed: event.currentTarget.value }, false)}
        onChange={(event) => update({ seed: event.currentTarget.value }, true)}
      />
      {source === "dungeon" && dig?.seed === seed.trim() && <DigNote options={dig.options} />}
    </Row>
  );
}

function Row(props: { readonly id: string; readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="grid gap-1">
      <label for={props.id} class="text-mist text-sm">
        {props.label}
      </label>
      {props.children}
    </div>
  );
}

function Select(props: {
  readonly id: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  onChosen(value: string): void;
}) {
  return (
    <select
      class="field"
      id={props.id}
      value={props.value}
      onChange={(event) => props.onChosen(event.currentTarget.value)}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
