/** Chat of a room. What people write is text. */

import { h } from "../dom";
import type { Line, State } from "../fog/state";
import { livery } from "../seats";

export interface Chat {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  update(state: State): void;
}

/** The longest line that the server relays. */
const LONGEST = 300;

export function chat(say: (text: string) => void): Chat {
  const log = h("ol", {
    class: "grid content-start gap-1 overflow-y-auto",
    role: "log",
    "aria-label": "Chat",
    tabindex: "0",
  });
  const empty = h("p", { class: "text-sm text-mist" }, "Nobody has said anything yet.");
  const input = h("input", {
    class: "field",
    maxlength: LONGEST,
    autocomplete: "off",
    placeholder: "Say something",
    "aria-label": "Say something to everyone in the room",
  });
  const element = h(
    "div",
    { class: "grid min-h-0 grid-rows-[1fr_auto] gap-3" },
    h("div", { class: "flex min-h-16 flex-col overflow-hidden" }, empty, log),
    h(
      "form",
      {
        class: "flex gap-2",
        onsubmit: (event: Event) => {
          event.preventDefault();
          const text = input.value.trim();
          if (text) say(text);
          input.value = "";
        },
      },
      input,
      h("button", { class: "btn" }, "Say"),
    ),
  );
  let shown = 0;
  return {
    element,
    input,
    update(state) {
      const fresh = state.chat.filter((line) => line.number > shown);
      if (fresh.length === 0) return;
      empty.remove();
      shown = fresh.at(-1)!.number;
      log.append(...fresh.map(lineOf));
      while (log.childElementCount > 100) log.firstElementChild?.remove();
      log.scrollTop = log.scrollHeight;
    },
  };
}

function lineOf(line: Line): HTMLElement {
  const who = h("span", { class: "font-semibold" }, line.username);
  const worn = livery(line.index);
  if (worn) who.style.color = worn.light;
  return h(
    "li",
    { class: "text-sm [overflow-wrap:anywhere]" },
    who,
    line.index < 0 ? " (watching): " : ": ",
    line.text,
  );
}
