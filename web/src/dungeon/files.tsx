/** The statistics of a finished map, and the files that it can be saved as. */

import type { ComponentChildren } from "preact";

import { formatNumber, texts, useTexts } from "../language";
import type { Count, FileKind, Plan } from "../protocol";
import { command, type DungeonSpec, type View } from "./address";
import * as api from "./api";
import { sentence } from "./option-texts";
import { countLabel, countMeaning, fileMeaning, filePurpose } from "./texts";

const TEXT = texts({
  en: {
    statistics: "Statistics",
    none: "none",
    files: "Take it with you",
    forPlayers: "For players: every file is that of a map on which the secrets never were.",
    forKeepers: "For keepers: every file holds all secrets. Choose Player above the map for files to hand out.",
    save: "Save",
    saveAs: (extension: string, meaning: string) => `Save as ${extension}: ${meaning}`,
    command: "The same bytes from the command line: ",
  },
  de: {
    statistics: "Zahlen",
    none: "keiner",
    files: "Zum Mitnehmen",
    forPlayers: "Für Spieler: Jede Datei zeigt eine Karte, auf der es die Geheimnisse nie gab.",
    forKeepers:
      "Für die Spielleitung: Jede Datei enthält alle Geheimnisse. Wähle über der Karte „Spieler“ für Dateien zum Austeilen.",
    save: "Speichern",
    saveAs: (extension: string, meaning: string) => `Als ${extension} speichern: ${meaning}`,
    command: "Dieselben Bytes auf der Kommandozeile: ",
  },
});

interface FactsProps {
  readonly files: readonly FileKind[];
  readonly spec: DungeonSpec;
  readonly view: View;
  readonly plan: Plan;
}

export function Facts({ files, spec, view, plan }: FactsProps) {
  const text = useTexts(TEXT);
  return (
    <div class="grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_1fr]">
      <Section id="statistics" title={text.statistics}>
        <Statistics counts={plan.counts} />
      </Section>
      <Section id="files" title={text.files}>
        <p class="text-mist">{view === "player" ? text.forPlayers : text.forKeepers}</p>
        <ul class="rows">
          {files
            .filter(({ side }) => side === null || (plan.width === side && plan.height === side))
            .map((kind) => (
              <Download key={kind.name} kind={kind} spec={spec} view={view} />
            ))}
        </ul>
        <p class="text-mist text-sm">
          {text.command}
          <code class="command" translate={false}>
            {command(spec, view, "png")}
          </code>
        </p>
      </Section>
    </div>
  );
}

function Section(props: { readonly id: string; readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="grid content-start gap-4" aria-labelledby={props.id}>
      <h2 id={props.id} class="pixel pixel-2">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

function Statistics({ counts }: { readonly counts: readonly Count[] }) {
  const text = useTexts(TEXT);
  return (
    <dl class="counts">
      {counts.map((count) => (
        <div key={count.name} class="flex items-baseline gap-4 py-2" data-count={count.name}>
          <dt class="min-w-0 flex-1">
            {countLabel(count)}
            {countMeaning(count) && <span class="block text-mist text-sm">{countMeaning(count)}</span>}
          </dt>
          {/* Only the way between the stairs can be missing. */}
          <dd class="pixel pixel-2">
            {count.value < 0 ? text.none : formatNumber(count.value, { useGrouping: "min2" })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface DownloadProps extends Omit<FactsProps, "files" | "plan"> {
  readonly kind: FileKind;
}

function Download({ kind, spec, view }: DownloadProps) {
  const text = useTexts(TEXT);
  const { extension } = kind;
  return (
    <li class="flex items-center gap-4 py-2" data-file={kind.name}>
      <span class="pixel w-20 flex-none" translate={false}>
        {extension}
      </span>
      <div class="min-w-0 flex-1">
        <p>{sentence(fileMeaning(kind))}</p>
        <p class="text-mist text-sm">{filePurpose(kind)}</p>
      </div>
      <a
        class="btn flex-none"
        href={api.file(spec, extension, view)}
        download
        aria-label={text.saveAs(extension, fileMeaning(kind))}
      >
        {text.save}
      </a>
    </li>
  );
}
