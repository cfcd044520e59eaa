/** The manual of Weltendämmerung as a dialog over any page. */

import { useEffect, useRef } from "preact/hooks";

import { ask } from "../components/dialog";
import { useTexts } from "../language";
import { Manual } from "./manual";
import { MANUAL } from "./manual-text";

/** Opens the manual. It closes by its button or Escape, and gives the focus back. */
export function openManual(): void {
  if (document.querySelector("dialog.manual-dialog")) return;
  void ask<never>((answer) => <ManualDialog close={() => answer(null)} />);
}

function ManualDialog({ close }: { readonly close: () => void }) {
  const text = useTexts(MANUAL);
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    body.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} class="panel panel-bright manual-dialog" aria-labelledby="manual-title" onClose={close}>
      <div class="manual-pages">
        <div class="manual-head">
          <h1 class="pixel pixel-2 sm:pixel-3" id="manual-title">
            {text.title}
          </h1>
          <button class="btn ml-auto" type="button" id="manual-close" onClick={close}>
            {text.close}
          </button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section ref={body} class="manual-body" tabIndex={0} aria-labelledby="manual-title">
          <Manual />
        </section>
      </div>
    </dialog>
  );
}
