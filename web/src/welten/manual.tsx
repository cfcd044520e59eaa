/** The chapters of the manual, with pictures of the tiles and the numbers of the units. */

import "./manual.css";

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

import { useFetched } from "../fetched";
import { useLanguage, useTexts } from "../language";
import type { ScenarioWhole, UnitTypeShown } from "../protocol";
import { FIRST_UNIT_CODE, type Side } from "./board";
import { MANUAL, type Row } from "./manual-text";
import { TileImage } from "./tile-image";

/** A pixel of a tile in the text, in pixels of the screen. */
const SCALE = 4;
/** How many of eight faces of the die add 0, 1, 2, 3 and 4. */
const EIGHTHS = [1, 2, 2, 2, 1];

type Words = (typeof MANUAL)["en"];

/** All chapters, and a list of them to jump by. Until the server has answered, the numbers of the units are missing. */
export function Manual() {
  const words = useTexts(MANUAL);
  const land = useFetched<ScenarioWhole>("/api/scenarios/default");
  const sections = useRef<HTMLDivElement>(null);
  const chapters: readonly (readonly [id: string, title: string, inside: ComponentChildren])[] = [
    ["about", words.about.title, <About key="about" words={words} />],
    ["round", words.round.title, <Round key="round" words={words} />],
    ["units", words.units.title, <Units key="units" words={words} land={land} />],
    ["terrain", words.terrain.title, <Pictured key="terrain" text={words.terrain.text} rows={words.terrain.rows} />],
    ["attack", words.attack.title, <Attack key="attack" words={words} />],
    ["structures", words.structures.title, <Structures key="structures" words={words} />],
    ["gates", words.gates.title, <Pictured key="gates" text={words.gates.text} rows={words.gates.rows} />],
    ["end", words.end.title, <Ending key="end" words={words} />],
    ["rules", words.rules.title, <Table key="rules" caption={words.rules.title} {...words.rules} />],
    ["controls", words.controls.title, <Table key="controls" caption={words.controls.title} {...words.controls} />],
  ];
  const jump = (id: string) => {
    const heading = sections.current?.querySelector<HTMLElement>(`#manual-${id}`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  return (
    <div class="manual">
      <nav class="manual-contents" aria-label={words.contents}>
        {chapters.map(([id, title]) => (
          <button key={id} class="manual-jump" type="button" onClick={() => jump(id)}>
            {title}
          </button>
        ))}
      </nav>
      <div ref={sections} class="grid min-w-0 gap-12">
        {chapters.map(([id, title, inside]) => (
          <section key={id} class="grid gap-4" aria-labelledby={`manual-${id}`}>
            <h2 class="pixel pixel-2" id={`manual-${id}`} tabIndex={-1}>
              {title}
            </h2>
            {inside}
          </section>
        ))}
      </div>
    </div>
  );
}

function Paragraphs({ text }: { readonly text: readonly string[] }) {
  return (
    <div class="grid max-w-prose gap-3">
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function About({ words }: { readonly words: Words }) {
  return (
    <>
      <Paragraphs text={words.about.text} />
      <img
        class="block h-auto w-full max-w-[640px] bg-c-green [image-rendering:auto]"
        src="/api/scenarios/default.png?scale=1"
        width={640}
        height={320}
        alt={words.about.picture}
      />
    </>
  );
}

function Round({ words }: { readonly words: Words }) {
  return (
    <>
      <Paragraphs text={[words.round.text]} />
      <ol class="manual-round">
        {words.round.states.map(([number, side, does, more]) => (
          <li key={number} class={`manual-state manual-${side === "Eldoin" ? "eldoin" : "dailor"}`}>
            <span class="pixel pixel-2" aria-hidden="true">
              {number}
            </span>
            <span class="font-semibold">{`${side} ${does}`}</span>
            <span class="text-mist text-sm">{more}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface UnitsProps {
  readonly words: Words;
  /** The land whose units are counted: undefined while it is fetched, null if it cannot be had. */
  readonly land: ScenarioWhole | null | undefined;
}

function Units({ words, land }: UnitsProps) {
  return (
    <>
      <Paragraphs text={[words.units.text]} />
      {land ? (
        (["eldoin", "dailor"] as const).map((side) => <Army key={side} words={words} land={land} side={side} />)
      ) : (
        <p class="text-mist" role="status">
          {land === null ? words.absent : words.looking}
        </p>
      )}
    </>
  );
}

function Army({ words, land, side }: { readonly words: Words; readonly land: ScenarioWhole; readonly side: Side }) {
  const { head, caption } = words.units;
  const columns = [head.count, "R", "B", "A", "V", head.river, head.forest, head.swamp];
  const count = (type: number) => land.placements.filter(([placed]) => placed === type).length;
  return (
    <table class="manual-units">
      <caption class="pixel">{caption[side]}</caption>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {head.unit}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {land.unitTypes.map(
          (kind, type) =>
            kind.side === side && (
              <UnitRow key={kind.english} words={words} kind={kind} type={type} count={count(type)} columns={columns} />
            ),
        )}
      </tbody>
    </table>
  );
}

interface UnitRowProps {
  readonly words: Words;
  readonly kind: UnitTypeShown;
  readonly type: number;
  readonly count: number;
  readonly columns: readonly string[];
}

function UnitRow({ words, kind, type, count, columns }: UnitRowProps) {
  const language = useLanguage();
  const costs = [kind.river, kind.forest, kind.swamp].map((cost) => cost ?? "–");
  const cells = [count, kind.r, kind.b, kind.a, kind.v, ...costs];
  return (
    <tr>
      <td class="manual-face">
        <TileImage code={FIRST_UNIT_CODE + type} scale={SCALE} />
      </td>
      <th scope="row">
        {language === "de" ? kind.german : kind.english}
        <span class="block font-normal text-c-cyan text-sm empty:hidden">{abilities(words, kind)}</span>
      </th>
      {cells.map((cell, at) => (
        <td key={columns[at]} class="pixel" data-label={columns[at]}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

function abilities(words: Words, kind: UnitTypeShown): string {
  const { gifts } = words.units;
  return [
    kind.flies && gifts.flies,
    kind.sails && gifts.sails,
    kind.mustLive && gifts.mustLive,
    kind.breaksWalls ? gifts.walls : kind.breaksGates && gifts.gates,
  ]
    .filter(Boolean)
    .join(", ");
}

function Attack({ words }: { readonly words: Words }) {
  return (
    <>
      <Paragraphs text={words.attack.text} />
      <div>
        <p class="mb-2 text-mist">{words.attack.odds}</p>
        <ul class="grid gap-1">
          {EIGHTHS.map((eighths, modifier) => (
            <li key={words.attack.adds(modifier, eighths)} class="flex items-center gap-3">
              <span class="pixel w-40">{words.attack.adds(modifier, eighths)}</span>
              <span class="manual-bar" data-eighths={eighths} aria-hidden="true" />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Structures({ words }: { readonly words: Words }) {
  const rows = words.structures.rows.map(({ types, text }) => ({
    codes: types.map((type) => FIRST_UNIT_CODE + type),
    name: "",
    text,
  }));
  return <Pictured text={words.structures.text} rows={rows} />;
}

function Ending({ words }: { readonly words: Words }) {
  return (
    <>
      <ul class="rows max-w-prose">
        {words.end.rows.map(([side, how]) => (
          <li key={how} class="py-2">
            <strong class="text-c-yellow">{side}</strong> {how}
          </li>
        ))}
      </ul>
      <Paragraphs text={[words.end.more]} />
    </>
  );
}

/** Tiles with what there is to say about them. */
function Pictured({ text, rows }: { readonly text: string; readonly rows: readonly Row[] }) {
  return (
    <>
      <Paragraphs text={[text]} />
      <ul class="rows">
        {rows.map((row) => (
          <li key={row.text} class="flex items-center gap-4 py-2">
            <span class="flex w-[112px] flex-none gap-2">
              {row.codes.map((code) => (
                <TileImage key={code} code={code} scale={SCALE} />
              ))}
            </span>
            <span>
              {row.name && <strong>{`${row.name} `}</strong>}
              {row.text}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table whose first column names the rows; on a phone a row becomes a little list. */
function Table({ caption, head, rows }: TableProps) {
  return (
    <table class="manual-table">
      <caption class="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((title) =>
            title ? (
              <th key={title} scope="col">
                {title}
              </th>
            ) : (
              <td key="empty" />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} data-label={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
