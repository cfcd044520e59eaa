import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type * as routing from "../src/router";

let router: typeof routing;
let place: HTMLElement;
let titles: string[];
let stop: () => void;

function named(name: string): routing.Page {
  return function Named({ params, query }) {
    router.usePageTitle(name);
    return (
      <p>
        {name} {params.join(",")} {query.toString()}
      </p>
    );
  };
}

beforeEach(async () => {
  vi.resetModules();
  router = await import("../src/router");
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  titles = [];
  place = document.body.appendChild(document.createElement("div"));
  vi.stubGlobal("scrollTo", () => undefined);
  render(<router.Outlet />, place);
});

afterEach(() => {
  stop?.();
  render(null, place);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function start(more: readonly routing.Route[] = []): void {
  stop = router.start(
    [
      { path: /^\/$/, load: async () => named("home") },
      { path: /^\/room\/([^/]+)$/, load: async () => named("room") },
      ...more,
    ],
    (title) => titles.push(title),
  );
}

const shows = (text: string) => vi.waitFor(() => expect(place.textContent?.trim()).toContain(text));

describe("the router", () => {
  it("shows the page of the address, with its parts decoded and its query", async () => {
    history.replaceState(null, "", "/room/a%2Fb?watch=1");
    start();
    await shows("room a/b watch=1");
    expect(document.title).toBe("room – Duskfall");
    expect(titles).toEqual(["room"]);
  });

  it("keeps a part that means nothing as it is written", async () => {
    expect(router.decoded("%zz")).toBe("%zz");
    expect(router.decoded("%C3%9C")).toBe("Ü");
  });

  it("says so at an address without a page", async () => {
    history.replaceState(null, "", "/nowhere");
    start();
    await shows("There is nothing here");
  });

  it("offers to load again when the code of a page cannot be had though the server answers", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}"));
    history.replaceState(null, "", "/broken");
    start([{ path: /^\/broken$/, load: () => Promise.reject(new Error("gone")) }]);
    await shows("could not be loaded");
    expect(place.querySelector("button")?.textContent).toBe("Load again");
  });

  it("says that only the connection is missing, tries again when asked to, and loads the page when it is back", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    let reached = false;
    vi.stubGlobal("fetch", async () => (reached ? new Response("{}") : Promise.reject(new Error("away"))));
    start([{ path: /^\/away$/, load: () => Promise.reject(new Error("away")) }]);
    router.go("/away");
    await shows("No connection");
    expect(reload).not.toHaveBeenCalled();
    reached = true;
    place.querySelector("button")!.click();
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  });

  it("goes to pages of its own by links, and leaves all others to the browser", async () => {
    start();
    await shows("home");
    const link = document.body.appendChild(document.createElement("a"));
    const click = (href: string, more: MouseEventInit = {}) => {
      link.href = href;
      const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...more });
      link.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(click("/room/x")).toBe(true);
    await shows("room x");
    expect(click("/room/y", { ctrlKey: true })).toBe(false);
    expect(click("https://example.org/room/x")).toBe(false);
    expect(click("/api/rooms")).toBe(false);
    link.setAttribute("download", "");
    expect(click("/room/y")).toBe(false);
  });

  it("goes back", async () => {
    start();
    await shows("home");
    router.go("/room/x");
    await shows("room x");
    history.back();
    await shows("home");
  });

  it("asks before the history leaves a page that wants it, and goes on when the visitor agrees", async () => {
    start();
    await shows("home");
    router.go("/room/x");
    await shows("room x");
    const answers: ((leave: boolean) => void)[] = [];
    router.askBeforeLeaving(() => new Promise((resolve) => answers.push(resolve)));
    history.back();
    await vi.waitFor(() => expect([answers.length, location.pathname]).toEqual([1, "/room/x"]));
    answers[0]!(false);
    await shows("room x");
    history.back();
    await vi.waitFor(() => expect([answers.length, location.pathname]).toEqual([2, "/room/x"]));
    answers[1]!(true);
    await shows("home");
    history.forward();
    await shows("room x");
  });

  it("shows the page that was asked for last, however long an earlier one takes to load", async () => {
    let finish: (page: routing.Page) => void = () => undefined;
    const slow = new Promise<routing.Page>((resolve) => {
      finish = resolve;
    });
    start([{ path: /^\/slow$/, load: () => slow }]);
    router.go("/slow");
    router.go("/room/x");
    await shows("room x");
    finish(named("slow"));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await shows("room x");
  });

  it("rewrites the address without leaving the page", async () => {
    start();
    await shows("home");
    const before = place.firstElementChild;
    router.replaceAddress("/?game=welten");
    expect(location.search).toBe("?game=welten");
    expect(place.firstElementChild).toBe(before);
  });
});
