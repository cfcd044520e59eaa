import "./style.css";

import { start, type Route } from "./router";
import { buildPageLayout } from "./layout/page-layout";

const ROUTES: readonly Route[] = [
  { path: /^\/$/, open: async (visit) => (await import("./pages/home")).open(visit) },
  { path: /^\/fog\/?$/, open: async (visit) => (await import("./pages/fog")).open(visit) },
  { path: /^\/fog\/([^/]+)$/, open: async (visit) => (await import("./pages/fog-room")).open(visit) },
  { path: /^\/welten\/?$/, open: async (visit) => (await import("./pages/welten")).open(visit) },
  { path: /^\/welten\/manual$/, open: async (visit) => (await import("./pages/welten-manual")).open(visit) },
  { path: /^\/welten\/([^/]+)$/, open: async (visit) => (await import("./pages/welten-room")).open(visit) },
  { path: /^\/replays\/?$/, open: async (visit) => (await import("./pages/replays")).open(visit) },
  { path: /^\/replays\/([^/]+)$/, open: async (visit) => (await import("./pages/replay")).open(visit) },
  { path: /^\/arena\/?$/, open: async (visit) => (await import("./pages/arena")).open(visit) },
  {
    path: /^\/arena\/tournaments\/([^/]+)$/,
    open: async (visit) => (await import("./pages/tournament")).open(visit),
  },
  { path: /^\/docs\/?$/, open: async (visit) => (await import("./pages/docs")).openIndex(visit) },
  { path: /^\/docs\/([\w-]+)(?:\.md)?$/, open: async (visit) => (await import("./pages/docs")).open(visit) },
  { path: /^\/dungeon\/?$/, open: async (visit) => (await import("./pages/dungeon")).open(visit) },
  { path: /^\/dungeon\/([^/]+)$/, open: async (visit) => (await import("./pages/dungeon")).open(visit) },
];

const layout = buildPageLayout(document.getElementById("app")!);
start(ROUTES, layout.outlet, (title) => layout.pageShown(title));
