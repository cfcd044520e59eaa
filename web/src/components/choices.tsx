/** A question with several answers, each on a card with a sentence about it. */

import type { ComponentChildren } from "preact";

interface Card<Value extends string> {
  readonly value: Value;
  /** Its name, and a sentence about it. */
  readonly text: readonly string[];
  readonly picture?: ComponentChildren;
}

interface ChoicesProps<Value extends string> {
  readonly title: string;
  readonly name: string;
  readonly chosen: Value;
  readonly choose: (value: Value) => void;
  readonly cards: readonly Card<Value>[];
}

/** Choices of which one is taken, each with a sentence. */
export function Choices<Value extends string>({ title, name, chosen, choose, cards }: ChoicesProps<Value>) {
  return (
    <fieldset class="grid gap-3" id={`choose-${name}`}>
      <legend class="pixel mb-3">{title}</legend>
      <div class="choices">
        {cards.map(({ value, text, picture }) => (
          <label key={value} class="choice">
            <input
              type="radio"
              class="choice-input"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => choose(value)}
            />
            <span class="choice-dot" aria-hidden="true" />
            <span class="grid content-start gap-1">
              {picture}
              <span class="font-semibold">{text[0]}</span>
              <span class="text-mist text-sm">{text[1]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
