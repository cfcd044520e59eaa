/** A titled section of an arena page. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="grid gap-4" aria-labelledby={id}>
      <h2 id={id} class="pixel pixel-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
