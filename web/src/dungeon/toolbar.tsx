/** The buttons above a dungeon: on foot or from above, C64 or map, keeper or player, zoom, help. */

import type { ComponentChildren } from "preact";

import { Icon, type IconName } from "../components/icon";
import { texts, useTexts } from "../language";
import { useKeyLabels } from "../shell/keyboard";
import type { ViewOptions } from "./address";
import { useFocusHandover } from "./map-focus";

const TEXT = texts({
  en: {
    going: "How to go",
    above: "From above",
    aboveTitle: (key: string) => `See the map from above (${key})`,
    foot: "On foot",
    footTitle: (key: string) => `Go in on foot, from the stairs up (${key})`,
    look: "How it looks",
    map: "Map",
    mapTitle: (key: string) => `The whole map (${key})`,
    c64: "C64",
    c64Title: (key: string) => `The window of 40 by 25 that a Commodore 64 shows (${key})`,
    view: "For whom",
    keeper: "Keeper",
    keeperTitle: "Everything, secrets too",
    player: "Player",
    playerTitle: "The map for players, without a trace of secrets",
    tools: "Zoom and help",
    zoomOut: "Zoom out",
    zoomIn: "Zoom in",
    fit: "Show the whole map",
    help: "Keys (?)",
  },
  de: {
    going: "Von oben oder zu Fuß",
    above: "Von oben",
    aboveTitle: (key: string) => `Die Karte von oben sehen (${key})`,
    foot: "Zu Fuß",
    footTitle: (key: string) => `Zu Fuß hinein, von der Treppe hinauf an (${key})`,
    look: "Darstellung",
    map: "Karte",
    mapTitle: (key: string) => `Die ganze Karte (${key})`,
    c64: "C64",
    c64Title: (key: string) => `Der Ausschnitt von 40 mal 25 Zeichen, den ein Commodore 64 zeigt (${key})`,
    view: "Für wen",
    keeper: "Spielleitung",
    keeperTitle: "Alles, auch die Geheimnisse",
    player: "Spieler",
    playerTitle: "Die Karte für Spieler, ohne eine Spur von Geheimnissen",
    tools: "Zoom und Hilfe",
    zoomOut: "Verkleinern",
    zoomIn: "Vergrößern",
    fit: "Ganze Karte zeigen",
    help: "Tasten (?)",
  },
});

interface ToolbarProps {
  readonly viewOptions: ViewOptions;
  setViewOptions(change: Partial<ViewOptions>): void;
  zoom(steps: number): void;
  fit(): void;
  showHelp(): void;
}

export function Toolbar({ viewOptions, setViewOptions, zoom, fit, showHelp }: ToolbarProps) {
  const text = useTexts(TEXT);
  const label = useKeyLabels();
  const choice = <K extends keyof ViewOptions>(key: K, value: ViewOptions[K], name: string, title: string) => (
    <button
      class="btn"
      type="button"
      title={title}
      aria-pressed={viewOptions[key] === value}
      onClick={() => setViewOptions({ [key]: value })}
    >
      {name}
    </button>
  );
  return (
    <div class="dungeon-toolbar">
      <Group label={text.going}>
        {choice("walk", false, text.above, text.aboveTitle(label("KeyX")))}
        {choice("walk", true, text.foot, text.footTitle(label("KeyX")))}
      </Group>
      <Group label={text.look}>
        {choice("look", "map", text.map, text.mapTitle(label("KeyC")))}
        {choice("look", "c64", text.c64, text.c64Title(label("KeyC")))}
      </Group>
      {!viewOptions.walk && (
        <Group label={text.view}>
          {choice("view", "keeper", text.keeper, text.keeperTitle)}
          {choice("view", "player", text.player, text.playerTitle)}
        </Group>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form */}
      <div class="dungeon-tools" role="group" aria-label={text.tools}>
        {viewOptions.look === "map" && <ZoomTools zoom={zoom} fit={fit} />}
        <Tool label={text.help} icon="keys" onClick={showHelp} />
      </div>
    </div>
  );
}

function ZoomTools({ zoom, fit }: Pick<ToolbarProps, "zoom" | "fit">) {
  const text = useTexts(TEXT);
  const part = useFocusHandover<HTMLDivElement>();
  return (
    <div ref={part} class="flex">
      <Tool label={text.zoomOut} icon="minus" onClick={() => zoom(-1)} />
      <Tool label={text.zoomIn} icon="plus" onClick={() => zoom(1)} />
      <Tool label={text.fit} icon="fit" onClick={fit} />
    </div>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const part = useFocusHandover<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form
    <div ref={part} class="seg" role="group" aria-label={label}>
      {children}
    </div>
  );
}

function Tool(props: { readonly label: string; readonly icon: IconName; readonly onClick: () => void }) {
  return (
    <button
      class="btn btn-quiet"
      type="button"
      aria-label={props.label}
      title={props.label}
      onClick={() => props.onClick()}
    >
      <Icon name={props.icon} />
    </button>
  );
}
