/** A tile of the land or a unit as a small picture. Screen readers pass over it. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { tileImage } from "./sprites";

export function TileImage({ code, scale }: { readonly code: number; readonly scale: number }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(tileImage([code], scale)), [code, scale]);
  return <span ref={place} class="contents" />;
}
