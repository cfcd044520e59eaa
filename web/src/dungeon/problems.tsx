/** What is wrong with a dungeon that was asked for, and why the server does not answer. */

import type { Failed } from "../api";
import { localize, type Texts, texts, useLanguage, useTexts } from "../language";
import type { Choosable, Profile } from "../protocol";
import type { FieldProblem, Misspelt, Problems } from "./address";
import { optionLabel, sentence } from "./option-texts";
import { isFinal } from "./state";

const TEXT = texts({
  en: {
    noProfile: (name: string, known: string) => `There is no profile “${name}”. There are ${known}.`,
    misspelt: (name: string, meant: string) => `There is no option “${name}”. Did you mean “${meant}”?`,
    seedSpelling: "A seed is a whole number of up to 20 digits, for example 2556.",
    seedRange: ({ name, firstSeed, lastSeed }: Profile) =>
      `The profile ${name} has the seeds from ${firstSeed} to ${lastSeed}.`,
    range: ({ name, whole, least, most }: Choosable) =>
      `${optionLabel(name)}: ${whole ? "a whole number" : "a share"} from ${least} to ${most}.`,
    rooms: (least: number, most: number) =>
      `Rooms from ${least} to ${most}: the least is larger than the greatest. Swap them.`,
    noOptions: (profile: string, instead: string) =>
      `The profile ${profile} makes the original's maps only. Choose ${instead} for options.`,
    and: (first: string, last: string) => `${first} and ${last}`,
  },
  de: {
    noProfile: (name: string, known: string) => `Ein Profil „${name}“ gibt es nicht. Es gibt ${known}.`,
    misspelt: (name: string, meant: string) => `Eine Einstellung „${name}“ gibt es nicht. Ist „${meant}“ gemeint?`,
    seedSpelling: "Ein Seed ist eine ganze Zahl mit bis zu 20 Ziffern, zum Beispiel 2556.",
    seedRange: ({ name, firstSeed, lastSeed }: Profile) =>
      `Das Profil ${name} hat die Seeds von ${firstSeed} bis ${lastSeed}.`,
    range: ({ name, whole, least, most }: Choosable) =>
      `${optionLabel(name)}: ${whole ? "eine ganze Zahl" : "ein Anteil"} von ${least} bis ${most}.`,
    rooms: (least: number, most: number) =>
      `Räume ab ${least} bis ${most}: Das Kleinste ist größer als das Größte. Vertausche sie.`,
    noOptions: (profile: string, instead: string) =>
      `Das Profil ${profile} erzeugt nur die Karten des Originals. Für Einstellungen wähle ${instead}.`,
    and: (first: string, last: string) => `${first} und ${last}`,
  },
});

/** Sentences for codes of the server; of other codes its own words are shown, and said to be its own. */
const FAILURES: Readonly<Record<string, Texts<string>>> = {
  NO_ANSWER: { en: "The server does not answer just now.", de: "Der Server antwortet gerade nicht." },
  TOO_FAST: { en: "That was too fast. Wait a moment.", de: "Das ging zu schnell. Warte einen Augenblick." },
};

const SERVER = texts({
  en: { impossible: "", says: "" },
  de: { impossible: "So lässt sich kein Verlies graben. ", says: "Der Server meldet: " },
});

/** A problem in a sentence; one that the server has found is shown by `FailureText`. */
export function problemText(problem: Exclude<FieldProblem, { kind: "refused" }>): string {
  const text = localize(TEXT);
  switch (problem.kind) {
    case "no such profile":
      return text.noProfile(problem.name, listed(problem.known));
    case "seed is no number":
      return text.seedSpelling;
    case "seed out of range":
      return text.seedRange(problem.profile);
    case "option out of range":
      return text.range(problem.option);
    case "rooms swapped":
      return text.rooms(problem.least, problem.most);
    case "no options":
      return text.noOptions(problem.profile, problem.instead);
  }
}

function listed(names: readonly string[]): string {
  return localize(TEXT).and(names.slice(0, -1).join(", "), names.at(-1) ?? "");
}

/** The list of all problems, announced when it changes. */
export function ProblemList({ id, problems }: { readonly id: string; readonly problems: Problems }) {
  useLanguage();
  return (
    <ul class="grid gap-1 text-c-rose empty:hidden" role="alert" id={id}>
      {Object.entries(problems).map(([field, problem]) => (
        <li key={field}>
          {problem.kind === "refused" ? <FailureText failed={problem.failed} /> : problemText(problem)}
        </li>
      ))}
    </ul>
  );
}

/** Names in the address that are no options; the dungeon is shown without them. */
export function MisspeltNote({ misspelt }: { readonly misspelt: readonly Misspelt[] }) {
  const text = useTexts(TEXT);
  if (misspelt.length === 0) return null;
  return (
    <p class="text-c-yellow" role="status">
      {misspelt.map(({ name, meant }) => text.misspelt(name, meant)).join(" ")}
    </p>
  );
}

/** Why the server does not give what was asked for. */
export function FailureText({ failed }: { readonly failed: Failed }) {
  const text = useTexts(SERVER);
  const known = FAILURES[failed.code];
  if (known) return <>{localize(known)}</>;
  return (
    <>
      {isFinal(failed) && text.impossible}
      {text.says}
      <span lang="en">{sentence(failed.message)}.</span>
    </>
  );
}
