/** Help during a game, loaded when it is wanted: how to play, and the keys. */

import { Dialog } from "../components/dialog";
import { PaletteChoice } from "../components/palette-choice";
import { localize, texts, useLanguage, useTexts } from "../language";
import { FOG_NUMBERS } from "../protocol/fog-options";
import type { HelpTopic } from "../shell/game-shell";
import { HelpDialog, type KeyHelp } from "../shell/help-dialog";
import { MARCH_KEYS } from "./keys";

interface HelpProps {
  readonly topic: HelpTopic;
  readonly close: () => void;
}

export function FogHelp({ topic, close }: HelpProps) {
  useLanguage();
  if (topic === "rules") return <HowToPlay close={close} />;
  return (
    <HelpDialog keys={keyHelp()} close={close}>
      {pointerHelp().map((how) => (
        <p key={how} class="text-mist text-sm">
          {how}
        </p>
      ))}
      <PaletteChoice />
    </HelpDialog>
  );
}

const { growthTurns, cityArmies, towerDefence } = FOG_NUMBERS;

const RULES = texts({
  en: {
    title: "How to play",
    close: "Back",
    rules: [
      [
        "Goal",
        "Find the generals of the others, the crowns, and take them. A player who loses the general is out; the last one left wins.",
      ],
      [
        "March",
        "An army marches to a tile beside it. All but one go; one has to stay. Own land: the armies join. Other land: you take it if more come than stand there, and what is left stays.",
      ],
      ["Halves", "The next march takes only half: click or tap the chosen tile again, or use Half."],
      [
        "Growth",
        `Your general and your cities gain one army every turn. All other land of yours gains one every ${growthTurns} turns: the more land, the more armies.`,
      ],
      ["Cities", `A free city is held by ${cityArmies} armies. Taken, it grows like a general and sees two tiles far.`],
      ["Towers", `A free tower is held by ${towerDefence}. Taken, it sees three tiles far, and does not grow.`],
      [
        "Fog",
        "You see your land and the tiles beside it. What lies behind a veil is as you last saw it. The dotted peaks in the dark are obstacles: mountains, cities or towers.",
      ],
      [
        "The fallen",
        "When a player falls, their land becomes free with half of its armies; the captor keeps the general's tile.",
      ],
    ] as readonly (readonly [string, string])[],
  },
  de: {
    title: "Spielregeln",
    close: "Zurück",
    rules: [
      [
        "Ziel",
        "Finde die Generäle der anderen, die Kronen, und nimm sie ein. Wer den General verliert, scheidet aus; wer zuletzt übrig ist, gewinnt.",
      ],
      [
        "Marsch",
        "Ein Heer marschiert auf ein Feld daneben. Alle bis auf einen gehen; einer muss bleiben. Eigenes Land: Die Truppen vereinen sich. Anderes Land nimmst du ein, wenn mehr kommen, als dort stehen; was übrig ist, bleibt dort.",
      ],
      [
        "Hälften",
        "Der nächste Marsch nimmt nur die Hälfte: Klicke oder tippe das gewählte Feld noch einmal an, oder nimm Halb.",
      ],
      [
        "Wachstum",
        `Dein General und deine Städte gewinnen jede Runde eine Truppe, alles andere Land von dir alle ${growthTurns} Runden: je mehr Land, desto mehr Truppen.`,
      ],
      [
        "Städte",
        `Eine freie Stadt halten ${cityArmies} Truppen. Eingenommen wächst sie wie ein General und sieht zwei Felder weit.`,
      ],
      ["Türme", `Einen freien Turm halten ${towerDefence}. Eingenommen sieht er drei Felder weit und wächst nicht.`],
      [
        "Nebel",
        "Du siehst dein Land und die Felder daneben. Was hinter einem Schleier liegt, ist, wie du es zuletzt sahst. Die gepunkteten Gipfel im Dunkel sind Hindernisse: Berge, Städte oder Türme.",
      ],
      [
        "Gefallene",
        "Fällt jemand, wird das Land mit der Hälfte der Truppen frei; wer den General nahm, behält dessen Feld.",
      ],
    ],
  },
});

/** The rules that a beginner needs. */
function HowToPlay({ close }: { readonly close: () => void }) {
  const text = useTexts(RULES);
  return (
    <Dialog title={text.title} close={close} class="max-w-[min(92vw,720px)]">
      {/* A long list is shown from its beginning: the focus would scroll it to the button. */}
      <dl class="grid gap-x-4 gap-y-2 outline-none sm:grid-cols-[auto_1fr]" tabIndex={-1} autofocus>
        {text.rules.map(([name, rule]) => (
          <div key={name} class="contents">
            <dt class="pixel">{name}</dt>
            <dd class="text-mist text-sm">{rule}</dd>
          </div>
        ))}
      </dl>
      <button class="btn btn-main justify-self-end" type="button" onClick={close}>
        {text.close}
      </button>
    </Dialog>
  );
}

const TEXT = texts({
  en: {
    march: "march from the chosen tile; arrow keys too",
    next: "next army, the largest first",
    look: "look at tiles without marching; Enter chooses one, or sends the army there",
    half: "the next march takes half",
    undo: "take back the last march",
    clear: "take back all marches",
    space: "Space",
    deselect: "let the tile go",
    ping: "point at the chosen tile; Alt and click too",
    home: "to your general",
    zoom: "zoom",
    fit: "the whole board",
    shiftArrows: "Shift + arrows",
    pan: "move the map; dragging does, too",
    pass: "pass in a lockstep game",
    enter: "Enter",
    chat: "chat",
    rules: "how to play",
    leave: "leave the board for the buttons",
    mouse:
      "With the mouse: click a tile beside the chosen one to march there, one far off to send the army there, or drag to draw a way.",
    touch: "By touch: tap your tile, then where it shall march; tap it twice for half. Two fingers zoom.",
  },
  de: {
    march: "vom gewählten Feld marschieren; Pfeiltasten auch",
    next: "nächstes Heer, das größte zuerst",
    look: "Felder ansehen, ohne zu marschieren; die Eingabetaste wählt eines oder schickt das Heer dorthin",
    half: "der nächste Marsch nimmt die Hälfte",
    undo: "den letzten Marsch zurücknehmen",
    clear: "alle Märsche zurücknehmen",
    space: "Leertaste",
    deselect: "das Feld loslassen",
    ping: "auf das gewählte Feld zeigen; Alt und Klick auch",
    home: "zu deinem General",
    zoom: "größer und kleiner",
    fit: "die ganze Karte",
    shiftArrows: "Shift + Pfeile",
    pan: "die Karte verschieben; Ziehen auch",
    pass: "in einem Spiel im Gleichschritt passen",
    enter: "Eingabe",
    chat: "Chat",
    rules: "Spielregeln",
    leave: "die Karte verlassen, zu den Knöpfen",
    mouse:
      "Mit der Maus: Klicke ein Feld neben dem gewählten an, um dorthin zu marschieren, ein fernes, um das Heer dorthin zu schicken, oder ziehe einen Weg.",
    touch:
      "Mit dem Finger: Tippe dein Feld an, dann das Ziel des Marsches; zweimal getippt nimmt es die Hälfte. Zwei Finger vergrößern.",
  },
});

/** The list of keys. */
function keyHelp(): readonly KeyHelp[] {
  const text = localize(TEXT);
  return [
    { keys: MARCH_KEYS, text: text.march },
    { keys: ["Tab"], text: text.next },
    { keys: ["KeyI"], text: text.look },
    { keys: ["KeyZ"], text: text.half },
    { keys: ["KeyE"], text: text.undo },
    { keys: ["KeyQ"], text: text.clear },
    { keys: [text.space], text: text.deselect },
    { keys: ["KeyP"], text: text.ping },
    { keys: ["KeyG"], text: text.home },
    { keys: ["+", "-"], text: text.zoom },
    { keys: ["KeyF"], text: text.fit },
    { keys: [text.shiftArrows], text: text.pan },
    { keys: ["."], text: text.pass },
    { keys: [text.enter], text: text.chat },
    { keys: ["KeyH"], text: text.rules },
    { keys: ["Esc"], text: text.leave },
  ];
}

/** How mouse and fingers are used. */
function pointerHelp(): readonly string[] {
  const text = localize(TEXT);
  return [text.mouse, text.touch];
}
