/** Sources of timelines: a match that the server keeps, or a replay file, which the server only reads. */

import { request, type Answer } from "../api";
import type { Position, ReplayCard, ReplayCards, Sound, Unsound } from "../protocol";
import type { Timeline } from "./markers";

export interface TimelineSource {
  /** What the timeline is of, for the title. */
  readonly title: string;
  /** The address of its page, without turn and seat; null if only this tab knows it. */
  readonly address: string | null;
  timeline(seat: number | null): Promise<Answer<Timeline>>;
  /** What the server knows of the match beside its timeline; null if it does not keep it. */
  card: (() => Promise<Answer<ReplayCard>>) | null;
  /** Get a turn ready to be played on. */
  position(turn: number): Promise<Answer<Position>>;
  /** Whether the rules confirm it; null when that was found out before it was shown. */
  verify: (() => Promise<Answer<Sound | Unsound>>) | null;
  /** Where it is downloaded; null for a file of the user. */
  readonly download: { readonly href: string; readonly name: string } | null;
}

const OCTETS = { "content-type": "application/octet-stream" };

const seatQuery = (seat: number | null) => (seat === null ? "all" : String(seat));

/** A match that the server keeps. */
export function storedMatch(id: string): TimelineSource {
  const path = `/api/replays/${encodeURIComponent(id)}`;
  return {
    title: `Replay ${id}`,
    address: `/replays/${encodeURIComponent(id)}`,
    timeline: (seat) => request(`${path}/film?seat=${seatQuery(seat)}`),
    card: () => request(path),
    position: (turn) => request(`${path}/positions?turn=${turn}`, { method: "POST" }),
    verify: () => request(`${path}/verify`),
    download: { href: `${path}/file`, name: `${id}.duskfall` },
  };
}

/** The source for a replay file; `from` is its address if it came from the server. */
export function matchFile(data: Blob, name: string, from: string | null = null): TimelineSource {
  const send = { method: "POST", body: data, headers: OCTETS };
  return {
    title: name,
    address: from === null ? null : `/replays/file?from=${encodeURIComponent(from)}`,
    timeline: (seat) => request(`/api/films?seat=${seatQuery(seat)}`, send),
    card: null,
    position: (turn) => request(`/api/positions?turn=${turn}`, send),
    verify: null,
    download: from === null ? null : { href: from, name },
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

/** Matches that have ended, of one game or of both, before one that was seen last. */
export async function fetchCards(
  game: string | null,
  limit: number,
  before: string | null,
): Promise<Answer<ReplayCards>> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (game) query.set("game", game);
  if (before) query.set("before", before);
  return request(`/api/replays?${query}`);
}
