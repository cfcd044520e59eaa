/** The question before a turn ends while units can still act; whether it is asked is stored. */

import { useState } from "preact/hooks";

import { confirm } from "../components/dialog";
import { localize, texts, useTexts } from "../language";
import type { State } from "./state";
import { phaseName, workLeftText } from "./texts";

const TEXT = texts({
  en: {
    title: "End turn?",
    end: "End turn",
    playOn: "Play on",
    never: "Do not ask again",
    setting: "Ask before a turn ends while units have work left",
  },
  de: {
    title: "Zug beenden?",
    end: "Zug beenden",
    playOn: "Weiterspielen",
    never: "Nicht mehr fragen",
    setting: "Vor dem Zugende fragen, solange Einheiten etwas tun können",
  },
});

/** Stored when the player does not want to be asked. */
const UNWARNED = "duskfall.welten.unwarned";

export function warningEnabled(): boolean {
  return localStorage.getItem(UNWARNED) === null;
}

function setWarningEnabled(wanted: boolean): void {
  if (wanted) localStorage.removeItem(UNWARNED);
  else localStorage.setItem(UNWARNED, "yes");
}

/** Asks whether the phase shall end although units have work left. */
export async function confirmEnd(state: State): Promise<boolean> {
  const text = localize(TEXT);
  const phase = state.board ? phaseName(state.board.phase) : "";
  let never = false;
  const agreed = await confirm(
    {
      title: text.title,
      text: `${phase.charAt(0).toUpperCase()}${phase.slice(1)}: ${workLeftText(state)}`,
      confirmLabel: text.end,
      cancelLabel: text.playOn,
    },
    <Checkbox
      label={text.never}
      checked={false}
      onChange={(checked) => {
        never = checked;
      }}
    />,
  );
  if (agreed && never) setWarningEnabled(false);
  return agreed;
}

/** The setting in the help. */
export function WarningSetting() {
  const text = useTexts(TEXT);
  return <Checkbox label={text.setting} checked={warningEnabled()} onChange={setWarningEnabled} />;
}

function Checkbox(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const [checked, setChecked] = useState(props.checked);
  return (
    <label class="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        class="check"
        checked={checked}
        onChange={(event) => {
          setChecked(event.currentTarget.checked);
          props.onChange(event.currentTarget.checked);
        }}
      />
      {props.label}
    </label>
  );
}
