/** The page of a room, the same for both games: finds the room, opens the session, and shows the view of its status. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { compilation } from "../compilation";
import { deferred } from "../components/deferred";
import * as identity from "../identity";
import { MAX_ROOM_NAME_LENGTH } from "../protocol/name-rules";
import { go } from "../router";
import { useStore } from "../store";
import { Joining } from "./join";
import { Notices } from "./notices";
import type { AnyRoomSession } from "./session";

/** Most visits come in. */
const AbsentRoom = deferred(async () => (await import("./refused-entry")).AbsentRoom, Joining);
const RatedEntry = deferred(async () => (await import("./rated-entry")).RatedEntry, Joining);
const Rejected = deferred(async () => (await import("./refused-entry")).Rejected, Joining);

interface RoomPageProps<Session extends AnyRoomSession> {
  readonly game: api.Game;
  readonly room: string;
  /** Whether the visitor may open the room; visitors by a link are asked first when it does not exist. */
  readonly mayOpen: boolean;
  /** Saves for the next visit that the visitor wants to open the room. */
  prepareToOpen(): void;
  connect(): Session;
  /** The view of the room before a game. */
  lobby(session: Session): ComponentChildren;
  /** The view of a running or finished game. */
  match(session: Session): ComponentChildren;
  /** Says that so many orders were not carried out, in the words of the game. */
  readonly unmadeText?: (count: number) => string;
}

export function RoomPage<Session extends AnyRoomSession>(props: RoomPageProps<Session>) {
  const { game, room, mayOpen } = props;
  const found = useRoomSearch(game, room, mayOpen);
  const [agreed, agree] = useState(false);
  if (found === "searching") return <Joining />;
  if (found === "absent") {
    const open = () => {
      props.prepareToOpen();
      go(location.pathname, true);
    };
    return <AbsentRoom room={room} home={`/${game}`} open={open} />;
  }
  if (found !== "open" && !agreed) return <RatedEntry card={found} home={`/${game}`} play={() => agree(true)} />;
  return <OpenRoom {...props} />;
}

/** What is known of a room before it is joined; its card if the visitor is asked first. */
type Found = "searching" | "absent" | "open" | api.RoomCard;

/** Looks whether a room exists before it is joined by a link. A room of the other game is redirected to its address. */
function useRoomSearch(game: api.Game, room: string, mayOpen: boolean): Found {
  const [found, setFound] = useState<Found>(mayOpen ? "open" : "searching");
  useEffect(() => {
    if (mayOpen) return;
    let open = true;
    void lookUp(room).then((card) => {
      if (!open) return;
      if (card && card.game !== game) go(`/${card.game}/${encodeURIComponent(room)}${location.search}`, true);
      else if (card === undefined) setFound("absent");
      else setFound(card && beginsRated(card) ? card : "open");
    });
    return () => {
      open = false;
    };
  }, []);
  return found;
}

/** The card of a room; undefined if there is none. Null if joining it will report what is wrong. */
async function lookUp(room: string): Promise<api.RoomCard | null | undefined> {
  if (room.length > MAX_ROOM_NAME_LENGTH || identity.spellingProblem(room)) return null;
  return api.room(room);
}

/** Whether joining may begin a rated game at once: in Fog of War the last free seat does. Those who have one know. */
export function beginsRated({ game, options, state, players, seats, roomId }: api.RoomCard): boolean {
  const mayBegin = state !== "playing" && players.length > 0 && players.length < seats;
  return game === "fog" && options.rated && mayBegin && identity.seatToken(roomId) === null;
}

function OpenRoom<Session extends AnyRoomSession>(props: RoomPageProps<Session>) {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    let opened: Session | null = null;
    const rename = () => void opened?.renamed();
    identity.nameChanges.addEventListener("change", rename);
    const callOff = compilation.whenReady(props.game, () => {
      opened = props.connect();
      setSession(opened);
    });
    return () => {
      callOff();
      identity.nameChanges.removeEventListener("change", rename);
      document.body.removeAttribute("data-playing");
      opened?.close();
    };
  }, []);
  return session ? <RoomViews {...props} session={session} /> : <Joining />;
}

function RoomViews<Session extends AnyRoomSession>(props: RoomPageProps<Session> & { readonly session: Session }) {
  const { session, game } = props;
  const state = useStore(session);
  const { status } = state;
  const inMatch = status === "playing" || status === "ended";
  useEffect(() => {
    document.body.toggleAttribute("data-playing", inMatch);
  }, [inMatch]);
  return (
    <>
      <div class="relative flex min-h-0 flex-1 flex-col">
        {inMatch ? (
          props.match(session)
        ) : status === "lobby" ? (
          props.lobby(session)
        ) : status === "rejected" ? (
          <Rejected session={session} home={`/${game}`} />
        ) : (
          <Joining />
        )}
      </div>
      <Notices session={session} state={state} unmadeText={props.unmadeText} />
    </>
  );
}
