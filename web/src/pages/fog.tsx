/** The start page of Fog of War: open rooms, and a new one. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import * as api from "../api";
import { PolledList } from "../components/polled-list";
import { RoomRow } from "../components/room-row";
import { DEFAULT_OPTIONS } from "../fog/default-options";
import { LevelChoice } from "../fog/level-choice";
import { LEVEL_TEXT } from "../fog/level-texts";
import { byLevel, isLevel, LEVELS } from "../fog/levels";
import { draftOf, optionsOf, problemOf } from "../fog/options";
import { OptionsFields } from "../fog/options-form";
import { roomName, spellingProblem } from "../identity";
import { texts, useTexts } from "../language";
import { FOG_OPTIONS } from "../protocol/fog-options";
import { MAX_ROOM_NAME_LENGTH } from "../protocol/name-rules";
import { useBots } from "../room/bots";
import { saveFogAction } from "../room/pending-action";
import { go, usePageTitle } from "../router";

const TEXT = texts({
  en: {
    title: "Fog of War",
    about:
      "You see your land and one tile around it. Armies grow, march and fight. Lose your general and you are out; the last one alive wins.",
    playNow: "Play now",
    rooms: "Rooms",
    noRooms: "No room is open. Make one and send the link to a friend, or invite a bot.",
    roomsFailed: "The list of rooms cannot be had just now. You can still make a room of your own.",
    goTo: "Or go to a room that you know",
    roomName: "Name of the room",
    go: "Go",
    badLength: (most: number) => `A room's name has 1 to ${most} characters.`,
    newRoom: "A new room",
    bots: "Bots to invite",
    tooManyBots: (free: number) => `Beside you there is room for ${free} ${free === 1 ? "bot" : "bots"} at most.`,
    make: "Make the room",
  },
  de: {
    title: "Fog of War",
    about:
      "Du siehst dein Land und ein Feld darum herum. Truppen wachsen, marschieren und kämpfen. Wer den General verliert, ist draußen; wer als Letzter übrig ist, gewinnt.",
    playNow: "Jetzt spielen",
    rooms: "Räume",
    noRooms: "Kein Raum ist offen. Eröffne einen und schicke jemandem den Link, oder lade einen Bot ein.",
    roomsFailed: "Die Räume lassen sich gerade nicht auflisten. Einen eigenen kannst du trotzdem eröffnen.",
    goTo: "Oder gehe in einen Raum, den du kennst",
    roomName: "Name des Raums",
    go: "Los",
    badLength: (most: number) => `Der Name eines Raums hat 1 bis ${most} Zeichen.`,
    newRoom: "Ein neuer Raum",
    bots: "Bots einladen",
    tooManyBots: (free: number) => `Neben dir ist Platz für höchstens ${free} ${free === 1 ? "Bot" : "Bots"}.`,
    make: "Raum eröffnen",
  },
});

export default function FogPage() {
  const text = useTexts(TEXT);
  usePageTitle(text.title);
  const [listed, setListed] = useState(false);
  const fetchRooms = async () => {
    const rooms = await openRooms();
    setListed(true);
    return rooms;
  };
  // Where it stands below the list, it would move when the rooms arrive.
  const belowList = listed ? "" : "max-lg:invisible";
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-10 px-5 py-10 sm:px-8 lg:grid-cols-[1fr_400px]">
      <section class="grid content-start gap-6">
        <div class="grid gap-2">
          <h1 class="pixel pixel-3">{text.title}</h1>
          <p class="max-w-prose text-mist">{text.about}</p>
        </div>
        <div class="flex flex-wrap items-end gap-4">
          <button class="btn btn-main" type="button" onClick={() => go(`/fog/${roomName()}?quick`)}>
            {text.playNow}
          </button>
          <LevelChoice />
        </div>
        <section aria-labelledby="rooms">
          <h2 id="rooms" class="pixel pixel-2 mb-1">
            {text.rooms}
          </h2>
          <PolledList
            fetch={fetchRooms}
            seconds={3}
            keyOf={(room) => room.roomId}
            row={(room) => <RoomRow room={room} />}
            empty={text.noRooms}
            failed={text.roomsFailed}
          />
        </section>
        <div class={belowList}>
          <RoomByName />
        </div>
      </section>
      <NewRoom class={belowList} />
    </div>
  );
}

async function openRooms(): Promise<readonly api.RoomCard[] | null> {
  const isOpen = (room: api.RoomCard) => room.game === "fog" && room.state !== "ended" && room.players.length > 0;
  return (await api.rooms())?.filter(isOpen) ?? null;
}

/** A form that leads to the room of a name. */
function RoomByName() {
  const text = useTexts(TEXT);
  const [name, setName] = useState("");
  const [tried, setTried] = useState<string | null>(null);
  const submit = () => {
    const room = name.trim();
    setTried(room);
    if (isLengthRight(room) && spellingProblem(room) === null) go(`/fog/${encodeURIComponent(room)}`);
  };
  return (
    <Form class="grid max-w-md gap-1" onSubmit={submit}>
      <label for="room" class="text-mist text-sm">
        {text.goTo}
      </label>
      <div class="flex gap-3">
        <input
          class="field"
          id="room"
          maxLength={MAX_ROOM_NAME_LENGTH}
          autocomplete="off"
          placeholder={text.roomName}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button class="btn" type="submit">
          {text.go}
        </button>
      </div>
      <p class="text-c-rose empty:hidden" role="alert">
        {tried !== null && (isLengthRight(tried) ? spellingProblem(tried) : text.badLength(MAX_ROOM_NAME_LENGTH))}
      </p>
    </Form>
  );
}

function isLengthRight(room: string): boolean {
  return room.length > 0 && room.length <= MAX_ROOM_NAME_LENGTH;
}

function NewRoom(props: { readonly class: string }) {
  const text = useTexts(TEXT);
  const [draft, setDraft] = useState(() => draftOf(DEFAULT_OPTIONS));
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  const [invited, setInvited] = useState<InvitedBots>({});
  /** The seats that are free for bots, when more were invited. */
  const [tooMany, setTooMany] = useState<number | null>(null);
  const make = () => {
    const wrong = problemOf(draft);
    const bots = Object.entries(invited).flatMap(([bot, count]) => Array<string>(wholeNumber(count)).fill(bot));
    const free = Number(draft.players) - 1;
    setProblem(wrong);
    setTooMany(!wrong && bots.length > free ? free : null);
    if (wrong || bots.length > free) return;
    const room = roomName();
    saveFogAction(room, { options: optionsOf(draft), bots });
    go(`/fog/${room}`);
  };
  return (
    <Form
      class={`panel grid content-start gap-5 self-start p-5 sm:p-6 ${props.class}`}
      onSubmit={make}
      labelledBy="new-room"
    >
      <h2 id="new-room" class="pixel pixel-2">
        {text.newRoom}
      </h2>
      <OptionsFields draft={draft} problem={problem} onDraft={setDraft} />
      <BotFields invited={invited} onInvited={setInvited} />
      <p class="text-c-rose empty:hidden" role="alert">
        {tooMany !== null && text.tooManyBots(tooMany)}
      </p>
      <button class="btn btn-main" type="submit">
        {text.make}
      </button>
    </Form>
  );
}

/** How many of each bot are invited, as the fields are filled in. */
type InvitedBots = Readonly<Record<string, string>>;

function wholeNumber(text: string): number {
  return Math.max(0, Math.floor(Number(text)) || 0);
}

function BotFields(props: { readonly invited: InvitedBots; readonly onInvited: (invited: InvitedBots) => void }) {
  const text = useTexts(TEXT);
  const { invited, onInvited } = props;
  const about = useTexts(LEVEL_TEXT);
  // Until the server has listed its bots, the room for them is kept by those that every server has.
  const listed = useBots("fog");
  const bots = listed === null ? [] : byLevel(listed ?? LEVELS);
  if (!bots.length) return null;
  return (
    <fieldset class="grid gap-2">
      <legend class="mb-1 text-mist text-sm">{text.bots}</legend>
      <div class="grid gap-2">
        {bots.map((bot) => (
          <div key={bot} class="flex items-center gap-3">
            <span class="w-20 flex-none">
              <input
                class="field"
                type="number"
                min={0}
                max={FOG_OPTIONS.players.maximum - 1}
                inputMode="numeric"
                id={`bot-${bot}`}
                value={invited[bot] ?? "0"}
                onInput={(event) => onInvited({ ...invited, [bot]: event.currentTarget.value })}
              />
            </span>
            <span class="min-w-0">
              <label for={`bot-${bot}`} translate={false}>
                {bot}
              </label>
              <span class="block text-mist text-sm">{isLevel(bot) && about[bot]}</span>
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** A form that this page reads itself. */
function Form(props: {
  readonly class: string;
  readonly labelledBy?: string;
  readonly children: ComponentChildren;
  onSubmit(): void;
}) {
  return (
    <form
      class={props.class}
      noValidate
      aria-labelledby={props.labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}
