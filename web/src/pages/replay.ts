/** The page of a replay: any turn, from the view of any seat, and playing on from it. */

import "./replay.css";

import * as api from "../api";
import { fill, h, setText } from "../dom";
import { oncePerFrame } from "../animation-frame";
import { attachKeys } from "../replay/keys";
import { markersOf, adjacentMarker, type Timeline, type Marker } from "../replay/markers";
import { filePicker, pickedFile, acceptDrops } from "../replay/file-picker";
import { GAME_TEXT, sidebar } from "../replay/sidebar";
import { playOn } from "../replay/play-on";
import { frameOf } from "../replay/board-cache";
import { matchFile, ownAddress, storedMatch, type TimelineSource } from "../replay/timeline-source";
import { createReplayBoard, type ReplayBoard } from "../replay/board";
import { reduce, initialState, type State, type Step } from "../replay/state";
import { playbackBar } from "../replay/playback-bar";
import { replaceAddress, type Page, type Visit } from "../router";
import type { ScenarioWhole } from "../protocol";

const SPEEDS: Readonly<Record<Timeline["game"], readonly number[]>> = {
  fog: [1, 2, 5, 10, 25, 50],
  welten: [1, 2, 5, 10, 25, 50],
};
const USUAL: Readonly<Record<Timeline["game"], number>> = { fog: 5, welten: 2 };
/** Milliseconds without a change after which the address is updated: browsers limit how often it may change. */
const SETTLED_MS = 250;

export async function open(visit: Visit): Promise<Page> {
  const { outlet, params, query } = visit;
  fill(outlet, waiting());
  const undrop = acceptDrops();
  const source = await sourceOf(params[0]!, query);
  if (!source.ok) {
    showFailure(outlet, source);
    return { title: "Replay", close: undrop };
  }
  const seat = query.has("seat") ? Number.parseInt(query.get("seat")!, 10) : Number.NaN;
  const timeline = await source.value.timeline(Number.isInteger(seat) && seat >= 0 ? seat : null);
  if (!timeline.ok) {
    showFailure(outlet, timeline);
    return { title: "Replay", close: undrop };
  }
  const turn = Number.parseInt(query.get("turn") ?? "0", 10);
  const canvas = h("canvas", {
    class: "absolute inset-0 h-full w-full touch-none",
    id: "replay-board",
    role: "img",
    "aria-label": "The board",
  });
  const types = timeline.value.game === "welten" ? ((await api.scenario("default"))?.unitTypes ?? []) : [];
  const board = await createReplayBoard(timeline.value, canvas);
  const show = new ReplayPlayer(
    outlet,
    canvas,
    board,
    source.value,
    timeline.value,
    types,
    Number.isInteger(turn) ? turn : 0,
  );
  return {
    title: timeline.value.players.join(" – "),
    close() {
      undrop();
      show.close();
    },
  };
}

/** A timeline that is being watched. */
class ReplayPlayer {
  private state: State;
  private timeline: Timeline;
  private markers: readonly Marker[];
  private turns: readonly number[];
  private readonly timelines = new Map<number | null, Timeline>();
  private readonly sidebar;
  private readonly playbackBar;
  private readonly stopKeys: () => void;
  private readonly notice = h("p", { class: "replay-notice empty:hidden", role: "alert" });
  private readonly order = h("p", { class: "chip pointer-events-none absolute bottom-3 left-3 empty:hidden" });
  private wanted: number | null;
  private clock = 0;
  private before = 0;
  private settling = 0;
  private open = true;
  private readonly paint = oncePerFrame(() => this.draw());
  /** The canvas has its size only now that it is on the page: show the whole board in it. */
  private readonly measured = new ResizeObserver(() => {
    this.measured.disconnect();
    this.board.view.fit();
  });

  constructor(
    outlet: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly board: ReplayBoard,
    private readonly source: TimelineSource,
    timeline: Timeline,
    private readonly types: ScenarioWhole["unitTypes"],
    turn: number,
  ) {
    this.timeline = timeline;
    this.wanted = timeline.seat;
    this.timelines.set(timeline.seat, timeline);
    this.turns = timeline.frames.map((frame) => frame.turn);
    this.markers = markersOf(timeline, types);
    this.state = initialState(timeline.frames.length - 1, frameOf(this.turns, turn), USUAL[timeline.game]);
    const handlers = {
      dispatch: (step: Step) => this.dispatch(step),
      jump: (direction: 1 | -1) => this.jump(direction),
      zoom: (steps: number) => this.board.view.zoom(steps),
      fit: () => this.board.view.fit(),
      viewAs: (seat: number | null) => void this.viewAs(seat),
      goToTurn: (wanted: number) => this.dispatch({ action: "seek", frame: frameOf(this.turns, wanted) }),
      goToFrame: (frame: number) => this.dispatch({ action: "seek", frame }),
      playOn: () => this.playOn(),
    };
    this.sidebar = sidebar(source, timeline, handlers);
    this.sidebar.setTimeline(timeline, this.markers);
    this.playbackBar = playbackBar(handlers, GAME_TEXT[timeline.game].unit, SPEEDS[timeline.game], this.state.speed);
    this.playbackBar.markers(this.markers, this.state.last);
    this.stopKeys = attachKeys(handlers, timeline.game === "fog" ? timeline.players.length : 0);
    fill(
      outlet,
      h(
        "div",
        { class: "replay-layout" },
        h("div", { class: "replay-board" }, canvas, this.order, this.notice),
        this.playbackBar.element,
        this.sidebar.element,
      ),
    );
    document.body.toggleAttribute("data-replay", true);
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
    this.board.close();
    this.playbackBar.close();
    document.body.removeAttribute("data-replay");
  }

  private get turn(): number {
    return this.turns[this.state.frame] ?? 0;
  }

  private dispatch(step: Step): void {
    const before = this.state;
    this.state = reduce(before, step);
    if (before === this.state) return;
    if (this.state.playing && !before.playing) this.run();
    if (before.frame !== this.state.frame || before.playing !== this.state.playing) this.paint();
    if (!this.state.playing) this.settle();
  }

  /** Let time pass for as long as the timeline plays. */
  private run(): void {
    this.before = performance.now();
    const tick = (now: number) => {
      if (!this.open || !this.state.playing) return;
      // A tab that was away does not make up for it.
      this.dispatch({ action: "wait", ms: Math.min(250, Math.max(0, now - this.before)) });
      this.before = now;
      this.clock = requestAnimationFrame(tick);
    };
    cancelAnimationFrame(this.clock);
    this.clock = requestAnimationFrame(tick);
  }

  private draw(): void {
    const { state, turn } = this;
    this.board.show(state.frame, state.playing ? 900 / state.speed : 0);
    this.playbackBar.update(state, turn, this.timeline.turns);
    setText(this.order, this.board.orderText(state.frame));
    const address = this.address();
    this.sidebar.update(state.frame, address === null ? null : location.origin + address);
    this.canvas.dataset["turn"] = String(turn);
    this.canvas.dataset["seat"] = this.timeline.seat === null ? "all" : String(this.timeline.seat);
    const whose =
      this.timeline.seat === null ? "" : `, with the eyes of ${this.timeline.players[this.timeline.seat] ?? ""}`;
    this.canvas.setAttribute("aria-label", `The board at ${GAME_TEXT[this.timeline.game].unit} ${turn}${whose}`);
  }

  private address(): string | null {
    const { address } = this.source;
    if (address === null) return null;
    const query = new URLSearchParams({ turn: String(this.turn) });
    if (this.timeline.seat !== null) query.set("seat", String(this.timeline.seat));
    return `${address}${address.includes("?") ? "&" : "?"}${query}`;
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => {
      const address = this.address();
      if (address !== null && this.open) replaceAddress(address);
    }, SETTLED_MS);
  }

  private jump(direction: 1 | -1): void {
    const frame = adjacentMarker(this.markers, this.state.frame, direction);
    if (frame !== null) this.dispatch({ action: "seek", frame });
  }

  /** Look with other eyes: the timeline of that seat is fetched once. */
  private async viewAs(seat: number | null): Promise<void> {
    this.wanted = seat;
    const known = this.timelines.get(seat);
    const answer: api.Answer<Timeline> = known ? { ok: true, value: known } : await this.source.timeline(seat);
    if (!this.open || this.wanted !== seat) return;
    fill(this.notice, answer.ok ? null : answer.message);
    if (!answer.ok) return;
    const turn = this.turn;
    this.timeline = answer.value;
    this.timelines.set(seat, this.timeline);
    this.turns = this.timeline.frames.map((frame) => frame.turn);
    this.markers = markersOf(this.timeline, this.types);
    this.board.setTimeline(this.timeline);
    this.sidebar.setTimeline(this.timeline, this.markers);
    this.state = reduce(this.state, {
      action: "other timeline",
      last: this.timeline.frames.length - 1,
      frame: frameOf(this.turns, turn),
    });
    this.playbackBar.markers(this.markers, this.state.last);
    this.paint();
    this.settle();
  }

  private playOn(): void {
    this.dispatch({ action: "pause" });
    const { turn } = this;
    void playOn(() => this.source.position(turn), this.timeline.seat);
  }
}

async function sourceOf(id: string, query: URLSearchParams): Promise<api.Answer<TimelineSource>> {
  if (id !== "file") return { ok: true, value: storedMatch(id) };
  const given = query.get("from");
  if (given === null) {
    const file = pickedFile();
    if (file) return { ok: true, value: matchFile(file.data, file.name) };
    return { ok: false, code: "NO_FILE", message: "A file is only kept while its page is open. Choose it again." };
  }
  const from = ownAddress(given, location.origin);
  if (from === null) {
    const message = "The link names a file that does not belong to this server, so it was not opened.";
    return { ok: false, code: "NOT_OURS", message };
  }
  const file = await api.requestFile(from);
  return file.ok ? { ok: true, value: matchFile(file.value, "A match", from) } : file;
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

function showFailure(outlet: HTMLElement, { code, message }: api.Failed): void {
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
        filePicker(
          code === "NO_FILE" ? "Choose a file" : "Open another file",
          code === "NO_FILE" ? "btn btn-main" : "btn",
        ),
        h("a", { class: "btn", href: "/replays" }, "To the replays"),
      ),
    ),
  );
}
