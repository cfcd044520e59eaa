/** The panel over the board when a game has ended. It takes the focus when it appears, and gives it to the board. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function EndingPanel(props: {
  readonly title: string;
  /** Why the game ended. */
  readonly reason: string;
  /** The winner, as an attribute of the panel. */
  readonly winner?: string;
  /** A picture above the title. */
  readonly picture?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => document.getElementById("board")?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={panel}
      class={`panel panel-bright ending ${props.class ?? ""}`}
      aria-labelledby="ending"
      tabIndex={-1}
      data-winner={props.winner}
    >
      {props.picture}
      <div class="grid gap-1">
        <h2 id="ending" class="pixel pixel-3 wrap-anywhere">
          {props.title}
        </h2>
        <p class="text-mist">{props.reason}</p>
      </div>
      {props.children}
    </section>
  );
}
