/** The layout around every page: logo, navigation, language, the player's name. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { askText } from "../components/dialog";
import { LanguageSwitch } from "../components/language-switch";
import * as identity from "../identity";
import { texts, useLanguage, useTexts } from "../language";
import { MAX_NAME_LENGTH } from "../protocol/name-rules";
import { Outlet } from "../router";
import { CompilationNotice } from "./compilation-notice";
import { Logo } from "./logo";
import { Navigation } from "./navigation";

const TEXT = texts({
  en: {
    skip: "Skip to the page",
    home: "Duskfall, start page",
    youAre: "You are ",
    chooseName: ". Choose another name",
    yourName: "Your name",
    seen: "Everyone you play with sees it.",
    name: "Name",
    keep: "Keep it",
  },
  de: {
    skip: "Zum Inhalt springen",
    home: "Duskfall, Startseite",
    youAre: "Du bist ",
    chooseName: ". Anderen Namen wählen",
    yourName: "Dein Name",
    seen: "Alle, mit denen du spielst, sehen ihn.",
    name: "Name",
    keep: "Übernehmen",
  },
});

const titles = new EventTarget();

/** Tells screen readers that another page is shown, and the navigation that it may be elsewhere. */
export function announceTitle(title: string): void {
  titles.dispatchEvent(new CustomEvent("change", { detail: title }));
}

export function PageLayout() {
  const text = useTexts(TEXT);
  const title = useAnnouncedTitle();
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <>
      <a
        href="#page"
        class="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-night focus:px-4 focus:py-2"
      >
        {text.skip}
      </a>
      <header class="relative flex items-center gap-2 border-dusk border-b-2 px-3 sm:gap-4 sm:px-6" id="head">
        <a href="/" class="flex min-h-14 items-center gap-3 no-underline" aria-label={text.home}>
          <Logo scale={2} />
          <span class="pixel pixel-2 hidden min-[520px]:inline" aria-hidden="true">
            Duskfall
          </span>
        </a>
        <Navigation title={title} />
        <div class="ml-auto flex min-w-0 items-center gap-2">
          <PlayerName />
          {/* At the end: what stands before it is longer in one language, and a second click shall find it again. */}
          <LanguageSwitch />
        </div>
      </header>
      <CompilationNotice />
      <main id="page" class="page flex flex-col" tabIndex={-1}>
        <Outlet />
      </main>
      {title && !ROOM.test(location.pathname) && <LateFooter />}
      <p class="sr-only" role="status">
        {title}
      </p>
    </>
  );
}

/** A room, which needs the window for its game. */
const ROOM = /^\/(fog|welten)\/(?!manual$)./;

/** The footer, which comes after the page: it lies below the window, and nobody waits for it. */
function LateFooter() {
  const [Footer, setFooter] = useState<ComponentType | null>(null);
  useEffect(() => {
    import("./footer").then(
      (loaded) => setFooter(() => loaded.Footer),
      () => undefined,
    );
  }, []);
  return Footer && <Footer />;
}

function useAnnouncedTitle(): string {
  const [title, setTitle] = useState("");
  useEffect(() => {
    const changed = (event: Event) => setTitle((event as CustomEvent<string>).detail);
    titles.addEventListener("change", changed);
    return () => titles.removeEventListener("change", changed);
  }, []);
  return title;
}

function PlayerName() {
  const text = useTexts(TEXT);
  const [name, setName] = useState(identity.name);
  useEffect(() => {
    const changed = () => setName(identity.name());
    identity.nameChanges.addEventListener("change", changed);
    return () => identity.nameChanges.removeEventListener("change", changed);
  }, []);
  const rename = async () => {
    const newName = await askText({
      title: text.yourName,
      text: text.seen,
      label: text.name,
      value: identity.name(),
      maxLength: MAX_NAME_LENGTH,
      confirmLabel: text.keep,
      problem: identity.newNameProblem,
    });
    if (newName !== null && newName !== identity.name()) identity.rename(newName);
  };
  return (
    <button class="btn btn-quiet min-w-0" type="button" onClick={() => void rename()}>
      <span class="font-normal max-xl:sr-only">{text.youAre}</span>
      <span class="max-w-40 truncate" data-me translate={false}>
        {name}
      </span>
      <span class="sr-only">{text.chooseName}</span>
    </button>
  );
}
