/** What is shown while a room is joined. */

import { texts, useTexts } from "../language";

const TEXT = texts({
  en: {
    opening: "Opening the room",
    patience: "This takes a moment.",
  },
  de: {
    opening: "Der Raum wird geöffnet",
    patience: "Das dauert einen Augenblick.",
  },
});

export function Joining() {
  const text = useTexts(TEXT);
  return (
    <div class="m-auto grid gap-4 p-8 text-center" role="status">
      <p class="pixel pixel-2 blink">{text.opening}</p>
      <p class="text-mist">{text.patience}</p>
    </div>
  );
}
