/** The form for a dungeon's seed, profile and options. */

import { fill, h, setText } from "../dom";
import { icon } from "../components/icon";
import type { Choosable, DungeonChoices } from "../protocol";
import { label, randomSeed, type Problems, type DungeonRequest } from "./address";

export interface DigForm {
  readonly element: HTMLElement;
  /** What stands in the form. */
  read(): DungeonRequest;
  /** Fills the form with a request. */
  write(request: DungeonRequest): void;
  /** Say what is wrong with the fields, or that nothing is. */
  showProblems(problems: Problems): void;
  /** Put some other seed into the form. */
  roll(): void;
}

export function digForm(choices: DungeonChoices, dig: () => void): DigForm {
  const seed = h("input", {
    class: "field",
    id: "seed",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 24,
    "aria-describedby": "wrong",
  });
  const profile = h(
    "select",
    { class: "field", id: "profile", "aria-describedby": "wrong" },
    ...choices.profiles.map(({ name }) => h("option", { value: name }, PROFILES[name] ?? name)),
  );
  const fields = new Map(choices.options.map((option) => [option.name, optionField(option)]));
  const wrong = h("ul", { class: "grid gap-1 text-c-rose empty:hidden", role: "alert", id: "wrong" });
  const options = h(
    "div",
    { class: "grid gap-3" },
    h("div", { class: "grid grid-cols-2 gap-3" }, ...[...fields.values()].map(({ element }) => element)),
    h(
      "p",
      { class: "text-sm text-mist" },
      "Treasures, loops, decoys and hidden passages are dug as far as there is ground for them.",
    ),
  );
  const summary = h("span", {}, "Profile and options");
  const more = h(
    "details",
    { class: "dig-options" },
    h("summary", {}, summary),
    h(
      "div",
      { class: "grid gap-4 pt-2" },
      h("div", { class: "grid gap-1" }, h("label", { for: "profile", class: "text-sm text-mist" }, "Profile"), profile),
      options,
    ),
  );
  const chosen = () => choices.profiles.find(({ name }) => name === profile.value) ?? choices.profiles[0]!;
  const showOptions = () => (options.hidden = !chosen().hasOptions);
  profile.addEventListener("change", showOptions);
  const roll = () => (seed.value = randomSeed(chosen(), Math.random()));
  const element = h(
    "form",
    {
      class: "panel grid content-start gap-4 self-start p-5",
      novalidate: true,
      "aria-label": "Choose a dungeon",
      onsubmit: (event) => {
        event.preventDefault();
        dig();
      },
    },
    h(
      "div",
      { class: "grid gap-1" },
      h("label", { for: "seed", class: "text-sm text-mist" }, "Seed"),
      h(
        "div",
        { class: "flex gap-3" },
        seed,
        h(
          "button",
          {
            class: "btn flex-none",
            type: "button",
            title: "Another dungeon",
            "aria-label": "Roll another seed and dig",
            onclick: () => {
              roll();
              dig();
            },
          },
          icon("dice"),
        ),
        h("button", { class: "btn btn-main flex-none" }, "Dig"),
      ),
    ),
    wrong,
    more,
  );
  return {
    element,
    roll,
    read() {
      const changed: Record<string, string> = {};
      if (chosen().hasOptions)
        for (const { name, usual } of choices.options) {
          const { input } = fields.get(name)!;
          if (input.value.trim() !== String(usual)) changed[name] = input.value;
        }
      return { seed: seed.value, profile: profile.value, options: changed };
    },
    write(request) {
      seed.value = request.seed;
      profile.value = request.profile;
      if (profile.selectedIndex < 0) profile.selectedIndex = 0;
      for (const { name, usual } of choices.options)
        fields.get(name)!.input.value = request.options[name] ?? String(usual);
      const special = Object.keys(request.options).length + (request.profile === choices.profiles[0]!.name ? 0 : 1);
      setText(summary, special ? `Profile and options, ${special} chosen` : "Profile and options");
      // On a phone the map would be pushed out of the window.
      more.open ||= special > 0 && matchMedia("(width >= 1024px)").matches;
      showOptions();
    },
    showProblems(problems) {
      const inputs = { seed, profile, ...Object.fromEntries([...fields].map(([name, { input }]) => [name, input])) };
      for (const [name, input] of Object.entries(inputs)) input.setAttribute("aria-invalid", String(name in problems));
      more.open ||= Object.keys(problems).some((name) => name === "profile" || fields.has(name));
      fill(wrong, ...Object.values(problems).map((text) => h("li", {}, text)));
    },
  };
}

const PROFILES: Readonly<Record<string, string>> = {
  classic: "Classic, every seed and all options",
  c64: "C64, the original's 255 maps",
};

function optionField({ name, meaning, least, most, usual, whole }: Choosable) {
  const input = h("input", {
    class: "field",
    id: `dig-${name}`,
    type: "number",
    min: least,
    max: most,
    step: whole ? 1 : 0.05,
    value: usual,
    inputmode: whole ? "numeric" : "decimal",
    title: `${meaning}; ${least} to ${most}`,
    "aria-describedby": "wrong",
  });
  const element = h(
    "div",
    { class: "grid gap-1" },
    h(
      "label",
      { for: `dig-${name}`, class: "flex justify-between gap-2 text-sm text-mist" },
      label(name),
      h("span", { class: "range" }, `${least}–${most}`),
    ),
    input,
  );
  return { element, input };
}
