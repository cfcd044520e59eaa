/** The canvas of a demo. */

import { useEffect, useRef } from "preact/hooks";

import { type Demo, playInView } from "./demo";

interface DemoCanvasProps {
  /** Loads the demo; null if it cannot be shown. */
  readonly load: (canvas: HTMLCanvasElement) => Promise<Demo | null>;
  readonly class: string;
  /** A description of the picture; one without it is only decoration. */
  readonly label?: string;
}

export function DemoCanvas({ load, label, ...props }: DemoCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let open = true;
    let stop = () => {};
    void load(canvas.current!).then((demo) => {
      if (!demo) return;
      if (open) stop = playInView(canvas.current!, demo);
      else demo.close?.();
    });
    return () => {
      open = false;
      stop();
    };
  }, []);
  const role = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return <canvas ref={canvas} class={props.class} {...role} />;
}
