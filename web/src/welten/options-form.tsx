/** The form for a new game. */

import { useEffect, useState } from "preact/hooks";

import * as api from "../api";
import { Choices } from "../components/choices";
import { roomName } from "../identity";
import { language, useTexts } from "../language";
import type { ScenarioShown } from "../protocol";
import { savePendingAction } from "../room/pending-action";
import { go } from "../router";
import { FIRST_UNIT_CODE } from "./board";
import { byLevel, isLevel } from "./levels";
import {
  CLOCKS,
  canBeRated,
  choiceText,
  durationText,
  type GameChoice,
  lastChoice,
  pendingActionOf,
  saveChoice,
  validChoice,
} from "./options";
import { TEXT } from "./options-texts";
import { forgetSave, pickedSave, type SavedFile, SaveFiles } from "./save-file";
import { saveGame } from "./saved-games";
import { scenarioDescription, scenarioName, scenarioTitle } from "./scenario-text";
import { TileImage } from "./tile-image";

/** Unit types that stand for a side: its best known. */
const SIDE_UNITS = { eldoin: [6, 3, 1, 2], dailor: [12, 8, 10, 15] } as const;

interface Available {
  readonly bots: readonly string[];
  readonly lands: readonly ScenarioShown[];
}

export function NewGameView() {
  const text = useTexts(TEXT);
  const [available, setAvailable] = useState<Available | null | undefined>(undefined);
  const load = async () => {
    setAvailable(undefined);
    const [bots, lands] = await Promise.all([api.bots("welten"), api.scenarios()]);
    setAvailable(lands?.length ? { bots: bots ?? [], lands } : null);
  };
  useEffect(() => void load(), []);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-6 px-5 py-8 sm:px-8">
      <h1 class="pixel pixel-3">{text.title}</h1>
      {available ? (
        <OptionsForm {...available} />
      ) : available === null ? (
        <div class="grid justify-items-start gap-4 py-8" role="alert">
          <p>{text.absent}</p>
          <button class="btn btn-main" type="button" onClick={() => void load()}>
            {text.again}
          </button>
        </div>
      ) : (
        <p class="py-8 text-mist" role="status">
          {text.looking}
        </p>
      )}
    </div>
  );
}

type Choose = (change: Partial<GameChoice>) => void;

function OptionsForm({ bots, lands }: Available) {
  const text = useTexts(TEXT);
  const names = lands.map(({ name }) => name);
  const [choice, setChoice] = useState(() => validChoice(lastChoice(bots, names), bots, names));
  const [save, setSave] = useState(pickedSave);
  const choose: Choose = (change) => setChoice((current) => ({ ...current, ...change }));
  return (
    <form
      class="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]"
      onSubmit={(event) => {
        event.preventDefault();
        begin(choice, save);
      }}
    >
      <div class="grid gap-7">
        <Choices
          title={text.who}
          name="against"
          chosen={choice.against}
          choose={(against) => choose({ against })}
          cards={[
            ...(bots.length > 0 ? [{ value: "bot", text: text.bot } as const] : []),
            { value: "friend", text: text.friend },
            { value: "link", text: text.link },
          ]}
        />
        {choice.against === "bot" && <Opponents bots={bots} chosen={choice.bot} choose={choose} />}
        {choice.against !== "friend" && <Sides chosen={choice.side} choose={choose} />}
        {!save && <Rules chosen={choice.rules} choose={choose} />}
      </div>
      <Summary
        lands={lands}
        choice={save ? withSave(choice, save) : choice}
        choose={choose}
        save={save}
        onSave={setSave}
      />
    </form>
  );
}

function Rules(props: { readonly chosen: GameChoice["rules"]; readonly choose: Choose }) {
  const text = useTexts(TEXT);
  return (
    <Choices
      title={text.rules}
      name="rules"
      chosen={props.chosen}
      choose={(rules) => props.choose({ rules })}
      cards={[
        { value: "guide", text: text.guide },
        { value: "original", text: text.original },
      ]}
    />
  );
}

function Opponents(props: { readonly bots: readonly string[]; readonly chosen: string; readonly choose: Choose }) {
  const text = useTexts(TEXT);
  const about = (name: string) => (isLevel(name) ? text[name] : text.other);
  return (
    <Choices
      title={text.opponent}
      name="bot"
      chosen={props.chosen}
      choose={(bot) => props.choose({ bot })}
      cards={byLevel(props.bots).map((bot) => ({ value: bot, text: [bot, about(bot)] }))}
    />
  );
}

function Sides(props: { readonly chosen: GameChoice["side"]; readonly choose: Choose }) {
  const text = useTexts(TEXT);
  return (
    <Choices
      title={text.side}
      name="side"
      chosen={props.chosen}
      choose={(side) => props.choose({ side })}
      cards={[
        { value: "eldoin", text: text.eldoin, picture: <Units side="eldoin" /> },
        { value: "dailor", text: text.dailor, picture: <Units side="dailor" /> },
      ]}
    />
  );
}

function Units({ side }: { readonly side: keyof typeof SIDE_UNITS }) {
  return (
    <span class="mb-1 flex gap-2">
      {SIDE_UNITS[side].map((type) => (
        <TileImage key={type} code={FIRST_UNIT_CODE + type} scale={3} />
      ))}
    </span>
  );
}

interface SummaryProps {
  readonly lands: readonly ScenarioShown[];
  readonly choice: GameChoice;
  readonly choose: Choose;
  /** The saved game that is played on instead of a land. */
  readonly save: SavedFile | null;
  onSave(save: SavedFile | null): void;
}

/** The land, the clock, the whole choice in one sentence, and the button that begins. */
function Summary({ lands, choice, choose, save, onSave }: SummaryProps) {
  const text = useTexts(TEXT);
  const land = lands.find(({ name }) => name === choice.scenario) ?? lands[0]!;
  return (
    <div class="panel grid gap-5 p-5 lg:sticky lg:top-4">
      {save ? (
        <SavedGameChoice save={save} onSave={onSave} />
      ) : (
        <LandChoice lands={lands} land={land} choice={choice} choose={choose} />
      )}
      <div>
        <SaveFiles button={!save} onSave={onSave} />
      </div>
      <ClockChoice chosen={choice.clock} choose={choose} />
      <RatedChoice choice={choice} choose={choose} />
      <p class="text-mist" role="status">
        {choiceText(choice, scenarioName(save ? "save" : land.name), language())}
      </p>
      <button class="btn btn-main btn-big" id="begin" type="submit">
        {text.begin}
      </button>
      <a class="btn btn-quiet" href="/welten">
        {text.back}
      </a>
    </div>
  );
}

/** The saved game of the C64 that is played on. */
function SavedGameChoice({ save, onSave }: { readonly save: SavedFile } & Pick<SummaryProps, "onSave">) {
  const text = useTexts(TEXT);
  const drop = () => {
    forgetSave();
    onSave(null);
  };
  return (
    <div class="grid justify-items-start gap-2" id="saved-game">
      <h2 class="pixel">{text.saved}</h2>
      <p>
        <span translate={false}>{save.name}</span>: {text.savedRounds(save.rounds)}
      </p>
      <button class="btn btn-quiet" type="button" onClick={drop}>
        {text.noSave}
      </button>
    </div>
  );
}

interface LandChoiceProps extends Pick<SummaryProps, "lands" | "choice" | "choose"> {
  readonly land: ScenarioShown;
}

function LandChoice({ lands, land, choice, choose }: LandChoiceProps) {
  const text = useTexts(TEXT);
  return (
    <>
      <div class="panel -m-5 mb-0">
        <img
          class="block h-auto w-full bg-c-green [image-rendering:auto]"
          src={`/api/scenarios/${encodeURIComponent(land.name)}.png?scale=1`}
          width={640}
          height={320}
          alt={text.picture(scenarioName(land.name))}
        />
      </div>
      {lands.length > 1 ? (
        <Choices
          title={text.land}
          name="land"
          chosen={choice.scenario}
          choose={(scenario) => choose({ scenario })}
          cards={lands.map((each) => ({
            value: each.name,
            text: [scenarioTitle(each.name), scenarioDescription(each)],
          }))}
        />
      ) : (
        <p class="text-mist text-sm">{scenarioDescription(land)}</p>
      )}
      {!lands.some(({ name }) => name === "original") && (
        <p class="text-mist text-sm">
          {text.import} <code class="whitespace-nowrap text-paper">{text.file}</code>
        </p>
      )}
    </>
  );
}

function ClockChoice({ chosen, choose }: { readonly chosen: number; readonly choose: Choose }) {
  const text = useTexts(TEXT);
  return (
    <div class="grid gap-1">
      <label class="pixel" for="clock">
        {text.clock}
      </label>
      <select
        class="field"
        id="clock"
        value={chosen}
        onChange={(event) => choose({ clock: Number(event.currentTarget.value) })}
      >
        {CLOCKS.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds ? text.each(durationText(seconds, language())) : text.none}
          </option>
        ))}
      </select>
    </div>
  );
}

function RatedChoice({ choice, choose }: { readonly choice: GameChoice; readonly choose: Choose }) {
  const text = useTexts(TEXT);
  const possible = canBeRated(choice);
  return (
    <div class="grid gap-2">
      <label class={`flex min-h-11 items-center gap-3 ${possible ? "" : "cursor-not-allowed text-mist"}`}>
        <input
          class="check disabled:cursor-not-allowed disabled:opacity-40"
          type="checkbox"
          checked={choice.rated && possible}
          disabled={!possible}
          onChange={(event) => choose({ rated: event.currentTarget.checked })}
        />
        {text.rated}
      </label>
      {!possible && <p class="text-mist text-sm">{text.ratedNeeds}</p>}
      <label class="flex min-h-11 items-center gap-3">
        <input
          class="check"
          type="checkbox"
          checked={choice.unlisted}
          onChange={(event) => choose({ unlisted: event.currentTarget.checked })}
        />
        {text.unlisted}
      </label>
    </div>
  );
}

/** The choice with a saved game instead of a land; it is played on by the rules that it was played by. */
function withSave(choice: GameChoice, { scenario }: SavedFile): GameChoice {
  return { ...choice, scenario, rules: "original" };
}

function begin(choice: GameChoice, save: SavedFile | null): void {
  const room = roomName();
  const played = save ? withSave(choice, save) : choice;
  const pending = pendingActionOf(played);
  saveChoice(choice);
  savePendingAction("welten", room, pending);
  saveGame({
    room,
    side: pending.side ?? choice.side,
    scenario: save ? "save" : choice.scenario,
    rules: played.rules,
  });
  forgetSave();
  go(`/welten/${room}`);
}
