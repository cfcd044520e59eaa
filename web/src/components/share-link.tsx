/** A link with a button that copies it. */

import { useEffect, useId, useRef, useState } from "preact/hooks";

import { texts, useTexts } from "../language";

const TEXT = texts({
  en: { copy: "Copy", copied: "Copied.", byHand: "Press Ctrl+C to copy it." },
  de: { copy: "Kopieren", copied: "Kopiert.", byHand: "Mit Strg+C kopieren." },
});

/** Copies a text; false if the browser does not let a page do that. */
export async function copyText(text: string): Promise<boolean> {
  const done = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await done) ?? false;
}

/** A field with an address and a button that copies it. */
export function ShareLink({ label, address }: { readonly label: string; readonly address: string }) {
  const text = useTexts(TEXT);
  const id = useId();
  const link = useRef<HTMLInputElement>(null);
  const [said, say] = useState<keyof typeof text | null>(null);
  useEffect(() => say(null), [address]);
  const copy = async () => {
    link.current?.select();
    say((await copyText(address)) ? "copied" : "byHand");
  };
  return (
    <div class="grid gap-1">
      <label for={id} class="text-mist text-sm">
        {label}
      </label>
      <div class="flex gap-3">
        <input
          ref={link}
          class="field"
          readOnly
          id={id}
          data-share
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button class="btn flex-none" type="button" onClick={() => void copy()}>
          {text.copy}
        </button>
      </div>
      <span class="text-c-mint text-sm empty:hidden" role="status">
        {said && text[said]}
      </span>
    </div>
  );
}
