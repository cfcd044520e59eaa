/** Sources of timelines: a match that the server keeps, or a replay file, which the server reads and does not keep. */

import { type Answer, replayPage, request, requestFile } from "../api";
import type { Position, ReplayCard, Sound, Unsound } from "../protocol";
import { clientFailure } from "./failure";
import { pickedFile } from "./file-picker";
import type { Timeline } from "./game";

export interface TimelineSource {
  /** The address of its page, without turn and seat; null if only this tab knows it. */
  readonly address: string | null;
  timeline(seat: number | null): Promise<Answer<Timeline>>;
  /** The card of the match; null if the server does not keep it. */
  readonly card: (() => Promise<Answer<ReplayCard>>) | null;
  /** Prepares a turn to be played on. */
  position(turn: number): Promise<Answer<Position>>;
  /** Checks it against the rules; null for files, which the server checks before it shows them. */
  readonly verify: (() => Promise<Answer<Sound | Unsound>>) | null;
  /** The address of its file; null for a file of the user. */
  readonly download: string | null;
}

/** The source that the address of a replay page names. */
export async function sourceOf(id: string, query: URLSearchParams): Promise<Answer<TimelineSource>> {
  if (id !== "file") return { ok: true, value: storedMatch(id) };
  const given = query.get("from");
  if (given === null) {
    const file = pickedFile();
    return file ? { ok: true, value: matchFile(file) } : clientFailure("NO_FILE");
  }
  const from = ownAddress(given, location.origin);
  if (from === null) return clientFailure("NOT_OURS");
  const file = await requestFile(from);
  return file.ok ? { ok: true, value: matchFile(file.value, from) } : file;
}

const OCTETS = { "content-type": "application/octet-stream" };

const seatQuery = (seat: number | null) => (seat === null ? "all" : String(seat));

/** A match that the server keeps. */
function storedMatch(id: string): TimelineSource {
  const path = `/api/replays/${encodeURIComponent(id)}`;
  return {
    address: replayPage(id),
    timeline: (seat) => request(`${path}/film?seat=${seatQuery(seat)}`),
    card: () => request(path),
    position: (turn) => request(`${path}/positions?turn=${turn}`, { method: "POST" }),
    verify: () => request(`${path}/verify`),
    download: `${path}/file`,
  };
}

/** The source for a replay file; `from` is its address if it came from the server. */
function matchFile(data: Blob, from: string | null = null): TimelineSource {
  const send = { method: "POST", body: data, headers: OCTETS };
  return {
    address: from === null ? null : `/replays/file?from=${encodeURIComponent(from)}`,
    timeline: (seat) => request(`/api/films?seat=${seatQuery(seat)}`, send),
    card: null,
    position: (turn) => request(`/api/positions?turn=${turn}`, send),
    verify: null,
    download: from,
  };
}

/** An address of this server's interface, or null: a link must not make the page read from anywhere else. */
export function ownAddress(from: string, origin: string): string | null {
  if (!/^\/[^/\\]/.test(from)) return null;
  try {
    const url = new URL(from, origin);
    return url.origin === origin && url.pathname.startsWith("/api/") ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
