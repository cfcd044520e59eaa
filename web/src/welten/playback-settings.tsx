/** The settings of the playback: how fast the other side's orders are shown, and which of them. */

import { texts, useTexts } from "../language";
import { NEAR_TILES } from "./concerns";
import {
  type PlaybackSpeed,
  playbackContent,
  playbackSpeed,
  type StoredSetting,
  useSetting,
  vBars,
} from "./stored-setting";

const TEXT = texts({
  en: {
    speed: "Speed of what the other side does",
    speeds: { slow: "slow", normal: "normal", fast: "fast", off: "at once" },
    mine: "Only what concerns me",
    mineHint: `Attacks, gates and walls, and units that come within ${NEAR_TILES} tiles of yours.`,
    bars: "Bars for V on the map",
  },
  de: {
    speed: "Tempo der anderen Seite",
    speeds: { slow: "langsam", normal: "normal", fast: "schnell", off: "sofort" },
    mine: "Nur was mich betrifft",
    mineHint: `Angriffe, Tore und Mauern sowie Einheiten, die deinen auf ${NEAR_TILES} Felder nahe kommen.`,
    bars: "Balken für V auf der Karte",
  },
});

/** The speed, as a choice. */
export function SpeedChoice({ changed }: { readonly changed?: () => void }) {
  const text = useTexts(TEXT);
  const [speed, choose] = useSetting(playbackSpeed);
  return (
    <label class="flex flex-wrap items-center gap-2 text-sm">
      <span class="welten-speed-label">{text.speed}</span>
      <select
        class="field w-auto"
        value={speed}
        onChange={(event) => {
          choose(event.currentTarget.value as PlaybackSpeed);
          changed?.();
        }}
      >
        {playbackSpeed.values.map((value) => (
          <option key={value} value={value}>
            {text.speeds[value]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether only what concerns the player is shown. */
export function ContentChoice({ changed }: { readonly changed?: () => void }) {
  const text = useTexts(TEXT);
  return (
    <Check
      label={text.mine}
      hint={text.mineHint}
      setting={playbackContent}
      on="mine"
      off="all"
      changed={() => changed?.()}
    />
  );
}

/** The settings in the help. */
export function PlaybackSettings({
  bars,
  setBars,
}: {
  readonly bars: boolean;
  readonly setBars: (on: boolean) => void;
}) {
  const text = useTexts(TEXT);
  return (
    <>
      <Check
        label={text.bars}
        setting={vBars}
        on="on"
        off="off"
        checked={bars}
        changed={(checked) => setBars(checked)}
      />
      <SpeedChoice />
      <ContentChoice />
    </>
  );
}

interface CheckProps<Value extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly setting: StoredSetting<Value>;
  readonly on: Value;
  readonly off: Value;
  readonly checked?: boolean;
  changed(checked: boolean): void;
}

function Check<Value extends string>({ label, hint, setting, on, off, checked, changed }: CheckProps<Value>) {
  const [value, choose] = useSetting(setting);
  return (
    <label class="flex min-h-11 items-center gap-3 text-sm" title={hint}>
      <input
        type="checkbox"
        class="check"
        checked={checked ?? value === on}
        onChange={(event) => {
          choose(event.currentTarget.checked ? on : off);
          changed(event.currentTarget.checked);
        }}
      />
      {label}
    </label>
  );
}
