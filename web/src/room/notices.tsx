/** The notices over any view of a room: a lost connection, orders that were not carried out, a refusal. */

import type { ComponentChildren } from "preact";

import { deferred } from "../components/deferred";
import { texts, useTexts } from "../language";
import { useSecondsSince } from "../shell/connection-status";
import { RefusalReason } from "./refusal-reason";
import type { AnyRoomSession } from "./session";
import { isReplaced, type RoomState, rematchWishes } from "./state";

const RematchWish = deferred(async () => (await import("./rematch")).RematchWish);

const TEXT = texts({
  en: {
    lost: "The connection to the server was lost. Trying again; your seat is kept.",
    since: (seconds: number) => `${seconds} s`,
    unmade: (count: number) => `${count} ${count === 1 ? "order was" : "orders were"} not carried out`,
    replaced: "You play on in another window, or on another device.",
    newName: (name: string) => `From the next game on you are ${name}. This one goes on under your old name.`,
    outdated: "Duskfall was updated since you opened this page. Load it again; your seat is kept.",
    load: "Load again",
    tryNow: "Try now",
    playHere: "Play here",
    dismiss: "All right",
  },
  de: {
    lost: "Die Verbindung zum Server ist weg. Neuer Versuch läuft; dein Platz bleibt dir.",
    since: (seconds: number) => `${seconds} s`,
    unmade: (count: number) => `${count} ${count === 1 ? "Befehl wurde" : "Befehle wurden"} nicht ausgeführt`,
    replaced: "Du spielst in einem anderen Fenster oder auf einem anderen Gerät weiter.",
    newName: (name: string) => `Ab dem nächsten Spiel heißt du ${name}. Dieses läuft unter dem alten Namen weiter.`,
    outdated: "Duskfall wurde erneuert, seit du diese Seite geöffnet hast. Lade sie neu; dein Platz bleibt dir.",
    load: "Neu laden",
    tryNow: "Jetzt versuchen",
    playHere: "Hier spielen",
    dismiss: "In Ordnung",
  },
});

interface NoticesProps {
  readonly session: AnyRoomSession;
  readonly state: RoomState;
  /** Says that so many orders were not carried out, in the words of the game. */
  readonly unmadeText?: ((count: number) => string) | undefined;
}

export function Notices({ session, state, unmadeText }: NoticesProps) {
  const text = useTexts(TEXT);
  const { connection, lostAt, unmade } = state;
  const lost = connection === "lost" && lostAt !== null;
  return (
    <div class="notices" role="alert">
      {lost && <LostNotice since={lostAt} reconnect={() => session.reconnect()} />}
      {unmade && (
        <Message
          label={text.dismiss}
          onClick={() => session.dismissUnmade()}
          text={
            <>
              {(unmadeText ?? text.unmade)(unmade.count)}: <RefusalReason error={unmade} />
            </>
          }
        />
      )}
      {state.newName !== null && state.status === "playing" && (
        <Message
          text={text.newName(state.newName)}
          label={text.dismiss}
          news
          onClick={() => session.dismissNewName()}
        />
      )}
      {!lost && state.outdated && (
        <Message text={text.outdated} label={text.load} news onClick={() => location.reload()} />
      )}
      {!lost && rematchWishes(state).length > 0 && <RematchWish session={session} state={state} />}
      {!lost && <ErrorNotice session={session} state={state} />}
    </div>
  );
}

function ErrorNotice({ session, state }: Pick<NoticesProps, "session" | "state">) {
  const text = useTexts(TEXT);
  if (state.status === "rejected" || !state.error) return null;
  if (isReplaced(state))
    return <Message text={text.replaced} label={text.playHere} onClick={() => void session.enter()} />;
  return (
    <Message text={<RefusalReason error={state.error} />} label={text.dismiss} onClick={() => session.dismissError()} />
  );
}

function LostNotice({ since, reconnect }: { readonly since: number; readonly reconnect: () => void }) {
  const text = useTexts(TEXT);
  const seconds = useSecondsSince(since) ?? 0;
  return (
    <div class="notice">
      <p>
        {text.lost} {/* Screen readers would read the whole notice again every second. */}
        <span aria-hidden="true">{text.since(seconds)}</span>
      </p>
      <button class="btn" type="button" onClick={reconnect}>
        {text.tryNow}
      </button>
    </div>
  );
}

function Message(props: {
  readonly text: ComponentChildren;
  readonly label: string;
  /** Whether nothing is wrong. */
  readonly news?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <div class={props.news ? "notice notice-news" : "notice"}>
      <p>{props.text}</p>
      <button class="btn" type="button" onClick={props.onClick}>
        {props.label}
      </button>
    </div>
  );
}
