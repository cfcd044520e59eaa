/** The footer below a dungeon: progress of the digging, or of the walk. */

import type { ComponentChildren } from "preact";

import { Icon, type IconName } from "../components/icon";
import { texts, useTexts } from "../language";
import type { Plan } from "../protocol";
import type { Progress } from "./dig-animation";
import { useFocusHandover } from "./map-focus";
import { FailureText } from "./problems";
import type { DungeonSession } from "./session";
import type { DungeonState } from "./state";
import { phaseName } from "./texts";
import { eventText, walkSummary } from "./walk-texts";

const TEXT = texts({
  en: {
    invalid: "Mend what is written in red, or let the dice choose.",
    waiting: "Waiting for the server …",
    progress: "How far the digging is",
    skip: "Skip",
    again: "Try again",
    finished: (discarded: number) =>
      `${discarded === 0 ? "" : `${discarded === 1 ? "One map was" : `${discarded} maps were`} given up before this one came out. `}Drag the map to move it.`,
    startOver: "Start over",
    walk: "Walk",
    left: "Left",
    up: "Up",
    down: "Down",
    right: "Right",
    search: "Search",
    searchName: "Search around for secrets",
  },
  de: {
    invalid: "Berichtige, was in Rot steht, oder lass den Würfel wählen.",
    waiting: "Warten auf den Server …",
    progress: "Fortschritt des Grabens",
    skip: "Überspringen",
    again: "Nochmals versuchen",
    finished: (discarded: number) =>
      `${discarded === 0 ? "" : `${discarded === 1 ? "Eine Karte wurde" : `${discarded} Karten wurden`} verworfen, bevor diese gelang. `}Ziehe an der Karte, um sie zu verschieben.`,
    startOver: "Von vorn",
    walk: "Gehen",
    left: "Nach links",
    up: "Nach oben",
    down: "Nach unten",
    right: "Nach rechts",
    search: "Suchen",
    searchName: "Ringsum nach Geheimnissen suchen",
  },
});

interface FooterProps {
  readonly session: DungeonSession;
  readonly state: DungeonState;
}

export function Footer({ session, state }: FooterProps) {
  const text = useTexts(TEXT);
  const { plan, progress, walk, failure } = state;
  const digging = !state.viewOptions.walk && plan && progress ? { plan, progress } : null;
  return (
    <div class="dungeon-footer">
      <div class="dungeon-footer-text">
        <p role="status">{failure ? <FailureText failed={failure} /> : <Status state={state} />}</p>
        {digging && !digging.progress.done && (
          <progress class="dig-bar" max={1} value={digging.progress.share} aria-label={text.progress} />
        )}
        {walk && <p class="text-mist text-sm">{walkSummary(walk)}</p>}
        {walk && walk.steps > 0 && (
          <PassingButton class="btn btn-quiet" onClick={() => session.startOver()}>
            {text.startOver}
          </PassingButton>
        )}
        {failure && <PassingButton onClick={() => session.retry()}>{text.again}</PassingButton>}
        {digging && !digging.progress.done && <PassingButton onClick={() => session.skip()}>{text.skip}</PassingButton>}
        {state.spec && state.viewOptions.walk && <WalkPad session={session} />}
      </div>
      {digging && <Phases {...digging} />}
    </div>
  );
}

/** What is going on, in words. */
function Status({ state }: { readonly state: DungeonState }) {
  const text = useTexts(TEXT);
  const { spec, problems, plan, progress, walk } = state;
  if (!spec) return <>{Object.keys(problems).length > 0 ? text.invalid : text.waiting}</>;
  if (walk) return <>{eventText(walk)}</>;
  if (!plan || !progress || state.viewOptions.walk) return <>{text.waiting}</>;
  return <>{progress.done ? text.finished(plan.attempt) : `${phaseName(plan.phases[progress.phase]!)} …`}</>;
}

function Phases({ plan, progress }: { readonly plan: Plan; readonly progress: Progress }) {
  return (
    <ol class="phases">
      {plan.phases.map((phase, at) => (
        <li
          key={phase.name}
          class={at < progress.phase ? "chip chip-good" : "chip"}
          aria-current={at === progress.phase ? "step" : undefined}
        >
          {phaseName(phase)}
        </li>
      ))}
    </ol>
  );
}

/** A button that is there for a while; the map gets its focus when it goes. */
export function PassingButton(props: {
  readonly class?: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}) {
  const part = useFocusHandover<HTMLButtonElement>();
  return (
    <button ref={part} class={props.class ?? "btn"} type="button" onClick={() => props.onClick()}>
      {props.children}
    </button>
  );
}

/** Steps and the search as buttons, for fingers. */
function WalkPad({ session }: { readonly session: DungeonSession }) {
  const text = useTexts(TEXT);
  const part = useFocusHandover<HTMLDivElement>();
  const steps: readonly (readonly [label: string, icon: IconName, key: string])[] = [
    [text.left, "left", "a"],
    [text.up, "up", "w"],
    [text.down, "down", "s"],
    [text.right, "right", "d"],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form
    <div ref={part} class="pad" role="group" aria-label={text.walk}>
      {steps.map(([label, icon, key]) => (
        <button key={key} class="btn" type="button" aria-label={label} onClick={() => session.step(key)}>
          <Icon name={icon} />
        </button>
      ))}
      <button class="btn" type="button" aria-label={text.searchName} onClick={() => session.search()}>
        <Icon name="search" />
        {text.search}
      </button>
    </div>
  );
}
