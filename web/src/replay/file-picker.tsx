/** Replay files of the user: dropped on the page, or chosen. The last one is kept as long as the tab is open. */

import * as files from "../components/file-drops";
import { texts, useTexts } from "../language";
import { go } from "../router";

const TEXT = texts({
  en: { file: "A replay file", drop: "Drop the replay here" },
  de: { file: "Eine Aufzeichnung als Datei", drop: "Aufzeichnung hier ablegen" },
});

let last: File | null = null;

/** The file that was opened last in this tab. */
export function pickedFile(): File | null {
  return last;
}

function openFile(file: File): void {
  last = file;
  go("/replays/file");
}

/** Accepts replay files that are dropped anywhere on the page. */
export function FileDrops() {
  return <files.FileDrops label={useTexts(TEXT).drop} onFile={openFile} />;
}

/** A button that lets the user choose a replay file. */
export function FilePicker(props: { readonly label: string; readonly class: string }) {
  return <files.FilePicker {...props} name={useTexts(TEXT).file} accept=".duskfall" onFile={openFile} />;
}
