/** The dialog with the keys of a game. */

import type { ComponentChildren } from "preact";

import { Dialog } from "../components/dialog";
import { texts, useTexts } from "../language";
import { useKeyLabels } from "./keyboard";

/** One line of the list: codes (`KeyW`) or names of keys, and what they do. */
export interface KeyHelp {
  readonly keys: readonly string[];
  readonly text: string;
}

const TEXT = texts({
  en: { title: "Keys", back: "Back" },
  de: { title: "Tasten", back: "Zurück" },
});

export function HelpDialog(props: {
  readonly keys: readonly KeyHelp[];
  /** What stands under the list. */
  readonly children?: ComponentChildren;
  readonly close: () => void;
}) {
  const text = useTexts(TEXT);
  const label = useKeyLabels();
  return (
    <Dialog title={text.title} close={props.close} class="max-w-[min(92vw,800px)]">
      {/* A long list is shown from its beginning: the focus would scroll it to the first button. */}
      <dl
        class="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 outline-none md:grid-cols-[auto_1fr_auto_1fr]"
        tabIndex={-1}
        autofocus
      >
        {props.keys.map(({ keys, text: what }) => (
          <div key={what} class="contents">
            <dt>
              <kbd class="key">{keys.map((key) => (key.startsWith("Key") ? label(key) : key)).join(" ")}</kbd>
            </dt>
            <dd class="text-mist text-sm">{what}</dd>
          </div>
        ))}
      </dl>
      {props.children}
      <button class="btn btn-main justify-self-end" type="button" onClick={props.close}>
        {text.back}
      </button>
    </Dialog>
  );
}
