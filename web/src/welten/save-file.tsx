/** Saved games of the C64: dropped on the page, or chosen, and then played on in a new game. */

import { useState } from "preact/hooks";

import { FileDrops, FilePicker } from "../components/file-drops";
import { texts, useTexts } from "../language";
import { go } from "../router";

const TEXT = texts({
  en: {
    drop: "Drop the saved game of the C64 here",
    choose: "A saved game of the C64 …",
    file: "File of a saved game",
    wrong: (name: string) =>
      `${name} is no saved game of the C64: that is a file of 5,771 bytes, as the game wrote it.`,
    dismiss: "All right",
  },
  de: {
    drop: "Spielstand vom C64 hier ablegen",
    choose: "Ein Spielstand vom C64 …",
    file: "Datei eines Spielstands",
    wrong: (name: string) =>
      `${name} ist kein Spielstand vom C64: Das ist eine Datei von 5.771 Bytes, wie das Spiel sie schrieb.`,
    dismiss: "In Ordnung",
  },
});

const SIZE = 5771;
/** The address that such a file is loaded to, as its first two bytes. */
const LOAD_ADDRESS = [0xf0, 0x4f] as const;
/** Where the completed rounds are, as two decimal digits. */
const ROUNDS = 17;

export interface SavedFile {
  readonly name: string;
  /** Completed rounds. */
  readonly rounds: number;
  /** What takes the place of a scenario. */
  readonly scenario: string;
}

let last: SavedFile | null = null;

/** The saved game that was opened last in this tab. */
export function pickedSave(): SavedFile | null {
  return last;
}

export function forgetSave(): void {
  last = null;
}

/** Reads a saved game; null if the file is none. The server checks the rest. */
export function savedFileOf(name: string, bytes: Uint8Array): SavedFile | null {
  if (bytes.length !== SIZE || LOAD_ADDRESS.some((byte, at) => bytes[at] !== byte)) return null;
  const digits = bytes[ROUNDS]!;
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return { name, rounds: 10 * (digits >> 4) + (digits & 15), scenario: `c64-save:${btoa(text)}` };
}

interface SaveFilesProps {
  /** Whether there is a button, too. */
  readonly button?: boolean;
  /** Takes a saved game; without it, the form for a new game does. */
  readonly onSave?: (save: SavedFile) => void;
}

/** Accepts saved games that are dropped anywhere on the page. A file that is none is named. */
export function SaveFiles({ button = false, onSave = () => go("/welten?new") }: SaveFilesProps) {
  const text = useTexts(TEXT);
  const [wrong, setWrong] = useState<string | null>(null);
  const read = async (file: File) => {
    const found = file.size === SIZE ? savedFileOf(file.name, new Uint8Array(await file.arrayBuffer())) : null;
    setWrong(found ? null : file.name);
    if (!found) return;
    last = found;
    onSave(found);
  };
  const open = (file: File) => void read(file);
  return (
    <>
      <FileDrops label={text.drop} onFile={open} />
      {button && <FilePicker label={text.choose} name={text.file} class="btn" onFile={open} />}
      <div class="notices" role="alert">
        {wrong !== null && (
          <div class="notice">
            <p>{text.wrong(wrong)}</p>
            <button class="btn" type="button" onClick={() => setWrong(null)}>
              {text.dismiss}
            </button>
          </div>
        )}
      </div>
    </>
  );
}
