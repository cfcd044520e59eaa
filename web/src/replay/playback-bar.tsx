/** The playback bar below the board: a slider with marks, and the buttons that play, stop, step and zoom. */

import { Icon, type IconName } from "../components/icon";
import { useTexts } from "../language";
import { EventTrack } from "./event-track";
import { type ReplayPlayer, type ReplayState, turnOf } from "./player";
import { PLAYBACK_TEXT } from "./texts";

/** The speeds to choose from, in frames a second. */
const SPEEDS = [1, 2, 5, 10, 25, 50];

/** What keys and buttons can ask of the page besides the player. */
export interface ViewActions {
  zoom(steps: number): void;
  fit(): void;
  showHelp(): void;
}

interface PlaybackBarProps {
  readonly player: ReplayPlayer;
  readonly state: ReplayState;
  readonly actions: ViewActions;
}

export function PlaybackBar({ player, state, actions }: PlaybackBarProps) {
  const text = useTexts(PLAYBACK_TEXT);
  const gameText = useTexts(player.game.texts);
  const { frame, last } = state.playback;
  const position = gameText.position(turnOf(state), state.timeline.turns);
  return (
    <div class="transport">
      <div class="track">
        <EventTrack markers={state.markers} last={last} />
        <input
          type="range"
          class="scrub"
          id="scrub"
          min={0}
          max={last}
          step={1}
          value={frame}
          style={{ "--share": last ? frame / last : 0 }}
          aria-label={gameText.goTo}
          aria-valuetext={position}
          onInput={(event) => player.dispatch({ action: "seek", frame: event.currentTarget.valueAsNumber })}
        />
      </div>
      <div class="transport-controls">
        <p class="pixel min-w-0 tabular-nums" id="turn">
          {position}
        </p>
        <PlaybackButtons player={player} playing={state.playback.playing} />
        <div class="rest">
          <select
            class="field w-auto"
            aria-label={gameText.speed}
            value={state.playback.speed}
            onChange={(event) => player.dispatch({ action: "speed", speed: Number(event.currentTarget.value) })}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {text.speed(speed)}
              </option>
            ))}
          </select>
          <ViewButtons actions={actions} />
        </div>
      </div>
    </div>
  );
}

function PlaybackButtons({ player, playing }: { readonly player: ReplayPlayer; readonly playing: boolean }) {
  const text = useTexts(PLAYBACK_TEXT);
  const keys = text.keyNames;
  const seek = (frame: number) => player.dispatch({ action: "seek", frame });
  const step = (by: number) => player.dispatch({ action: "step", by });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form
    <div class="keys" role="group" aria-label={text.controls}>
      <IconButton icon="first" class="edge-step" label={text.first} keyLabel={keys.home} onClick={() => seek(0)} />
      <IconButton icon="back" label={text.back} keyLabel="←" onClick={() => step(-1)} />
      <IconButton
        id="play"
        class="btn-main"
        icon={playing ? "pause" : "play"}
        label={playing ? text.pause : text.play}
        keyLabel={keys.space}
        onClick={() => player.dispatch({ action: "toggle" })}
      />
      <IconButton icon="forth" label={text.forth} keyLabel="→" onClick={() => step(1)} />
      <IconButton icon="last" class="edge-step" label={text.last} keyLabel={keys.end} onClick={() => seek(Infinity)} />
    </div>
  );
}

function ViewButtons({ actions }: { readonly actions: ViewActions }) {
  const text = useTexts(PLAYBACK_TEXT);
  return (
    <div class="zooms">
      <IconButton icon="minus" label={text.zoomOut} keyLabel="-" onClick={() => actions.zoom(-1)} />
      <IconButton icon="plus" label={text.zoomIn} keyLabel="+" onClick={() => actions.zoom(1)} />
      <IconButton icon="fit" label={text.fit} keyLabel="F" onClick={() => actions.fit()} />
      <IconButton icon="keys" label={text.keys} keyLabel="?" onClick={() => actions.showHelp()} />
    </div>
  );
}

function IconButton(props: {
  readonly icon: IconName;
  readonly label: string;
  /** The key that does the same. */
  readonly keyLabel: string;
  readonly id?: string;
  readonly class?: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      id={props.id}
      class={`btn ${props.class ?? ""}`}
      type="button"
      title={`${props.label} (${props.keyLabel})`}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      <span class="sr-only">{props.label}</span>
    </button>
  );
}
