/** Boxes that scroll sideways; the keyboard reaches only those whose content is too wide. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** A box around something wide. It is no landmark: a page of documentation has dozens of them. */
export function ScrollBox(props: {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const reachable = wide ? { tabIndex: 0, role: "group" as const, "aria-label": props.label } : {};
  return (
    <div ref={box} class={`scrolling ${props.class ?? ""}`} {...reachable}>
      {props.children}
    </div>
  );
}
