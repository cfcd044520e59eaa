import "./style.css";

import { render } from "preact";

import { announceTitle, PageLayout } from "./layout/page-layout";
import { type Route, start } from "./router";

const ROUTES: readonly Route[] = [
  { path: /^\/$/, load: async () => (await import("./pages/home")).default },
  { path: /^\/fog\/?$/, load: async () => (await import("./pages/fog")).default },
  { path: /^\/fog\/([^/]+)$/, load: async () => (await import("./pages/fog-room")).default },
  { path: /^\/welten\/?$/, load: async () => (await import("./pages/welten")).default },
  { path: /^\/welten\/manual$/, load: async () => (await import("./pages/welten-manual")).default },
  { path: /^\/welten\/([^/]+)$/, load: async () => (await import("./pages/welten-room")).default },
  { path: /^\/replays\/?$/, load: async () => (await import("./pages/replays")).default },
  { path: /^\/replays\/([^/]+)$/, load: async () => (await import("./pages/replay")).default },
  { path: /^\/arena\/?$/, load: async () => (await import("./pages/arena")).default },
  { path: /^\/arena\/tournaments\/([^/]+)$/, load: async () => (await import("./pages/tournament")).default },
  { path: /^\/docs\/?$/, load: async () => (await import("./pages/docs")).DocsIndexPage },
  { path: /^\/docs\/([\w-]+)(?:\.md)?$/, load: async () => (await import("./pages/docs")).DocsPage },
  { path: /^\/dungeon\/?$/, load: async () => (await import("./pages/dungeon")).default },
  { path: /^\/dungeon\/([^/]+)$/, load: async () => (await import("./pages/dungeon")).default },
];

render(<PageLayout />, document.getElementById("app")!);
start(ROUTES, announceTitle);
