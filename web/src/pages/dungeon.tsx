/** The page of a dungeon: digging, walking, downloads, and a Fog of War room on its map. */

import "./dungeon.css";

import { useEffect, useState } from "preact/hooks";

import type { Answer, Failed } from "../api";
import { Actions } from "../dungeon/actions";
import { misspeltOptions, randomSeed, requestOf, viewOptionsOf } from "../dungeon/address";
import * as api from "../dungeon/api";
import { Facts } from "../dungeon/files";
import { DigForm } from "../dungeon/form";
import { MapPanel } from "../dungeon/map-panel";
import { FailureText } from "../dungeon/problems";
import { DungeonSession } from "../dungeon/session";
import { texts, useTexts } from "../language";
import type { DungeonChoices } from "../protocol";
import { type PageProps, pushAddress, replaceAddress, usePageTitle } from "../router";
import { useStore } from "../store";

const TEXT = texts({
  en: {
    dungeons: "Dungeons",
    opening: "Opening the dungeon",
    again: "Try again",
    title: (seed: string) => `Dungeon ${seed}`,
    invalid: "No such dungeon",
    introduction: "Every seed is a map of rooms, corridors and secret doors, the same on every machine.",
  },
  de: {
    dungeons: "Verliese",
    opening: "Das Verlies wird geöffnet",
    again: "Nochmals versuchen",
    title: (seed: string) => `Verlies ${seed}`,
    invalid: "Dieses Verlies gibt es nicht",
    introduction: "Jeder Seed ist eine Karte aus Räumen, Gängen und Geheimtüren, auf jedem Rechner dieselbe.",
  },
});

export default function DungeonPage({ params, query }: PageProps) {
  const [answer, setAnswer] = useState<Answer<DungeonChoices> | null>(null);
  useEffect(() => {
    if (!answer) void api.choices().then(setAnswer);
  }, [answer]);
  if (!answer) return <Opening />;
  if (!answer.ok) return <Unavailable failed={answer} retry={() => setAnswer(null)} />;
  return <OpenDungeon choices={answer.value} params={params} query={query} />;
}

function Opening() {
  const text = useTexts(TEXT);
  usePageTitle(text.dungeons);
  return (
    <p class="pixel pixel-2 blink m-auto p-8" role="status">
      {text.opening}
    </p>
  );
}

/** The server does not tell which dungeons there can be. */
function Unavailable({ failed, retry }: { readonly failed: Failed; readonly retry: () => void }) {
  const text = useTexts(TEXT);
  usePageTitle(text.dungeons);
  return (
    <section class="mx-auto grid max-w-xl gap-6 px-5 py-24">
      <h1 class="pixel pixel-3">{text.dungeons}</h1>
      <p role="alert">
        <FailureText failed={failed} />
      </p>
      <p>
        <button class="btn btn-main" type="button" onClick={retry}>
          {text.again}
        </button>
      </p>
    </section>
  );
}

interface OpenDungeonProps extends PageProps {
  readonly choices: DungeonChoices;
}

function OpenDungeon({ choices, params, query }: OpenDungeonProps) {
  const text = useTexts(TEXT);
  const [session] = useState(() => {
    const seed = params[0] ?? randomSeed(choices.profiles[0]!, Math.random());
    return new DungeonSession(choices, requestOf(seed, query, choices), viewOptionsOf(query), setAddress);
  });
  const [misspelt] = useState(() => misspeltOptions(query, choices));
  useEffect(() => {
    const keepWalk = () => session.keepWalk();
    addEventListener("pagehide", keepWalk);
    session.open();
    return () => {
      removeEventListener("pagehide", keepWalk);
      session.close();
    };
  }, []);
  const state = useStore(session);
  const { spec, viewOptions, plan, progress, problems } = state;
  const invalid = !spec && Object.keys(problems).length > 0;
  const heading = invalid ? text.invalid : text.title(spec?.seed ?? state.draft.seed);
  usePageTitle(heading);
  return (
    <div class="mx-auto grid w-full max-w-7xl gap-12 px-4 py-6 sm:px-8">
      <div class="dungeon">
        <div class="dungeon-head">
          <h1 class="pixel pixel-3 min-w-0 break-words">{heading}</h1>
          <p class="max-w-3xl text-mist max-sm:text-sm">{text.introduction}</p>
        </div>
        <DigForm session={session} state={state} misspelt={misspelt} />
        <MapPanel session={session} state={state} />
        <div class="dungeon-actions grid content-start gap-6">
          {spec && <Actions spec={spec} viewOptions={viewOptions} plan={plan} largestBoard={choices.largestBoard} />}
        </div>
      </div>
      {spec && plan && progress?.done && !viewOptions.walk && (
        <Facts files={choices.files} spec={spec} view={viewOptions.view} plan={plan} />
      )}
    </div>
  );
}

function setAddress(address: string, push: boolean): void {
  if (location.pathname + location.search === address) return;
  if (push) pushAddress(address);
  else replaceAddress(address);
}
