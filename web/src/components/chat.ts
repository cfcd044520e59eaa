/** The chat of a room. Messages are shown as text, never as markup. */

import { h } from "../dom";
import type { Language } from "../language";
import { MAX_KEPT, type ChatMessage } from "../room/state";
import { seatStyle } from "../seat-style";

export interface Chat {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  update(state: { readonly chat: readonly ChatMessage[] }): void;
}

/** The longest line that the server relays. */
const MAX_MESSAGE_LENGTH = 300;

export interface ChatText {
  readonly title: string;
  readonly empty: string;
  readonly prompt: string;
  readonly label: string;
  readonly say: string;
  readonly watching: string;
}

export const CHAT_TEXT: Readonly<Record<Language, ChatText>> = {
  en: {
    title: "Chat",
    empty: "Nobody has said anything yet.",
    prompt: "Say something",
    label: "Say something to everyone in the room",
    say: "Say",
    watching: "watching",
  },
  de: {
    title: "Chat",
    empty: "Noch hat niemand etwas gesagt.",
    prompt: "Sag etwas",
    label: "Allen im Raum etwas sagen",
    say: "Senden",
    watching: "sieht zu",
  },
};

/** Creates a chat; `colour` gives the colour of a seat's name. */
export function chat(
  say: (text: string) => void,
  words: ChatText = CHAT_TEXT.en,
  colour: (index: number) => string | undefined = (index) => seatStyle(index)?.light,
): Chat {
  const log = h("ol", {
    class: "grid content-start gap-1 overflow-y-auto",
    role: "log",
    "aria-label": words.title,
    tabindex: "0",
  });
  const empty = h("p", { class: "text-sm text-mist" }, words.empty);
  const input = h("input", {
    class: "field",
    maxlength: MAX_MESSAGE_LENGTH,
    autocomplete: "off",
    placeholder: words.prompt,
    "aria-label": words.label,
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
      h("button", { class: "btn" }, words.say),
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
      log.append(...fresh.map((line) => messageRow(line, words, colour(line.index))));
      while (log.childElementCount > MAX_KEPT) log.firstElementChild?.remove();
      log.scrollTop = log.scrollHeight;
    },
  };
}

function messageRow(line: ChatMessage, words: ChatText, colour: string | undefined): HTMLElement {
  const who = h("span", { class: "font-semibold" }, line.username);
  if (colour) who.style.color = colour;
  return h(
    "li",
    { class: "text-sm [overflow-wrap:anywhere]" },
    who,
    line.index < 0 ? ` (${words.watching}): ` : ": ",
    line.text,
  );
}
