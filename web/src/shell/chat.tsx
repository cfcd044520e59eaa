/** The chat of a room. Messages are shown as text, never as markup. */

import type { Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { ChatMessage } from "../room/state";
import { useSeatPalette } from "../seat-palette";
import { seatStyles } from "../seat-style";

const TEXT = texts({
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
});

interface ChatProps {
  readonly messages: readonly ChatMessage[];
  readonly input?: Ref<HTMLInputElement>;
  /** The most characters of a message, once the server has told it. */
  readonly maxLength: number | null;
  /** The colour of a seat's name; without it, that of the seat. */
  readonly colourOf?: (seat: number) => string | undefined;
  /** Who reads what the player says; null for everyone. */
  readonly audience?: string | null;
  onSay(text: string): void;
  /** The player wants to go back to the board. */
  onLeave?(): void;
}

export function Chat({ messages, input, maxLength, colourOf, audience, onSay, onLeave }: ChatProps) {
  const text = useTexts(TEXT);
  const styles = seatStyles(useSeatPalette());
  const say = (field: HTMLInputElement) => {
    const line = field.value.trim();
    field.value = "";
    if (line) onSay(line);
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }) => {
    const empty = event.key === "Enter" && event.currentTarget.value.trim() === "";
    if (!onLeave || (event.key !== "Escape" && !empty)) return;
    event.preventDefault();
    onLeave();
  };
  return (
    <div class="grid min-h-0 grid-rows-[1fr_auto_auto] gap-3">
      <Log messages={messages} colourOf={colourOf ?? ((seat) => styles[seat]?.light)} />
      <p class="text-mist text-sm empty:hidden" data-audience>
        {audience}
      </p>
      <form
        class="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          say(event.currentTarget.elements.namedItem("line") as HTMLInputElement);
        }}
      >
        <input
          ref={input ?? null}
          name="line"
          class="field"
          maxLength={maxLength ?? undefined}
          autocomplete="off"
          placeholder={text.prompt}
          aria-label={text.label}
          onKeyDown={onKeyDown}
        />
        <button class="btn" type="submit">
          {text.say}
        </button>
      </form>
    </div>
  );
}

/** The messages; the last one is in view after each new one. */
function Log({ messages, colourOf }: Required<Pick<ChatProps, "messages" | "colourOf">>) {
  const text = useTexts(TEXT);
  const log = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.number;
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [last]);
  return (
    <div class="flex min-h-16 flex-col overflow-hidden">
      {messages.length === 0 && <p class="text-mist text-sm">{text.empty}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={log} class="overflow-y-auto" role="log" aria-label={text.title} tabIndex={0}>
        <ol class="grid content-start gap-1">
          {messages.map((line) => (
            <li key={line.number} class="text-sm [overflow-wrap:anywhere]" translate={false}>
              <span class="font-semibold" style={{ color: colourOf(line.index) }}>
                {line.username}
              </span>
              {line.index < 0 ? ` (${text.watching}): ` : ": "}
              {asWritten(line.text)}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** A message as it was written: the server sends signs of markup in a form that clients cannot take for markup. */
export function asWritten(text: string): string {
  return text.replaceAll("‹", "<").replaceAll("›", ">");
}
