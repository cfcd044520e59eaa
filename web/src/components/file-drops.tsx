/** Files of the user: dropped on the page, or chosen with a button. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface FileDropsProps {
  /** What covers the page while a file is dragged over it. */
  readonly label: string;
  onFile(file: File): void;
}

/** Accepts files that are dropped anywhere on the page, and covers the page while one is dragged over it. */
export function FileDrops({ label, onFile }: FileDropsProps) {
  const [dragging, setDragging] = useState(false);
  useLayoutEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    };
    addEventListener("dragover", onDragOver, options);
    addEventListener("dragleave", onDragLeave, options);
    addEventListener("drop", onDrop, options);
    return () => stop.abort();
  }, []);
  return dragging ? <p class="drop-target">{label}</p> : null;
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

interface FilePickerProps {
  readonly label: string;
  /** The accessible name of the field for the file. */
  readonly name: string;
  readonly class: string;
  /** The suffixes of files that are offered; all by default. */
  readonly accept?: string;
  onFile(file: File): void;
}

/** A button that lets the user choose a file. */
export function FilePicker(props: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button class={props.class} type="button" onClick={() => input.current?.click()}>
        {props.label}
      </button>
      <input
        ref={input}
        type="file"
        accept={props.accept}
        hidden
        aria-label={props.name}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) props.onFile(file);
        }}
      />
    </>
  );
}
