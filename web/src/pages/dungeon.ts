/** Dungeons: dug from a seed, looked at, walked through, carried home, fought over. */

import "./dungeon.css";

import { fill, h, say } from "../dom";
import { someSeed, wishOf, eyesOf, type Dig, type Eyes, type Wish } from "../dungeon/address";
import * as api from "../dungeon/api";
import { bar } from "../dungeon/toolbar";
import { empty, type Dungeon } from "../dungeon/board";
import { Expedition, whereabouts } from "../dungeon/session";
import { downloads, statistics } from "../dungeon/files";
import { foot } from "../dungeon/footer";
import { digForm } from "../dungeon/form";
import { stage } from "../dungeon/map-view";
import { summed, type Walk } from "../dungeon/walk";
import * as errand from "../room/pending-action";
import { roomName } from "../identity";
import { go, note, readdress, type Page, type Visit } from "../router";
import type { DungeonChoices, Plan } from "../protocol";
import { english, share } from "../components/share-link";

const INTRODUCTION = "Every seed is a map of rooms, corridors and secret doors, the same on every machine.";

export async function open({ outlet, parts, query }: Visit): Promise<Page> {
  fill(outlet, h("p", { class: "pixel pixel-2 blink m-auto p-8", role: "status" }, "Opening the dungeon"));
  const answer = await api.choices();
  if (!answer.ok) {
    absent(outlet, answer.message);
    return { title: "Dungeons" };
  }
  const page = new DungeonPage(outlet, answer.value, eyesOf(query));
  const seed = parts[0] ?? someSeed(answer.value.profiles[0]!, Math.random());
  page.begin(wishOf(seed, query));
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
  private readonly expedition: Expedition;
  private readonly stage = stage({
    step: (key, held) => this.expedition.press(key, held),
    search: () => void this.expedition.press("f"),
    tap: (tile) => this.expedition.tap(tile),
    enter: () => this.enter(),
    walk: () => this.expedition.see({ walk: !this.expedition.eyes.walk }),
    look: () => this.expedition.see({ look: this.expedition.eyes.look === "map" ? "c64" : "map" }),
    another: () => this.another(),
  });
  private readonly bar = bar({
    see: (change) => this.expedition.see(change),
    zoom: (steps) => this.stage.zoom(steps),
    fit: () => this.stage.fit(),
  });
  private readonly foot = foot({
    skip: () => void this.expedition.skip(),
    press: (key) => void this.expedition.press(key),
    again: () => this.expedition.retry(),
  });
  private readonly form;
  private readonly heading = h("h1", { class: "pixel pixel-3 min-w-0 break-words" }, "Dungeon");
  private readonly card = h("div", { class: "contents" });
  private readonly facts = h("div", { class: "grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_1fr]" });
  /** Whether one can come back from the next dungeon to the present one. */
  private noting = false;
  private plan: Plan | null = null;
  private readonly acts = h("div", { class: "acts grid content-start gap-6" });

  constructor(
    outlet: HTMLElement,
    private readonly choices: DungeonChoices,
    eyes: Eyes,
  ) {
    this.expedition = new Expedition(choices, eyes, {
      meant: (dig, seen) => this.meant(dig, seen),
      show: (dungeon) => this.show(dungeon),
      digging: (plan, progress) => {
        if (plan !== this.plan) this.arrive(plan);
        this.foot.digging(plan, progress);
        if (progress.done) this.finished(plan);
      },
      walking: (walk, trouble) => this.walking(walk, trouble),
      refused: (problems) => {
        this.form.complain(problems);
        if (!this.expedition.dig || "" in problems) this.nothing();
      },
    });
    this.form = digForm(choices, () => this.submit());
    this.lay(outlet);
  }

  get title(): string {
    return this.heading.textContent ?? "";
  }

  close(): void {
    this.expedition.close();
    this.stage.close();
  }

  /** Begin with what the address says. */
  begin(wish: Wish): void {
    this.form.write(wish);
    this.bar.update(this.expedition.eyes);
    this.stage.setLook(this.expedition.eyes.look);
    this.expedition.go(wish);
  }

  private lay(outlet: HTMLElement): void {
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
            { class: "stage panel", "aria-label": "Map" },
            this.bar.element,
            h("div", { class: "relative" }, this.stage.element, this.card),
            this.foot.element,
          ),
          this.acts,
        ),
        this.facts,
      ),
    );
  }

  /** Dig what stands in the form. */
  private submit(): void {
    this.noting = true;
    if (this.expedition.go(this.form.read())) this.stage.focus();
    this.noting = false;
  }

  private another(): void {
    this.form.roll();
    this.submit();
  }

  /** Go on: through the digging, or down the stairs. */
  private enter(): void {
    if (this.expedition.skip()) return;
    if (this.card.childElementCount > 0) this.descend();
  }

  private descend(): void {
    const wish = this.expedition.below();
    if (!wish) return;
    this.form.write(wish);
    this.submit();
  }

  private meant(dig: Dig, eyes: Eyes): void {
    this.form.complain({});
    say(this.heading, `Dungeon ${dig.seed}`);
    document.title = `${this.title} – Duskfall`;
    this.stage.setTitle(`${dig.profile} ${dig.seed}`.toUpperCase());
    this.stage.setLook(eyes.look);
    this.bar.update(eyes);
    fill(this.card);
    const address = whereabouts(this.expedition);
    if (location.pathname + location.search !== address) (this.noting ? note : readdress)(address);
    this.showActs(dig);
    if (!eyes.walk) return;
    fill(this.facts);
    this.stage.focus();
    // On a phone the map and the keys under it take the whole window.
    if (matchMedia("(width < 1024px)").matches) this.bar.element.scrollIntoView();
  }

  private show(dungeon: Dungeon): void {
    this.stage.show(dungeon);
  }

  /** Another map begins: look at all of it. */
  private arrive(plan: Plan): void {
    this.plan = plan;
    this.stage.fit();
    this.stage.centre(plan.camera);
  }

  private finished(plan: Plan): void {
    const { dig, eyes } = this.expedition;
    if (!dig) return;
    this.showActs(dig, plan);
    fill(
      this.facts,
      section("statistics", "Statistics", statistics(plan.counts)),
      section(
        "files",
        "Take it with you",
        h(
          "p",
          { class: "text-mist" },
          eyes.view === "player"
            ? "For players: every file is that of a map on which the secrets never were."
            : "For keepers: every file holds all secrets. Choose Player above the map for files to hand out.",
        ),
        downloads(this.choices.files, dig, eyes.view, plan),
      ),
    );
  }

  private walking(walk: Walk | null, trouble: string): void {
    this.foot.walking(walk, trouble);
    if (!walk?.arrived) return fill(this.card);
    const next = this.expedition.below();
    fill(
      this.card,
      h(
        "div",
        { class: "arrived panel panel-bright" },
        h("p", { class: "pixel pixel-2 text-c-yellow" }, "The stairs down"),
        h("p", {}, `You have found the way out of here: ${summed(walk)}.`),
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
                this.stage.focus();
              },
            },
            "Look around",
          ),
        ),
      ),
    );
  }

  /** What the address asked for cannot be dug: say so where the map would be. */
  private nothing(): void {
    say(this.heading, "No such dungeon");
    this.stage.show(empty(1, 1));
    fill(this.facts);
    fill(this.acts);
    this.foot.tell("Mend what is written in red, or let the dice choose.");
  }

  private showActs(dig: Dig, plan: Plan | null = null): void {
    fill(
      this.acts,
      share(english("This link gives the same map to everyone"), location.href).element,
      this.fight(dig, plan),
    );
  }

  private fight(dig: Dig, plan: Plan | null): HTMLElement {
    const most = this.choices.largestBoard;
    const side = Math.max(...["width", "height"].map((name) => dig.options[name] ?? plan?.width ?? 0));
    const large = side > most;
    const begin = () => {
      const room = roomName();
      errand.leave(room, { options: { players: 2, dungeon: dig.seed, dungeonOptions: digOptions(dig) } });
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

/** How a room is told of a dungeon that is not dug as usual. */
function digOptions({ profile, options }: Dig) {
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
