/** Settings of the map that the browser keeps: the speed of the playback, what of it is shown, and the bars for V. */

import { useState } from "preact/hooks";

/** A choice among words that outlives the visit. */
export class StoredSetting<Value extends string> {
  constructor(
    private readonly key: string,
    readonly values: readonly Value[],
    private readonly usual: Value,
  ) {}

  get value(): Value {
    const stored = localStorage.getItem(this.key);
    return this.values.find((value) => value === stored) ?? this.usual;
  }

  choose(value: Value): void {
    if (value === this.usual) localStorage.removeItem(this.key);
    else localStorage.setItem(this.key, value);
  }
}

/** How long the orders of the other side take at most when they are shown, in milliseconds. */
export const PLAYBACK_MS = { slow: 12_000, normal: 5000, fast: 2000, off: 0 } as const;

export type PlaybackSpeed = keyof typeof PLAYBACK_MS;

const SPEEDS = Object.keys(PLAYBACK_MS) as PlaybackSpeed[];

export const playbackSpeed = new StoredSetting<PlaybackSpeed>("duskfall.welten.speed", SPEEDS, "normal");

/** Whether all orders of the other side are shown, or only those that concern the player. */
export const playbackContent = new StoredSetting("duskfall.welten.shown", ["all", "mine"], "all");

/** Whether units have bars for V. */
export const vBars = new StoredSetting("duskfall.welten.bars", ["on", "off"], "on");

/** A setting and the function that chooses; the component renders again. */
export function useSetting<Value extends string>(setting: StoredSetting<Value>): [Value, (value: Value) => void] {
  const [value, setValue] = useState(setting.value);
  const choose = (chosen: Value) => {
    setting.choose(chosen);
    setValue(chosen);
  };
  return [value, choose];
}
