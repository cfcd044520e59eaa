/** The lists of the home page: games that are being played, finished ones, the best players. */

import type { ComponentChildren } from "preact";

import * as api from "../api";
import { PolledList } from "../components/polled-list";
import { RoomRow } from "../components/room-row";
import { formatNumber, useTexts } from "../language";
import type { Ranked } from "../protocol";
import { ReplayRow } from "../replay/replay-row";
import { HOME_TEXT } from "./texts";

const MAX_ROOMS = 5;
const MAX_REPLAYS = 5;
const MAX_RANKS = 8;

export function LiveGames() {
  const text = useTexts(HOME_TEXT).live;
  return (
    <Column title={text.title}>
      <PolledList
        fetch={fetchLiveGames}
        seconds={5}
        keyOf={(room) => room.roomId}
        row={(room) => <RoomRow room={room} />}
        empty={text.empty}
        failed={text.failed}
      />
    </Column>
  );
}

/** The newest first: games that wait for days for their players do not hide those that are being played. */
async function fetchLiveGames(): Promise<readonly api.RoomCard[] | null> {
  const playing = (await api.rooms())?.filter((room) => room.state === "playing");
  return playing?.slice(-MAX_ROOMS).reverse() ?? null;
}

export function LatestReplays() {
  const text = useTexts(HOME_TEXT).replays;
  return (
    <Column title={text.title}>
      <PolledList
        fetch={fetchLatestReplays}
        seconds={20}
        keyOf={(card) => card.id}
        row={(card) => <ReplayRow card={card} />}
        empty={text.empty}
        failed={text.failed}
      />
      <a class="btn btn-quiet" href="/replays">
        {text.all}
      </a>
    </Column>
  );
}

async function fetchLatestReplays() {
  const answer = await api.replays(MAX_REPLAYS);
  return answer.ok ? answer.value : null;
}

export function LadderTop() {
  const text = useTexts(HOME_TEXT).ladder;
  return (
    <Column title={text.title}>
      <PolledList
        fetch={async () => (await api.ladder())?.slice(0, MAX_RANKS) ?? null}
        seconds={30}
        keyOf={(entry) => entry.name}
        row={(entry) => <LadderRow entry={entry} />}
        empty={text.empty}
        failed={text.failed}
      />
      <p class="text-mist text-sm">
        {text.about}{" "}
        <a class="underline" href="/arena">
          {text.all}
        </a>
      </p>
    </Column>
  );
}

function LadderRow({ entry }: { readonly entry: Ranked }) {
  const text = useTexts(HOME_TEXT).ladder;
  return (
    <div class="flex items-baseline gap-4 py-2 tabular-nums">
      <span class="pixel w-8 text-mist">{entry.rank}</span>
      <span class="min-w-0 flex-1 truncate font-semibold" translate={false}>
        {entry.name}
      </span>
      <span class="pixel">{formatNumber(entry.sure)}</span>
      <span class="text-mist text-sm">{text.games(entry.games)}</span>
    </div>
  );
}

function Column({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h2 class="pixel pixel-2 mb-2">{title}</h2>
      {children}
    </section>
  );
}
