/** The latest events of a replay, each a button that leads to its turn. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { useTexts } from "../language";
import type { Marker } from "./game";
import { latestMarkers } from "./markers";
import { REPLAY_TEXT } from "./texts";

/** Events that are listed. */
const MAX_EVENTS = 8;

interface EventListProps {
  readonly markers: readonly Marker[];
  readonly frame: number;
  readonly goTo: (frame: number) => void;
}

export function EventList({ markers, frame, goTo }: EventListProps) {
  const text = useTexts(REPLAY_TEXT);
  const list = useRef<HTMLOListElement>(null);
  useKeptFocus(list);
  const shown = latestMarkers(markers, frame, MAX_EVENTS);
  return (
    <section class="grid gap-1" aria-labelledby="events">
      <h2 id="events" class="pixel">
        {text.events}
      </h2>
      <ol ref={list} class="rows" aria-label={text.events} tabIndex={-1}>
        {shown.length === 0 && <li class="py-1 text-mist text-sm">{text.noEvents}</li>}
        {shown.map((marker) => (
          <li key={markers.indexOf(marker)}>
            <button class="event" type="button" onClick={() => goTo(marker.frame)}>
              <span class="pixel w-12 flex-none text-right text-mist tabular-nums">{marker.turn}</span>
              <span class="min-w-0">{marker.text()}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Keeps the focus in a list: when the element that had it is no longer listed, the list itself gets it. */
function useKeptFocus(list: { readonly current: HTMLElement | null }): void {
  const hadFocus = list.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && !list.current?.contains(document.activeElement)) list.current?.focus({ preventScroll: true });
  });
}
