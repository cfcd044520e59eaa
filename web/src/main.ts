import "./style.css";

import { start, type Route } from "./router";
import { build } from "./shell";

const ROUTES: readonly Route[] = [
  { path: /^\/$/, open: async (visit) => (await import("./pages/home")).open(visit) },
  { path: /^\/fog\/?$/, open: async (visit) => (await import("./pages/rooms")).open(visit) },
  { path: /^\/fog\/([^/]+)$/, open: async (visit) => (await import("./pages/room")).open(visit) },
  { path: /^\/dungeon\/?$/, open: async (visit) => (await import("./pages/dungeon")).open(visit) },
  { path: /^\/dungeon\/([^/]+)$/, open: async (visit) => (await import("./pages/dungeon")).open(visit) },
];

const shell = build(document.getElementById("house")!);
start(ROUTES, shell.outlet, (title) => shell.arrived(title));
