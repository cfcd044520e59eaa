/** The page of a dungeon: digging, walking, downloads, and a Fog of War room on its map. */

import "./dungeon.css";

import { fill, h, setText } from "../dom";
import {
  randomSeed,
  requestOf,
  viewOptionsOf,
  type DungeonSpec,
  type ViewOptions,
  type DungeonRequest,
} from "../dungeon/address";
import * as api from "../dungeon/api";
import { toolbar } from "../dungeon/toolbar";
import { empty, type Dungeon } from "../dungeon/board";
import { DungeonSession, addressOfSession } from "../dungeon/session";
import { downloads, statistics } from "../dungeon/files";
import { footer } from "../dungeon/footer";
import { digForm } from "../dungeon/form";
import { mapView } from "../dungeon/map-view";
import { walkSummary, type Walk } from "../dungeon/walk";
import { saveFogAction } from "../room/pending-action";
import { roomName } from "../identity";
import { go, pushAddress, replaceAddress, type Page, type Visit } from "../router";
import type { DungeonChoices, Plan } from "../protocol";
import { englishShareText, shareLink } from "../components/share-link";

const INTRODUCTION = "Every seed is a map of rooms, corridors and secret doors, the same on every machine.";

export async function open({ outlet, params, query }: Visit): Promise<Page> {
  fill(outlet, h("p", { class: "pixel pixel-2 blink m-auto p-8", role: "status" }, "Opening the dungeon"));
  const answer = await api.choices();
  if (!answer.ok) {
    absent(outlet, answer.message);
    return { title: "Dungeons" };
  }
  const page = new DungeonPage(outlet, answer.value, viewOptionsOf(query));
  const seed = params[0] ?? randomSeed(answer.value.profiles[0]!, Math.random());
  page.begin(requestOf(seed, query));
  return { title: page.title, close: () => page.close() };
}

function absent(outlet: HTMLElement, message: string): void {
  fill(
    outlet,
    h(
      "section",
      { class: "mx-auto grid max-w-xl gap-6 px-5 py-24" },
      h("h1", { class: "pixel pixel-3" }, "Dungeons"),
      h("p", {}, message),
      h("p", {}, h("button", { class: "btn btn-main", type: "button", onclick: () => location.reload() }, "Try again")),
    ),
  );
}

class DungeonPage {
  private readonly session: DungeonSession;
  private readonly mapView = mapView({
    step: (key, held) => this.session.press(key, held),
    search: () => void this.session.press("f"),
    tap: (tile) => this.session.tap(tile),
    enter: () => this.enter(),
    walk: () => this.session.setViewOptions({ walk: !this.session.viewOptions.walk }),
    look: () => this.session.setViewOptions({ look: this.session.viewOptions.look === "map" ? "c64" : "map" }),
    another: () => this.another(),
  });
  private readonly toolbar = toolbar({
    see: (change) => this.session.setViewOptions(change),
    zoom: (steps) => this.mapView.zoom(steps),
    fit: () => this.mapView.fit(),
  });
  private readonly footer = footer({
    skip: () => void this.session.skip(),
    press: (key) => void this.session.press(key),
    again: () => this.session.retry(),
  });
  private readonly form;
  private readonly heading = h("h1", { class: "pixel pixel-3 min-w-0 break-words" }, "Dungeon");
  private readonly card = h("div", { class: "contents" });
  private readonly facts = h("div", { class: "grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_1fr]" });
  /** Whether the next dungeon gets an entry of its own in the history. */
  private pushesHistory = false;
  private plan: Plan | null = null;
  private readonly actions = h("div", { class: "dungeon-actions grid content-start gap-6" });

  constructor(
    outlet: HTMLElement,
    private readonly choices: DungeonChoices,
    viewOptions: ViewOptions,
  ) {
    this.session = new DungeonSession(choices, viewOptions, {
      changed: (spec, seen) => this.sessionChanged(spec, seen),
      show: (dungeon) => this.show(dungeon),
      digging: (plan, progress) => {
        if (plan !== this.plan) this.arrive(plan);
        this.footer.digging(plan, progress);
        if (progress.done) this.finished(plan);
      },
      walking: (walk, problem) => this.walking(walk, problem),
      refused: (problems) => {
        this.form.showProblems(problems);
        if (!this.session.spec || "" in problems) this.showInvalid();
      },
    });
    this.form = digForm(choices, () => this.submit());
    this.build(outlet);
  }

  get title(): string {
    return this.heading.textContent ?? "";
  }

  close(): void {
    this.session.close();
    this.mapView.close();
  }

  /** Begin with what the address says. */
  begin(request: DungeonRequest): void {
    this.form.write(request);
    this.toolbar.update(this.session.viewOptions);
    this.mapView.setLook(this.session.viewOptions.look);
    this.session.go(request);
  }

  private build(outlet: HTMLElement): void {
    fill(
      outlet,
      h(
        "div",
        { class: "mx-auto grid w-full max-w-7xl gap-12 px-4 py-6 sm:px-8" },
        h(
          "div",
          { class: "dungeon" },
          h(
            "div",
            { class: "dungeon-head" },
            this.heading,
            h("p", { class: "max-w-3xl text-mist max-sm:text-sm" }, INTRODUCTION),
          ),
          this.form.element,
          h(
            "section",
            { class: "dungeon-map panel", "aria-label": "Map" },
            this.toolbar.element,
            h("div", { class: "relative" }, this.mapView.element, this.card),
            this.footer.element,
          ),
          this.actions,
        ),
        this.facts,
      ),
    );
  }

  /** Dig what stands in the form. */
  private submit(): void {
    this.pushesHistory = true;
    if (this.session.go(this.form.read())) this.mapView.focus();
    this.pushesHistory = false;
  }

  private another(): void {
    this.form.roll();
    this.submit();
  }

  /** Go on: through the digging, or down the stairs. */
  private enter(): void {
    if (this.session.skip()) return;
    if (this.card.childElementCount > 0) this.descend();
  }

  private descend(): void {
    const request = this.session.below();
    if (!request) return;
    this.form.write(request);
    this.submit();
  }

  private sessionChanged(spec: DungeonSpec, viewOptions: ViewOptions): void {
    this.form.showProblems({});
    setText(this.heading, `Dungeon ${spec.seed}`);
    document.title = `${this.title} – Duskfall`;
    this.mapView.setTitle(`${spec.profile} ${spec.seed}`.toUpperCase());
    this.mapView.setLook(viewOptions.look);
    this.toolbar.update(viewOptions);
    fill(this.card);
    const address = addressOfSession(this.session);
    if (location.pathname + location.search !== address) (this.pushesHistory ? pushAddress : replaceAddress)(address);
    this.showActions(spec);
    if (!viewOptions.walk) return;
    fill(this.facts);
    this.mapView.focus();
    // On a phone the map and the keys under it take the whole window.
    if (matchMedia("(width < 1024px)").matches) this.toolbar.element.scrollIntoView();
  }

  private show(dungeon: Dungeon): void {
    this.mapView.show(dungeon);
  }

  /** Another map begins: look at all of it. */
  private arrive(plan: Plan): void {
    this.plan = plan;
    this.mapView.fit();
    this.mapView.centre(plan.camera);
  }

  private finished(plan: Plan): void {
    const { spec, viewOptions } = this.session;
    if (!spec) return;
    this.showActions(spec, plan);
    fill(
      this.facts,
      section("statistics", "Statistics", statistics(plan.counts)),
      section(
        "files",
        "Take it with you",
        h(
          "p",
          { class: "text-mist" },
          viewOptions.view === "player"
            ? "For players: every file is that of a map on which the secrets never were."
            : "For keepers: every file holds all secrets. Choose Player above the map for files to hand out.",
        ),
        downloads(this.choices.files, spec, viewOptions.view, plan),
      ),
    );
  }

  private walking(walk: Walk | null, problem: string): void {
    this.footer.walking(walk, problem);
    if (!walk?.arrived) return fill(this.card);
    const next = this.session.below();
    fill(
      this.card,
      h(
        "div",
        { class: "arrived panel panel-bright" },
        h("p", { class: "pixel pixel-2 text-c-yellow" }, "The stairs down"),
        h("p", {}, `You have found the way out of here: ${walkSummary(walk)}.`),
        h(
          "div",
          { class: "flex flex-wrap gap-3" },
          h(
            "button",
            { class: "btn btn-main", type: "button", onclick: () => this.descend() },
            `Down to dungeon ${next?.seed}`,
          ),
          h(
            "button",
            {
              class: "btn",
              type: "button",
              onclick: () => {
                fill(this.card);
                this.mapView.focus();
              },
            },
            "Look around",
          ),
        ),
      ),
    );
  }

  /** What the address asked for cannot be dug: say so where the map would be. */
  private showInvalid(): void {
    setText(this.heading, "No such dungeon");
    this.mapView.show(empty(1, 1));
    fill(this.facts);
    fill(this.actions);
    this.footer.showText("Mend what is written in red, or let the dice choose.");
  }

  private showActions(spec: DungeonSpec, plan: Plan | null = null): void {
    fill(
      this.actions,
      shareLink(englishShareText("This link gives the same map to everyone"), location.href).element,
      this.fight(spec, plan),
    );
  }

  private fight(spec: DungeonSpec, plan: Plan | null): HTMLElement {
    const most = this.choices.largestBoard;
    const side = Math.max(...["width", "height"].map((name) => spec.options[name] ?? plan?.width ?? 0));
    const large = side > most;
    const begin = () => {
      const room = roomName();
      saveFogAction(room, { options: { players: 2, dungeon: spec.seed, dungeonOptions: digOptions(spec) } });
      go(`/fog/${room}`);
    };
    return h(
      "section",
      { class: "panel grid gap-3 p-5", "aria-labelledby": "fight" },
      h("h2", { id: "fight", class: "pixel" }, "Fight here"),
      h(
        "p",
        { class: "text-sm text-mist" },
        large
          ? `Fog of War is played on boards of up to ${most}×${most} tiles. This dungeon is larger.`
          : "A room of Fog of War in this dungeon: its walls are the mountains, its doors, secrets and stairs are open land.",
      ),
      h("button", { class: "btn", type: "button", disabled: large, onclick: begin }, "Open a room"),
    );
  }
}

/** The dungeon options of a room; null for the defaults. */
function digOptions({ profile, options }: DungeonSpec) {
  if (profile === "classic" && Object.keys(options).length === 0) return null;
  return { profile: profile as "classic" | "c64", ...options };
}

function section(id: string, title: string, ...inside: readonly HTMLElement[]): HTMLElement {
  return h(
    "section",
    { class: "grid content-start gap-4", "aria-labelledby": id },
    h("h2", { id, class: "pixel pixel-2" }, title),
    ...inside,
  );
}
