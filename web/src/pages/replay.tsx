/** The page of a replay: any turn, from the view of any seat, and playing on from it. */

import "./replay.css";

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { type Answer, type Failed, NO_ANSWER } from "../api";
import { useTexts } from "../language";
import { FailedReplay, failureTitle } from "../replay/failure";
import { FileDrops } from "../replay/file-picker";
import type { ReplayBoard } from "../replay/game";
import { REPLAY_GAMES } from "../replay/games";
import { keyHelp, replayKeys } from "../replay/keys";
import { PlayOnDialog } from "../replay/play-on";
import { PlaybackBar, type ViewActions } from "../replay/playback-bar";
import { ReplayPlayer, turnOf } from "../replay/player";
import { ReplayCanvas } from "../replay/replay-canvas";
import { Sidebar } from "../replay/sidebar";
import { REPLAY_TEXT } from "../replay/texts";
import { sourceOf } from "../replay/timeline-source";
import { type PageProps, usePageTitle } from "../router";
import { HelpDialog } from "../shell/help-dialog";
import { useKeys } from "../shell/keyboard";
import { useStore } from "../store";

export default function ReplayPage(props: PageProps) {
  const opened = useReplay(props);
  return (
    <>
      {opened === null ? <Loading /> : opened.ok ? <Replay player={opened.value} /> : <Failure failure={opened} />}
      <FileDrops />
    </>
  );
}

/** The player of the replay that the address names; null while it is loaded. */
function useReplay({ params, query }: PageProps): Answer<ReplayPlayer> | null {
  const [opened, setOpened] = useState<Answer<ReplayPlayer> | null>(null);
  useEffect(() => {
    let closed = false;
    let player: ReplayPlayer | null = null;
    const show = (answer: Answer<ReplayPlayer>) => {
      if (closed) return;
      if (answer.ok) player = answer.value;
      setOpened(answer);
    };
    openPlayer(params[0]!, query).then(show, () => show(NO_ANSWER));
    return () => {
      closed = true;
      player?.close();
    };
  }, []);
  return opened;
}

async function openPlayer(id: string, query: URLSearchParams): Promise<Answer<ReplayPlayer>> {
  const source = await sourceOf(id, query);
  if (!source.ok) return source;
  const timeline = await source.value.timeline(wholeNumber(query.get("seat")));
  if (!timeline.ok) return timeline;
  const replay = await REPLAY_GAMES[timeline.value.game].load(timeline.value);
  const turn = wholeNumber(query.get("turn")) ?? 0;
  return { ok: true, value: new ReplayPlayer(source.value, replay, timeline.value, turn) };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+/.test(text) ? Number.parseInt(text, 10) : null;
}

function Loading() {
  const text = useTexts(REPLAY_TEXT);
  usePageTitle(text.title);
  return (
    <div class="m-auto grid gap-4 p-8 text-center" role="status">
      <p class="pixel pixel-2 blink">{text.loading}</p>
      <p class="text-mist">{text.loadingText}</p>
    </div>
  );
}

function Failure({ failure }: { readonly failure: Failed }) {
  useTexts(REPLAY_TEXT);
  usePageTitle(failureTitle(failure));
  return <FailedReplay failure={failure} />;
}

function Replay({ player }: { readonly player: ReplayPlayer }) {
  const state = useStore(player);
  usePageTitle(state.timeline.players.join(" – "));
  useFullWindow();
  const board = useRef<ReplayBoard>(null);
  const [dialog, setDialog] = useState<"keys" | "play on" | null>(null);
  const closeDialog = () => setDialog(null);
  const actions: ViewActions = {
    zoom: (steps) => board.current?.view.zoom(steps),
    fit: () => board.current?.view.fit(),
    showHelp: () => setDialog("keys"),
  };
  const playOn = () => {
    player.dispatch({ action: "pause" });
    setDialog("play on");
  };
  useKeys(replayKeys(player, actions));
  return (
    <div class="replay-layout">
      <ReplayCanvas player={player} state={state} board={board} />
      <PlaybackBar player={player} state={state} actions={actions} />
      <Sidebar player={player} state={state} playOn={playOn} />
      {dialog === "keys" && <HelpDialog keys={keyHelp(player)} close={closeDialog} />}
      {dialog === "play on" && (
        <PlayOnDialog
          prepare={() => player.source.position(turnOf(player.state))}
          seat={state.timeline.seat}
          close={closeDialog}
        />
      )}
    </div>
  );
}

/** Lets the replay fill the window, where it is wide enough. */
function useFullWindow(): void {
  useLayoutEffect(() => {
    document.body.toggleAttribute("data-replay", true);
    return () => document.body.removeAttribute("data-replay");
  }, []);
}
