/** A film of a finished match: any turn, with anybody's eyes, and the way back into the game. */

import "./replay.css";

import * as api from "../api";
import { fill, h, say } from "../dom";
import { onceAFrame } from "../animation-frame";
import { keysFor } from "../replay/keys";
import { marksOf, neighbour, type Film, type Mark } from "../replay/markers";
import { chooser, held, takeDrops } from "../replay/file-picker";
import { WORDS, panel } from "../replay/sidebar";
import { playOn } from "../replay/play-on";
import { frameOf } from "../replay/board-cache";
import { fetched, ofFile, ownAddress, stored, type Answer, type Failed, type Source } from "../replay/timeline-source";
import { stageFor, type Stage } from "../replay/board";
import { after, opened, type State, type Step } from "../replay/state";
import { transport } from "../replay/transport";
import { readdress, type Page, type Visit } from "../router";
import type { ScenarioWhole } from "../protocol";

const SPEEDS: Readonly<Record<Film["game"], readonly number[]>> = {
  fog: [1, 2, 5, 10, 25, 50],
  welten: [1, 2, 5, 10, 25, 50],
};
const USUAL: Readonly<Record<Film["game"], number>> = { fog: 5, welten: 2 };
/** Milliseconds of rest after which the address tells where one is: browsers dislike a new one at every step. */
const SETTLED_MS = 250;

export async function open(visit: Visit): Promise<Page> {
  const { outlet, parts, query } = visit;
  fill(outlet, waiting());
  const undrop = takeDrops();
  const source = await sourceOf(parts[0]!, query);
  if (!source.ok) {
    refuse(outlet, source);
    return { title: "Replay", close: undrop };
  }
  const seat = query.has("seat") ? Number.parseInt(query.get("seat")!, 10) : Number.NaN;
  const film = await source.value.film(Number.isInteger(seat) && seat >= 0 ? seat : null);
  if (!film.ok) {
    refuse(outlet, film);
    return { title: "Replay", close: undrop };
  }
  const turn = Number.parseInt(query.get("turn") ?? "0", 10);
  const canvas = h("canvas", {
    class: "absolute inset-0 h-full w-full touch-none",
    id: "film",
    role: "img",
    "aria-label": "The board",
  });
  const types = film.value.game === "welten" ? ((await api.scenario("default"))?.unitTypes ?? []) : [];
  const stage = await stageFor(film.value, canvas);
  const show = new Show(outlet, canvas, stage, source.value, film.value, types, Number.isInteger(turn) ? turn : 0);
  return {
    title: film.value.players.join(" – "),
    close() {
      undrop();
      show.close();
    },
  };
}

/** A film that is being watched. */
class Show {
  private state: State;
  private film: Film;
  private marks: readonly Mark[];
  private turns: readonly number[];
  private readonly films = new Map<number | null, Film>();
  private readonly panel;
  private readonly transport;
  private readonly stopKeys: () => void;
  private readonly notice = h("p", { class: "film-notice empty:hidden", role: "alert" });
  private readonly order = h("p", { class: "chip pointer-events-none absolute bottom-3 left-3 empty:hidden" });
  private wanted: number | null;
  private clock = 0;
  private before = 0;
  private settling = 0;
  private open = true;
  private readonly paint = onceAFrame(() => this.draw());
  /** The canvas has its size only now that it is on the page: show the whole board in it. */
  private readonly measured = new ResizeObserver(() => {
    this.measured.disconnect();
    this.stage.view.fit();
  });

  constructor(
    outlet: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly stage: Stage,
    private readonly source: Source,
    film: Film,
    private readonly types: ScenarioWhole["unitTypes"],
    turn: number,
  ) {
    this.film = film;
    this.wanted = film.seat;
    this.films.set(film.seat, film);
    this.turns = film.frames.map((frame) => frame.turn);
    this.marks = marksOf(film, types);
    this.state = opened(film.frames.length - 1, frameOf(this.turns, turn), USUAL[film.game]);
    const wishes = {
      take: (step: Step) => this.take(step),
      leap: (direction: 1 | -1) => this.leap(direction),
      zoom: (steps: number) => this.stage.view.zoom(steps),
      fit: () => this.stage.view.fit(),
      look: (seat: number | null) => void this.look(seat),
      turn: (wish: number) => this.take({ done: "seek", frame: frameOf(this.turns, wish) }),
      frame: (frame: number) => this.take({ done: "seek", frame }),
      playOn: () => this.playOn(),
    };
    this.panel = panel(source, film, wishes);
    this.panel.load(film, this.marks);
    this.transport = transport(wishes, WORDS[film.game].unit, SPEEDS[film.game], this.state.speed);
    this.transport.marks(this.marks, this.state.last);
    this.stopKeys = keysFor(wishes, film.game === "fog" ? film.players.length : 0);
    fill(
      outlet,
      h(
        "div",
        { class: "film" },
        h("div", { class: "film-board" }, canvas, this.order, this.notice),
        this.transport.element,
        this.panel.element,
      ),
    );
    document.body.toggleAttribute("data-filming", true);
    this.draw();
    this.measured.observe(canvas);
  }

  close(): void {
    this.open = false;
    this.measured.disconnect();
    cancelAnimationFrame(this.clock);
    clearTimeout(this.settling);
    this.paint.cancel();
    this.stopKeys();
    this.stage.close();
    this.transport.close();
    document.body.removeAttribute("data-filming");
  }

  private get turn(): number {
    return this.turns[this.state.frame] ?? 0;
  }

  private take(step: Step): void {
    const before = this.state;
    this.state = after(before, step);
    if (before === this.state) return;
    if (this.state.playing && !before.playing) this.run();
    if (before.frame !== this.state.frame || before.playing !== this.state.playing) this.paint();
    if (!this.state.playing) this.settle();
  }

  /** Let time pass for as long as the film plays. */
  private run(): void {
    this.before = performance.now();
    const tick = (now: number) => {
      if (!this.open || !this.state.playing) return;
      // A tab that was away does not make up for it.
      this.take({ done: "wait", ms: Math.min(250, Math.max(0, now - this.before)) });
      this.before = now;
      this.clock = requestAnimationFrame(tick);
    };
    cancelAnimationFrame(this.clock);
    this.clock = requestAnimationFrame(tick);
  }

  private draw(): void {
    const { state, turn } = this;
    this.stage.show(state.frame, state.playing ? 900 / state.speed : 0);
    this.transport.update(state, turn, this.film.turns);
    say(this.order, this.stage.ordered(state.frame));
    const address = this.address();
    this.panel.update(state.frame, address === null ? null : location.origin + address);
    this.canvas.dataset["turn"] = String(turn);
    this.canvas.dataset["seat"] = this.film.seat === null ? "all" : String(this.film.seat);
    const whose = this.film.seat === null ? "" : `, with the eyes of ${this.film.players[this.film.seat] ?? ""}`;
    this.canvas.setAttribute("aria-label", `The board at ${WORDS[this.film.game].unit} ${turn}${whose}`);
  }

  private address(): string | null {
    const { address } = this.source;
    if (address === null) return null;
    const query = new URLSearchParams({ turn: String(this.turn) });
    if (this.film.seat !== null) query.set("seat", String(this.film.seat));
    return `${address}${address.includes("?") ? "&" : "?"}${query}`;
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => {
      const address = this.address();
      if (address !== null && this.open) readdress(address);
    }, SETTLED_MS);
  }

  private leap(direction: 1 | -1): void {
    const frame = neighbour(this.marks, this.state.frame, direction);
    if (frame !== null) this.take({ done: "seek", frame });
  }

  /** Look with other eyes: the film of that seat is fetched once. */
  private async look(seat: number | null): Promise<void> {
    this.wanted = seat;
    const known = this.films.get(seat);
    const answer: Answer<Film> = known ? { ok: true, value: known } : await this.source.film(seat);
    if (!this.open || this.wanted !== seat) return;
    fill(this.notice, answer.ok ? null : answer.message);
    if (!answer.ok) return;
    const turn = this.turn;
    this.film = answer.value;
    this.films.set(seat, this.film);
    this.turns = this.film.frames.map((frame) => frame.turn);
    this.marks = marksOf(this.film, this.types);
    this.stage.load(this.film);
    this.panel.load(this.film, this.marks);
    this.state = after(this.state, {
      done: "other film",
      last: this.film.frames.length - 1,
      frame: frameOf(this.turns, turn),
    });
    this.transport.marks(this.marks, this.state.last);
    this.paint();
    this.settle();
  }

  private playOn(): void {
    this.take({ done: "pause" });
    const { turn } = this;
    void playOn(() => this.source.position(turn), this.film.seat);
  }
}

async function sourceOf(id: string, query: URLSearchParams): Promise<Answer<Source>> {
  if (id !== "file") return { ok: true, value: stored(id) };
  const given = query.get("from");
  if (given === null) {
    const file = held();
    if (file) return { ok: true, value: ofFile(file.data, file.name) };
    return { ok: false, code: "NO_FILE", message: "A file is only kept while its page is open. Choose it again." };
  }
  const from = ownAddress(given, location.origin);
  if (from === null) {
    const message = "The link names a file that does not belong to this server, so it was not opened.";
    return { ok: false, code: "NOT_OURS", message };
  }
  const file = await fetched(from);
  return file.ok ? { ok: true, value: ofFile(file.value, "A match", from) } : file;
}

function waiting(): HTMLElement {
  return h(
    "div",
    { class: "m-auto grid gap-4 p-8 text-center", role: "status" },
    h("p", { class: "pixel pixel-2 blink" }, "Fetching the film"),
    h("p", { class: "text-mist" }, "The server plays the match again, turn by turn."),
  );
}

const TITLES: Readonly<Record<string, string>> = {
  GAME_RUNNING: "It is still being played",
  NO_SUCH: "There is no such match",
  NO_FILE: "Open a replay file",
};

function refuse(outlet: HTMLElement, { code, message }: Failed): void {
  fill(
    outlet,
    h(
      "section",
      { class: "mx-auto grid w-full max-w-xl gap-6 px-5 py-24" },
      h("h1", { class: "pixel pixel-3" }, TITLES[code] ?? "This cannot be shown"),
      h("p", { role: "alert", class: "wrap-anywhere" }, message),
      h(
        "div",
        { class: "flex flex-wrap gap-3" },
        chooser(
          code === "NO_FILE" ? "Choose a file" : "Open another file",
          code === "NO_FILE" ? "btn btn-main" : "btn",
        ),
        h("a", { class: "btn", href: "/replays" }, "To the replays"),
      ),
    ),
  );
}
