/** The footer of every page: where everything else is. A running game has the window to itself. */

import { texts, useTexts } from "../language";

const TEXT = texts({
  en: {
    about: "Three tile worlds on one engine, free and open source.",
    more: "More",
    firstSteps: "First steps",
    writeBot: "Write a bot",
    ownServer: "Run a server",
    programs: "HTTP interface",
    licences: "Licences",
  },
  de: {
    about: "Drei Kachelwelten auf einem Fundament, frei und quelloffen.",
    more: "Weiteres",
    firstSteps: "Erste Schritte",
    writeBot: "Einen Bot schreiben",
    ownServer: "Einen Server betreiben",
    programs: "HTTP-Schnittstelle",
    licences: "Lizenzen",
  },
});

export function Footer() {
  const text = useTexts(TEXT);
  const links = [
    ["/docs/start", text.firstSteps],
    ["/docs/bots", text.writeBot],
    ["/docs/server", text.ownServer],
    ["/docs/http", text.programs],
    ["/licences.txt", text.licences],
  ] as const;
  return (
    <footer class="site-footer">
      <p>
        <span class="pixel">Duskfall</span> {text.about}
      </p>
      <nav aria-label={text.more}>
        {links.map(([href, label]) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </footer>
  );
}
