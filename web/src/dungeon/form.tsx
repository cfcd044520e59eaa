/** The form for a dungeon's seed, profile and options. */

import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../components/icon";
import { formatNumber, texts, useTexts } from "../language";
import type { Choosable } from "../protocol";
import { countChosen, type Misspelt, profileOf } from "./address";
import { optionLabel, optionMeaning, profileLabel } from "./option-texts";
import { MisspeltNote, ProblemList } from "./problems";
import type { DungeonSession } from "./session";
import type { DungeonState } from "./state";

const TEXT = texts({
  en: {
    form: "Choose a dungeon",
    seed: "Seed",
    another: "Another dungeon",
    roll: "Roll another seed and dig",
    dig: "Dig",
    more: (chosen: number) => (chosen > 0 ? `Profile and options, ${chosen} chosen` : "Profile and options"),
    profile: "Profile",
    range: (meaning: string, least: number, most: number) => `${meaning}; ${least} to ${most}`,
    ground: "Treasures, loops, decoys and hidden passages are dug as far as there is ground for them.",
  },
  de: {
    form: "Verlies wählen",
    seed: "Seed",
    another: "Ein anderes Verlies",
    roll: "Einen anderen Seed würfeln und graben",
    dig: "Graben",
    more: (chosen: number) => (chosen > 0 ? `Profil und Einstellungen, ${chosen} gewählt` : "Profil und Einstellungen"),
    profile: "Profil",
    range: (meaning: string, least: number, most: number) => `${meaning}; ${least} bis ${most}`,
    ground: "Schätze, Rundwege, Blindgänge und Geheimgänge werden gegraben, soweit Platz für sie ist.",
  },
});

const PROBLEMS_ID = "wrong";

interface FormProps {
  readonly session: DungeonSession;
  readonly state: DungeonState;
}

interface DigFormProps extends FormProps {
  readonly misspelt: readonly Misspelt[];
}

export function DigForm({ session, state, misspelt }: DigFormProps) {
  const text = useTexts(TEXT);
  const digButton = useRef<HTMLButtonElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    session.dig();
    // On a phone the keyboard would cover the map.
    if (matchMedia("(pointer: coarse)").matches) digButton.current?.focus({ preventScroll: true });
  };
  return (
    <form class="panel grid content-start gap-4 self-start p-5" noValidate aria-label={text.form} onSubmit={submit}>
      <div class="grid gap-1">
        <label for="seed" class="text-mist text-sm">
          {text.seed}
        </label>
        <div class="flex gap-3">
          <input
            class="field"
            id="seed"
            inputMode="numeric"
            autocomplete="off"
            maxLength={24}
            aria-describedby={PROBLEMS_ID}
            aria-invalid={"seed" in state.problems}
            value={state.draft.seed}
            onInput={(event) => session.edit({ seed: event.currentTarget.value })}
          />
          <button
            class="btn flex-none"
            type="button"
            title={text.another}
            aria-label={text.roll}
            onClick={() => session.roll()}
          >
            <Icon name="dice" />
          </button>
          <button ref={digButton} class="btn btn-main flex-none" type="submit">
            {text.dig}
          </button>
        </div>
      </div>
      <ProblemList id={PROBLEMS_ID} problems={state.problems} />
      <MisspeltNote misspelt={misspelt} />
      <ProfileAndOptions session={session} state={state} />
    </form>
  );
}

/** The part of the form that is folded away until somebody wants more than a seed. */
function ProfileAndOptions({ session, state }: FormProps) {
  const text = useTexts(TEXT);
  const { choices } = session;
  const { draft, problems } = state;
  const chosen = countChosen(draft, choices);
  // On a phone the map would be pushed out of the window.
  const [open, setOpen] = useState(() => chosen > 0 && matchMedia("(width >= 1024px)").matches);
  useEffect(() => {
    const inside = ["profile", ...choices.options.map(({ name }) => name)];
    if (inside.some((name) => name in problems)) setOpen(true);
  }, [problems]);
  return (
    <details class="dig-options" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{text.more(chosen)}</span>
      </summary>
      <div class="grid gap-4 pt-2">
        <div class="grid gap-1">
          <label for="profile" class="text-mist text-sm">
            {text.profile}
          </label>
          <select
            class="field"
            id="profile"
            aria-describedby={PROBLEMS_ID}
            aria-invalid={"profile" in problems}
            value={draft.profile}
            onChange={(event) => session.edit({ profile: event.currentTarget.value })}
          >
            {choices.profiles.map(({ name }) => (
              <option key={name} value={name}>
                {profileLabel(name)}
              </option>
            ))}
          </select>
        </div>
        {profileOf(draft.profile, choices).hasOptions && <OptionFields session={session} state={state} />}
      </div>
    </details>
  );
}

function OptionFields({ session, state }: FormProps) {
  const text = useTexts(TEXT);
  return (
    <div class="grid gap-3">
      <div class="grid grid-cols-2 gap-3">
        {session.choices.options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            value={state.draft.options[option.name]}
            invalid={option.name in state.problems}
            onInput={(value) => session.editOption(option.name, value)}
          />
        ))}
      </div>
      <p class="text-mist text-sm">{text.ground}</p>
    </div>
  );
}

interface OptionFieldProps {
  readonly option: Choosable;
  /** The text in the field; undefined for the default. */
  readonly value: string | undefined;
  readonly invalid: boolean;
  onInput(value: string): void;
}

function OptionField({ option, value, invalid, onInput }: OptionFieldProps) {
  const text = useTexts(TEXT);
  const { name, least, most, usual, whole } = option;
  const id = `dig-${name}`;
  // A share is a text field: number fields take a comma only in browsers of such a language.
  const kind = whole ? ({ type: "number", min: least, max: most, step: 1 } as const) : ({ type: "text" } as const);
  return (
    <div class="grid gap-1">
      <label for={id} class="flex justify-between gap-2 text-mist text-sm">
        {optionLabel(name)}
        <span class="range">{`${least}–${most}`}</span>
      </label>
      <input
        class="field"
        id={id}
        {...kind}
        inputMode={whole ? "numeric" : "decimal"}
        autocomplete="off"
        title={text.range(optionMeaning(option), least, most)}
        aria-describedby={PROBLEMS_ID}
        aria-invalid={invalid}
        value={value ?? formatNumber(usual)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
