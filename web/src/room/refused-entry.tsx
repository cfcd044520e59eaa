/** Pages of a room that one cannot join: it does not exist, or the server refuses. */

import { askText } from "../components/dialog";
import * as identity from "../identity";
import { texts, useTexts } from "../language";
import { MessagePage } from "../layout/error-page";
import { MAX_NAME_LENGTH } from "../protocol/name-rules";
import { RefusalReason } from "./refusal-reason";
import type { AnyRoomSession } from "./session";
import type { RoomError } from "./state";

const TEXT = texts({
  en: {
    closed: "You cannot come in",
    kicked: "You were sent away",
    damaged: "No room has such a name: the link is damaged.",
    absent: (room: string) => `There is no room ${room}`,
    absentText:
      "Perhaps its name is spelt otherwise, or it has closed: rooms close some time after everyone has left, and when the server starts anew. Games that were played in it are among the replays. You can open it again and be its host.",
    replays: "To the replays",
    open: "Open this room",
    otherName: "Choose another name",
    again: "Try again",
    back: "To the rooms",
    yourName: "Your name",
    unique: "Choose one that nobody here has.",
    name: "Name",
    take: "Take it",
  },
  de: {
    closed: "Hier geht es nicht hinein",
    kicked: "Du wurdest weggeschickt",
    damaged: "So heißt kein Raum: Der Link ist beschädigt.",
    absent: (room: string) => `Einen Raum ${room} gibt es nicht`,
    absentText:
      "Vielleicht schreibt er sich anders, oder er ist geschlossen: Räume schließen, wenn alle gegangen sind und etwas Zeit vergangen ist, und wenn der Server neu startet. Die Spiele, die dort gespielt wurden, findest du bei den Partien. Du kannst ihn neu eröffnen und leiten.",
    replays: "Zu den Partien",
    open: "Diesen Raum eröffnen",
    otherName: "Anderen Namen wählen",
    again: "Nochmals versuchen",
    back: "Zu den Räumen",
    yourName: "Dein Name",
    unique: "Wähle einen, den hier niemand hat.",
    name: "Name",
    take: "Nehmen",
  },
});

/** A link that leads to a room which does not exist, with the way to open it. */
export function AbsentRoom(props: { readonly room: string; readonly home: string; readonly open: () => void }) {
  const text = useTexts(TEXT);
  return (
    <MessagePage title={text.absent(props.room)} text={text.absentText}>
      <button class="btn btn-main" type="button" onClick={props.open}>
        {text.open}
      </button>
      <a class="btn" href="/replays">
        {text.replays}
      </a>
      <a class="btn" href={props.home}>
        {text.back}
      </a>
    </MessagePage>
  );
}

/** A refusal with what can be done about it; `home` is the address of the other rooms. */
export function Rejected(props: { readonly session: AnyRoomSession; readonly home: string }) {
  const text = useTexts(TEXT);
  const { session, home } = props;
  const { error } = session.state;
  // Neither a damaged link nor a host who has sent somebody away changes by trying again.
  const final = error?.code === "MALFORMED" || error?.code === "KICKED";
  const rename = async () => {
    const name = await askText({
      title: text.yourName,
      text: text.unique,
      label: text.name,
      confirmLabel: text.take,
      value: identity.name(),
      maxLength: MAX_NAME_LENGTH,
      problem: identity.newNameProblem,
    });
    if (name !== null) identity.rename(name); // the page of the room tells the session
  };
  return (
    <MessagePage
      title={error?.code === "KICKED" ? text.kicked : text.closed}
      text={<Reason error={error} damaged={text.damaged} />}
    >
      {error?.code === "NAME_TAKEN" ? (
        <button class="btn btn-main" type="button" onClick={() => void rename()}>
          {text.otherName}
        </button>
      ) : (
        !final && (
          <button class="btn btn-main" type="button" onClick={() => location.reload()}>
            {text.again}
          </button>
        )
      )}
      <a class={final ? "btn btn-main" : "btn"} href={home}>
        {text.back}
      </a>
    </MessagePage>
  );
}

/** Why one cannot come in; what the server says of a damaged link is meant for those who write clients. */
function Reason({ error, damaged }: { readonly error: RoomError | null; readonly damaged: string }) {
  if (!error) return null;
  return error.code === "MALFORMED" ? <>{damaged}</> : <RefusalReason error={error} />;
}
