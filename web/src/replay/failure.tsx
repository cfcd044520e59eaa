/** What went wrong with a replay: the server's own sentence in English, ours by its code in German. */

import type { Failed } from "../api";
import { localize, texts, useLanguage, useTexts } from "../language";
import { refusalText } from "../room/refusals";
import { FilePicker } from "./file-picker";

type Sentences = Readonly<Record<string, string>>;

const TEXT = texts({
  en: {
    titles: {
      GAME_RUNNING: "It is still being played",
      NO_SUCH: "There is no such match",
      NO_FILE: "Open a replay file",
    } as Sentences,
    title: "This cannot be shown",
    /** Where the server says nothing itself. */
    sentences: {
      NO_FILE: "A file is only kept while its page is open. Choose it again.",
      NOT_OURS: "The link names a file that does not belong to this server, so it was not opened.",
      NO_BOTS: "The bots cannot be asked just now.",
      OFFLINE: "The server cannot be reached just now.",
    } as Sentences,
    choose: "Choose a file",
    another: "Open another file",
    replays: "To the replays",
  },
  de: {
    titles: {
      GAME_RUNNING: "Diese Partie läuft noch",
      NO_SUCH: "Diese Partie gibt es nicht",
      NO_FILE: "Eine Aufzeichnung öffnen",
    },
    title: "Das lässt sich nicht zeigen",
    sentences: {
      NO_FILE: "Eine Datei bleibt nur da, solange ihre Seite offen ist. Wähle sie noch einmal aus.",
      NOT_OURS: "Der Link nennt eine Datei, die nicht zu diesem Server gehört. Sie wurde nicht geöffnet.",
      NO_BOTS: "Die Bots sind gerade nicht erreichbar.",
      OFFLINE: "Der Server ist gerade nicht erreichbar.",
      NO_ANSWER: "Der Server hat nicht geantwortet. Versuche es gleich noch einmal.",
      NO_SUCH: "Keine Partie hat diese Nummer, oder sie hat diese Stelle nicht.",
      GAME_RUNNING: "Die Aufzeichnung gibt es, sobald die Partie zu Ende ist.",
      GAME_OVER: "Hier war die Partie schon zu Ende. Geh weiter zurück.",
      NO_SEAT: "Diesen Platz hat die Partie nicht.",
      MALFORMED: "Das ist keine Aufzeichnung von Duskfall, oder sie ist beschädigt.",
      UNREADABLE: "Die Datei ist beschädigt. Besorge sie dir noch einmal.",
      INCONSISTENT: "Die Datei widerspricht sich selbst oder den Regeln.",
      OTHER_RULES: "Die Partie wurde nach anderen Regeln gespielt, als dieser Server sie kennt.",
      TOO_NEW: "Die Datei stammt von einer neueren Version von Duskfall.",
      OUT_OF_RANGE: "Die Partie ist zu lang, um sie hier zu zeigen.",
    },
    choose: "Datei auswählen",
    another: "Andere Datei öffnen",
    replays: "Zu den Partien",
  },
});

/** A failure that the page itself notices, and not the server. */
export function clientFailure(code: "NO_FILE" | "NOT_OURS" | "NO_BOTS" | "OFFLINE"): Failed {
  return { ok: false, code, message: "" };
}

/** The reason of a failure. What has no German sentence is quoted in English. */
export function FailureText({ failure }: { readonly failure: Pick<Failed, "code" | "message"> }) {
  const language = useLanguage();
  const sentence = TEXT[language].sentences[failure.code];
  if (sentence) return <>{sentence}</>;
  const refusal = language === "en" ? failure.message : refusalText(failure);
  if (language === "en" || refusal !== failure.message) return <>{refusal}</>;
  return (
    <>
      Der Server meldet: <span lang="en">{failure.message}</span>
    </>
  );
}

/** The page in place of a replay that cannot be shown. */
export function FailedReplay({ failure }: { readonly failure: Failed }) {
  const text = useTexts(TEXT);
  const noFile = failure.code === "NO_FILE";
  return (
    <section class="mx-auto grid w-full max-w-xl gap-6 px-5 py-24">
      <h1 class="pixel pixel-3">{failureTitle(failure)}</h1>
      <p role="alert" class="wrap-anywhere">
        <FailureText failure={failure} />
      </p>
      <div class="flex flex-wrap gap-3">
        <FilePicker label={noFile ? text.choose : text.another} class={noFile ? "btn btn-main" : "btn"} />
        <a class="btn" href="/replays">
          {text.replays}
        </a>
      </div>
    </section>
  );
}

export function failureTitle({ code }: Failed): string {
  const text = localize(TEXT);
  return text.titles[code] ?? text.title;
}
