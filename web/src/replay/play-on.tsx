/** The dialog that begins a new room from a turn of a replay. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import * as api from "../api";
import { Dialog } from "../components/dialog";
import { Connection, type Reply } from "../connection";
import { byLevel as byFogLevel } from "../fog/levels";
import * as identity from "../identity";
import { useTexts } from "../language";
import { useMounted } from "../mounted";
import type { Commands, Position } from "../protocol";
import { FOG_OPTIONS } from "../protocol/fog-options";
import { go } from "../router";
import { seatStyle } from "../seat-style";
import { byLevel as byWeltenLevel } from "../welten/levels";
import { clientFailure, FailureText } from "./failure";
import { REPLAY_GAMES } from "./games";
import { PLAY_ON_TEXT, placeText } from "./texts";

/** The lengths of a turn to choose from, in milliseconds. */
const TURN_LENGTHS_MS = [250, 500, 1000, 2000];

type Failure = Pick<api.Failed, "code" | "message">;

interface PlayOnProps {
  /** Prepares the turn that is played on. */
  readonly prepare: () => Promise<api.Answer<Position>>;
  /** The seat whose view is shown; it is suggested to the player. */
  readonly seat: number | null;
  readonly close: () => void;
}

export function PlayOnDialog({ prepare, seat, close }: PlayOnProps) {
  const text = useTexts(PLAY_ON_TEXT);
  const prepared = usePrepared(prepare);
  return (
    <Dialog title={text.title} close={close}>
      {prepared === null ? (
        <p class="text-mist" role="status">
          {text.preparing}
        </p>
      ) : prepared.ok ? (
        <PlayOnForm {...prepared.value} seat={seat} close={close} />
      ) : (
        <>
          <p role="alert">
            <FailureText failure={prepared} />
          </p>
          <div class="flex justify-end">
            <CancelButton close={close} />
          </div>
        </>
      )}
    </Dialog>
  );
}

interface Prepared {
  readonly position: Position;
  readonly bots: readonly string[];
}

/** The bots of a game from the weakest to the strongest. */
const BY_STRENGTH = { fog: byFogLevel, welten: byWeltenLevel } as const;

/** The position and the bots that can play it; null while the server is asked. */
function usePrepared(prepare: () => Promise<api.Answer<Position>>): api.Answer<Prepared> | null {
  const [prepared, setPrepared] = useState<api.Answer<Prepared> | null>(null);
  useEffect(() => {
    let open = true;
    const ask = async (): Promise<api.Answer<Prepared>> => {
      const position = await prepare();
      if (!position.ok) return position;
      const bots = await api.bots(position.value.game);
      if (!bots?.length) return clientFailure("NO_BOTS");
      return { ok: true, value: { position: position.value, bots: BY_STRENGTH[position.value.game](bots) } };
    };
    void ask().then((answer) => open && setPrepared(answer));
    return () => {
      open = false;
    };
  }, []);
  return prepared;
}

interface PlayOnFormProps extends Prepared {
  readonly seat: number | null;
  readonly close: () => void;
}

function PlayOnForm({ position, bots, seat, close }: PlayOnFormProps) {
  const text = useTexts(PLAY_ON_TEXT);
  const game = REPLAY_GAMES[position.game];
  const unit = useTexts(game.texts).turn;
  const { seats } = position;
  const [chosen, setChosen] = useState({
    seat: seat !== null && seats.includes(seat) ? seat : seats[0]!,
    bot: bots.at(-1)!,
    turnMs: FOG_OPTIONS.turnMs.default,
  });
  const { begin, busy, failure } = useBegin(position, close);
  return (
    <form
      class="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void begin(chosen);
      }}
    >
      <p class="text-mist">
        {text.about(placeText(unit, position.turn))} {seats.length > 2 ? text.manyBots : text.oneBot}
      </p>
      <Choice label={text.seat} value={chosen.seat} onChange={(value) => setChosen({ ...chosen, seat: Number(value) })}>
        {seats.map((each) => (
          <option key={each} value={each} translate={false}>
            {`${seatStyle(each)?.letter ?? ""}: ${position.players[each] ?? ""}`}
          </option>
        ))}
      </Choice>
      <Choice label={text.bot} value={chosen.bot} onChange={(bot) => setChosen({ ...chosen, bot })}>
        {bots.map((name) => (
          <option key={name} value={name} translate={false}>
            {name}
          </option>
        ))}
      </Choice>
      {game.timedTurns && <TurnLength value={chosen.turnMs} onChange={(turnMs) => setChosen({ ...chosen, turnMs })} />}
      <p class="text-c-rose empty:hidden" role="alert">
        {failure && <FailureText failure={failure} />}
      </p>
      <div class="flex flex-wrap justify-end gap-3">
        <CancelButton close={close} />
        <button class="btn btn-main aria-disabled:opacity-50" type="submit" aria-disabled={busy}>
          {text.begin}
        </button>
      </div>
    </form>
  );
}

function TurnLength(props: { readonly value: number; readonly onChange: (turnMs: number) => void }) {
  const text = useTexts(PLAY_ON_TEXT);
  return (
    <Choice label={text.speed} value={props.value} onChange={(value) => props.onChange(Number(value))}>
      {TURN_LENGTHS_MS.map((ms) => (
        <option key={ms} value={ms}>
          {text.pace(1000 / ms, ms / 1000)}
        </option>
      ))}
    </Choice>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string | number;
  readonly onChange: (value: string) => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="grid gap-1">
      <label for={id} class="text-mist text-sm">
        {props.label}
      </label>
      <select class="field" id={id} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.children}
      </select>
    </div>
  );
}

function CancelButton({ close }: { readonly close: () => void }) {
  const text = useTexts(PLAY_ON_TEXT);
  return (
    <button class="btn" type="button" onClick={close}>
      {text.cancel}
    </button>
  );
}

interface Choices {
  readonly seat: number;
  readonly bot: string;
  readonly turnMs: number;
}

/** Makes the room that was chosen and goes there. */
function useBegin(position: Position, close: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const mounted = useMounted();
  const begin = async ({ seat, bot, turnMs }: Choices) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const room = identity.roomName();
    const failed = await createRoom([room, identity.secret(), position.position, seat, bot, turnMs]);
    if (!mounted.current) return;
    setBusy(false);
    setFailure(failed);
    if (failed) return;
    close();
    go(`/${position.game}/${room}`);
  };
  return { begin, busy, failure };
}

/** Makes the room over a connection of its own. Returns what went wrong, or null. The page of the room takes the seat. */
function createRoom(command: Commands["play_on"]): Promise<Failure | null> {
  return new Promise((resolve) => {
    let asked = false;
    const done = (reply: Reply) => {
      connection.close();
      resolve(reply.ok ? null : reply);
    };
    const ask = async () => {
      if (asked) return;
      asked = true;
      const named = await connection.request("set_username", [identity.secret(), identity.name()]);
      done(named.ok ? await connection.request("play_on", command) : named);
    };
    const unreachable = () => {
      if (!asked) done(clientFailure("OFFLINE"));
    };
    const connection = new Connection<never>({
      events: [],
      onEvent: () => undefined,
      onConnect: () => void ask(),
      onDisconnect: unreachable,
    });
  });
}
