/** Maps addresses to pages. The code of a page is loaded at its first visit. */

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";

import { ErrorPage } from "./layout/error-page";
import * as scroll from "./scroll-restoration";
import { Listeners, type Store, useStore } from "./store";

/** The address that a page was opened with. */
export interface PageProps {
  /** The groups of the route's path, decoded. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
}

export type Page = ComponentType<PageProps>;

export interface Route {
  readonly path: RegExp;
  load(): Promise<Page>;
}

/** The page that is shown, and which visit it is: each visit mounts its page anew. */
interface Shown {
  readonly visit: number;
  readonly page: Page | null;
  readonly props: PageProps;
  /** Where to scroll: a position of the history, or null for the place that the address names. */
  readonly y: number | null;
}

class Router implements Store<Shown> {
  state: Shown = { visit: 0, page: null, props: { params: [], query: new URLSearchParams() }, y: null };
  /** Is told the title of each page that is shown. */
  announce: (title: string) => void = () => undefined;
  /** Asks whether the page may be left; null where nothing is lost by it. */
  mayLeave: (() => Promise<boolean>) | null = null;
  /** The history goes back to the page that is shown, of its own accord. */
  private returning = false;
  private routes: readonly Route[] = [];
  private address = "";
  private visits = 0;
  private readonly listeners = new Listeners();

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Shows the page of the address, and of each later one. Returns the function that ends it. */
  start(routes: readonly Route[]): () => void {
    this.routes = routes;
    const stop = new AbortController();
    addEventListener("popstate", () => this.onHistory(), { signal: stop.signal });
    document.addEventListener("click", (event) => this.onClick(event), { signal: stop.signal });
    void this.open(scroll.start());
    return () => stop.abort();
  }

  go(address: string, replace: boolean): void {
    scroll.savePosition();
    if (replace) history.replaceState(scroll.newEntry(true), "", address);
    else history.pushState(scroll.newEntry(), "", address);
    void this.open(null);
  }

  /** Takes note that the address was rewritten without leaving the page. */
  stay(): void {
    this.address = currentAddress();
  }

  private onHistory(): void {
    if (this.returning) {
      this.returning = false;
      return;
    }
    if (this.mayLeave && currentAddress() !== this.address) {
      void this.askOnTheWay(this.mayLeave);
      return;
    }
    if (!scroll.isNewEntry()) scroll.savePosition();
    const y = scroll.enterEntry();
    if (currentAddress() !== this.address) void this.open(y);
    else if (y !== null) scroll.restore(y, document.body);
  }

  /** The history has left the page already: it comes back, and goes on when the visitor says so. */
  private async askOnTheWay(mayLeave: () => Promise<boolean>): Promise<void> {
    const steps = scroll.stepsTaken();
    this.returning = true;
    history.go(-steps);
    if (!(await mayLeave())) return;
    this.mayLeave = null;
    history.go(steps);
  }

  private onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !this.find(link.pathname)) return;
    if (link.hash && link.pathname + link.search === currentAddress()) {
      scroll.savePosition(); // the browser goes to the place
      return;
    }
    event.preventDefault();
    const address = link.pathname + link.search + link.hash;
    if (this.mayLeave) void this.mayLeave().then((leave) => leave && this.go(address, false));
    else this.go(address, false);
  }

  private find(path: string): { route: Route; params: string[] } | null {
    for (const route of this.routes) {
      const match = route.path.exec(path);
      if (match) return { route, params: match.slice(1).map(decoded) };
    }
    return null;
  }

  private async open(y: number | null): Promise<void> {
    const visit = ++this.visits;
    this.address = currentAddress();
    const found = this.find(location.pathname);
    const props = { params: found?.params ?? [], query: new URLSearchParams(location.search) };
    const page = found ? await found.route.load().catch(() => LoadFailed) : NotFound;
    if (visit !== this.visits) return;
    this.state = { visit, page, props, y };
    this.listeners.call();
  }
}

const router = new Router();

function NotFound() {
  return <ErrorPage kind="missing" />;
}

function LoadFailed() {
  return <ErrorPage kind="broken" />;
}

/** Begins to show pages. Returns the function that ends it. */
export function start(routes: readonly Route[], announce: (title: string) => void): () => void {
  router.announce = announce;
  return router.start(routes);
}

/** Asks before a link, or a step in the history, leaves the page; null asks no more. */
export function askBeforeLeaving(mayLeave: (() => Promise<boolean>) | null): void {
  router.mayLeave = mayLeave;
}

/** Goes to an address of ours. */
export function go(address: string, replace = false): void {
  router.go(address, replace);
}

/** Writes another address without leaving the page. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, "", address);
  router.stay();
}

/** Adds another address to the history without leaving the page. */
export function pushAddress(address: string): void {
  scroll.savePosition();
  history.pushState(scroll.newEntry(), "", address);
  router.stay();
}

/** The place where the page of the address is shown. */
export function Outlet() {
  const { visit, page: Shown, props, y } = useStore(router);
  useLayoutEffect(() => {
    scrollTo(0, 0);
    getSelection()?.removeAllRanges(); // the second half of a double click on the last page would select this one
    if (y !== null) scroll.restore(y, document.body);
    else scrollToAddress();
  }, [visit, y]);
  return Shown && <Shown key={visit} {...props} />;
}

/** Scrolls to the place that the address names. Pages whose content comes later call it then. */
export function scrollToAddress(): void {
  document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
}

/** Names the page in the window's title and tells screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Duskfall`;
    router.announce(title);
  }, [title]);
}

/** A part of an address as it is read; one that means nothing, like `%zz`, stays as it is written. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of the page, without the place on it. */
function currentAddress(): string {
  return location.pathname + location.search;
}
