/** The home page: the three worlds, a game in one click, and what others play. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { LevelStack } from "../fog/level-stack";
import { LEVEL_TEXT } from "../fog/level-texts";
import { useLevel } from "../fog/use-level";
import { DemoCanvas } from "../home/demo-canvas";
import { loadDungeonDemo } from "../home/dungeon-demo";
import { loadFogDemo } from "../home/fog-demo";
import { LadderTop, LatestReplays, LiveGames } from "../home/lists";
import { HOME_TEXT } from "../home/texts";
import { loadWeltenDemo } from "../home/welten-demo";
import { roomName } from "../identity";
import { useTexts } from "../language";
import { go, usePageTitle } from "../router";

export default function HomePage() {
  usePageTitle(useTexts(HOME_TEXT).title);
  return (
    <>
      <Hero />
      <div class="mx-auto grid w-full max-w-6xl gap-8 px-5 py-12 sm:px-8 md:grid-cols-2">
        <WeltenCard />
        <DungeonCard />
      </div>
      <div class="mx-auto grid w-full max-w-6xl gap-10 px-5 pb-20 sm:px-8 lg:grid-cols-3">
        <LiveGames />
        <LatestReplays />
        <LadderTop />
      </div>
    </>
  );
}

/** The welcome, with a recorded game of Fog of War behind it. */
function Hero() {
  const text = useTexts(HOME_TEXT);
  const [turn, setTurn] = useState<number | null>(null);
  return (
    <section class="relative isolate overflow-hidden border-dusk border-b-2" aria-labelledby="welcome">
      <DemoCanvas class="absolute inset-0 h-full w-full" load={(canvas) => loadFogDemo(canvas, setTurn)} />
      <div class="hero-shade absolute inset-0" />
      <div class="relative mx-auto grid max-w-6xl gap-6 px-5 py-14 sm:px-8 sm:py-24">
        <h1 id="welcome" class="pixel pixel-3 sm:pixel-4 max-w-xl">
          {text.headline}
        </h1>
        <p class="max-w-md text-lg text-paper">{text.intro}</p>
        <div class="flex flex-wrap items-center gap-4">
          <p class="pixel pixel-2 basis-full text-c-yellow" id="quick-game">
            Fog of War
          </p>
          <button
            class="btn btn-main btn-big"
            type="button"
            id="play-now"
            aria-describedby="quick-game opponent"
            onClick={() => go(`/fog/${roomName()}?quick`)}
          >
            {text.playNow}
          </button>
          <a class="btn" href="/fog">
            {text.withFriends}
          </a>
        </div>
        <div class="grid gap-1 text-mist text-sm">
          <Opponent />
          <p>{text.noAccount}</p>
        </div>
        <p class="flex items-center gap-3 text-mist text-sm">
          <span class="chip">{text.recorded}</span>
          <span class="pixel text-mist tabular-nums">{turn !== null && text.turn(turn)}</span>
        </p>
      </div>
    </section>
  );
}

/** The level that *Play now* begins with. */
function Opponent() {
  const text = useTexts(HOME_TEXT);
  const about = useTexts(LEVEL_TEXT);
  const [level] = useLevel();
  return (
    <p class="max-w-lg">
      <LevelStack
        id="opponent"
        level={level}
        text={(each) => (
          <>
            {text.opponent}{" "}
            <strong class="text-paper" translate={false}>
              {each}
            </strong>
            . {about[each]} {text.levelRule}{" "}
            <a class="underline" href="/fog">
              {text.otherOpponent}
            </a>
          </>
        )}
      />
    </p>
  );
}

function WeltenCard() {
  const text = useTexts(HOME_TEXT).welten;
  return (
    <WorldCard
      title="Weltendämmerung"
      tag={text.tag}
      text={text.text}
      picture={<DemoCanvas class="block h-56 w-full" label={text.picture} load={loadWeltenDemo} />}
      href="/welten"
      action={text.play}
    />
  );
}

function DungeonCard() {
  const text = useTexts(HOME_TEXT).dungeons;
  const [phase, setPhase] = useState<number | null>(null);
  return (
    <WorldCard
      title={text.title}
      tag={text.tag}
      text={text.text}
      picture={
        <div class="relative">
          <DemoCanvas
            class="block h-56 w-full bg-black"
            label={text.picture}
            load={(canvas) => loadDungeonDemo(canvas, setPhase)}
          />
          <p class="pixel absolute bottom-0 left-0 bg-ink px-3 py-1 text-mist empty:hidden">
            {phase !== null && text.phases[phase]}
          </p>
        </div>
      }
      href="/dungeon/2556"
      action={text.play}
    />
  );
}

interface WorldCardProps {
  readonly title: string;
  readonly tag: string;
  readonly text: string;
  readonly picture: ComponentChildren;
  readonly href: string;
  /** The label of the link. */
  readonly action: string;
}

function WorldCard(props: WorldCardProps) {
  return (
    <article class="panel flex flex-col">
      {props.picture}
      <div class="flex flex-1 flex-col gap-2 p-5">
        <div class="flex flex-wrap items-center justify-between gap-2">
          <h2 class="pixel min-[400px]:pixel-2">{props.title}</h2>
          <span class="chip">{props.tag}</span>
        </div>
        <p class="text-mist">{props.text}</p>
        <a class="btn mt-auto self-start" href={props.href}>
          {props.action}
        </a>
      </div>
    </article>
  );
}
