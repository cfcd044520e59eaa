/** The built-in bots, and how to bring another one. */

import { CodeBlock } from "../components/code-block";
import type { Fetched } from "../fetched";
import { DEFAULT_OPTIONS } from "../fog/default-options";
import { roomName } from "../identity";
import { language, useTexts } from "../language";
import type { BotShown } from "../protocol";
import { saveFogAction } from "../room/pending-action";
import { go } from "../router";
import { GAME_TITLES, GERMAN_BOTS, TEXT } from "./texts";

export function BotCards({ bots }: { readonly bots: Fetched<readonly BotShown[]> }) {
  const text = useTexts(TEXT);
  return (
    <div class="grid gap-6">
      <p class="max-w-prose text-mist">{bots === null ? text.failed : text.aboutBots}</p>
      <ul class="grid gap-6 sm:grid-cols-2">
        {bots?.map((bot) => (
          <li key={bot.name} class="panel flex flex-col gap-3 p-5">
            <BotCard {...bot} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function BotCard({ game, name, about }: BotShown) {
  const text = useTexts(TEXT);
  const german = language() === "de" ? GERMAN_BOTS[name] : undefined;
  const play = () => {
    const room = roomName();
    saveFogAction(room, { options: DEFAULT_OPTIONS, bots: [name] });
    go(`/fog/${room}`);
  };
  return (
    <>
      <div class="flex flex-wrap items-center justify-between gap-2">
        <h3 class="pixel" translate={false}>
          {name}
        </h3>
        <span class="chip">{GAME_TITLES[game]}</span>
      </div>
      <p class="flex-1 text-mist" lang={german ? "de" : "en"}>
        {german ?? about}
      </p>
      <p>
        {game === "fog" ? (
          <button class="btn" type="button" onClick={play}>
            {text.playNow(name)}
          </button>
        ) : (
          <a class="btn" href="/welten?new">
            {text.meet(name)}
          </a>
        )}
      </p>
    </>
  );
}

/** The steps to bring another bot. */
export function BringYourOwn() {
  const text = useTexts(TEXT);
  const steps = [
    [text.tryIt, text.tryItText, "duskfall arena match --game fog --bots ./mybot.py,settler --watch"],
    [text.measureIt, text.measureItText, "duskfall arena compare ./mybot.py settler --game fog"],
    [text.sendIt, text.sendItText, `duskfall bot play ./mybot.py --server ${location.origin} --room my-room`],
  ] as const;
  return (
    <div class="grid gap-6">
      <ol class="grid gap-6 lg:grid-cols-3">
        {steps.map(([title, about, code], place) => (
          <li key={code} class="flex flex-col gap-3">
            <h3 class="pixel">{`${place + 1}. ${title}`}</h3>
            <p class="flex-1 text-mist">{about}</p>
            <CodeBlock text={code} wrapped />
          </li>
        ))}
      </ol>
      <p class="flex flex-wrap gap-4">
        <a class="btn" href="/docs/bots">
          {text.howToWrite}
        </a>
        <a class="btn" href="/docs/arena">
          {text.howCounted}
        </a>
      </p>
    </div>
  );
}
