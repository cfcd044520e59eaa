/** The text of the manual in both languages. */

import { texts } from "../language";
import { TILE_CODES } from "./tile-sheet";

export interface Row {
  readonly codes: readonly number[];
  readonly name: string;
  readonly text: string;
}

const { meadow, river, forest, swamp, pavement, gate, wall, shut, mountains, end } = TILE_CODES;

const en = {
  title: "Manual",
  close: "Close",
  back: "Back to the title",
  contents: "Contents",
  looking: "Fetching the pictures …",
  absent: "The units and their numbers cannot be had just now.",
  about: {
    title: "What it is about",
    text: [
      "Two unequal peoples, one land, fifteen rounds. Eldoin in the west defends its citadel. Dailor comes from the east to take it.",
      "Dailor wins when Eldoin's Feldherr, the crown, is destroyed. Eldoin wins when it has outlasted fifteen rounds, or when nothing is left of Dailor. The armies are not equal and neither are their tasks; that is the charm of it.",
    ],
    picture: "The land with both armies at the start",
  },
  round: {
    title: "A round",
    text: "A round has six states. The side that plays ends its state itself, with End turn. Nothing goes on by itself.",
    states: [
      ["1", "Eldoin", "moves", "Units move as far as their points carry them."],
      ["2", "Dailor", "moves", "The same for Dailor."],
      ["3", "Eldoin", "attacks", "Every unit may attack once. Nobody moves."],
      ["4", "Dailor", "attacks", "The same for Dailor."],
      ["5", "Eldoin", "minds the gates", "Gates are opened, walled up, rebuilt."],
      [
        "6",
        "Dailor",
        "minds the gates",
        "The same for Dailor. After it the round is over and everyone has full movement again.",
      ],
    ],
  },
  units: {
    title: "The units",
    text: "R is the range of an attack, B the movement points a round, A the attack and V the defence: what a unit can take before it is gone. The rest is what a step into river, forest and swamp costs.",
    caption: { eldoin: "Eldoin", dailor: "Dailor" },
    head: { unit: "Unit", count: "Count", river: "River", forest: "Forest", swamp: "Swamp" },
    gifts: {
      flies: "flies",
      sails: "river only",
      mustLive: "must live",
      walls: "breaks gates and walls",
      gates: "breaks gates",
    },
  },
  terrain: {
    title: "The land",
    text: "Units step up, down, left and right, never onto a tile where somebody stands. Flyers pay 1 everywhere and cross everything. Ships stay on the river.",
    rows: [
      { codes: [meadow], name: "Meadow", text: "costs 1" },
      { codes: [pavement], name: "Pavement", text: "costs 1; what broken gates and walls become" },
      { codes: [river, forest, swamp], name: "River, forest, swamp", text: "cost what the table of units says" },
      { codes: [gate], name: "Gate", text: "an open way at cost 1 by the rules of the guide; shut by those of 1987" },
      { codes: [wall, shut], name: "Wall", text: "only flyers cross it" },
      { codes: [mountains], name: "Mountains", text: "only flyers cross them" },
      { codes: [end], name: "End", text: "the edge of some lands; by the rules of the guide nobody enters it" },
    ] as readonly Row[],
  },
  attack: {
    title: "The attack",
    text: [
      "In the attack phase every unit may attack once. It hits whatever is within its range R, over walls and over friends: there is no line of sight, no cover and no counter-attack. B shows 1 for a unit that may still attack and 0 for one that has.",
      "The damage is A plus a die from 0 to 4. V falls by it and never rises again. Before you attack, the screen tells you the odds.",
    ],
    odds: "How often the die adds what",
    adds: (modifier: number, eighths: number) => `+${modifier}: ${eighths} of 8`,
  },
  structures: {
    title: "Gates and walls as targets",
    text: "Some units break structures, in range, always, without a die. The tile becomes pavement, and a gate that was there is gone for good. A unit that stands on a structure shields it.",
    rows: [
      { types: [8, 12], text: "Catapult and wyrm break gates and walls." },
      { types: [13], text: "The ram breaks gates; by the rules of the guide also a gate that Eldoin has walled up." },
    ],
  },
  gates: {
    title: "The gate phase",
    text: "There are thirteen gate positions; those west of the border are Eldoin's. A side changes its own as often as it likes, also under the feet of a unit. Nobody is harmed by that, but whoever stands there may not be able to step back.",
    rows: [
      { codes: [gate, shut], name: "Eldoin", text: "A gate becomes wall, and the wall a gate again." },
      { codes: [gate, meadow], name: "Dailor", text: "A gate becomes meadow, and the meadow a gate again." },
      {
        codes: [gate, pavement],
        name: "1987",
        text: "By the rules of 1987 Eldoin's gate becomes pavement: there a gate is shut, and this opens it.",
      },
    ] as readonly Row[],
  },
  end: {
    title: "The end",
    rows: [
      ["Dailor", "wins when Eldoin's Feldherr is destroyed."],
      ["Eldoin", "wins when fifteen rounds are completed."],
      ["Eldoin", "wins when the last unit of Dailor is destroyed."],
      ["Dailor", "wins, by the rules of 1987 only, when one of its units steps onto the western edge."],
    ],
    more: "A side may resign, and both may agree on a draw. With a clock, a side without time loses.",
  },
  rules: {
    title: "The two rule sets",
    head: ["", "The guide", "The program of 1987"],
    rows: [
      ["A step costs", "what the tile entered costs", "what the tile left costs"],
      ["Points needed", "the full cost", "any; a last step may cost more than is left"],
      ["A gate is", "open, until it is walled up", "shut, until it is opened"],
      ["End tiles", "are closed to everyone", "can be entered by all but ships"],
      ["In range is", "what is at most R away", "what is less than R+1 away, so R=1 hits diagonally too"],
      ["The die", "falls anew for each attack", "follows the machine's own sequence, if that was imported"],
      ["Walls that fall", "all", "all but one old kind"],
      ["Gates that fall", "all", "Eldoin's ten"],
      ["The western edge", "means nothing", "wins the game for Dailor"],
    ],
  },
  controls: {
    title: "Controls",
    head: ["", "Mouse", "Keyboard", "Fingers"],
    rows: [
      ["Choose a unit", "click it", "arrows, Enter", "tap it"],
      ["Move it", "click a marked tile", "arrows, Enter", "tap a marked tile"],
      ["Attack", "click a marked enemy", "arrows, Enter", "tap a marked enemy, then again"],
      ["Change a gate", "click it", "arrows, Enter", "tap it"],
      ["Let go", "right click", "Esc", "tap the unit again"],
      ["Next unit with work left", "Next", "N", "Next"],
      ["Let a unit be done for this phase", "Done", "D", "Done"],
      ["Let it hold its place until it gets an order", "Hold", "H", "Hold"],
      ["Mark a group", "Group, then click or draw a box; Shift and drag", "G, then M", "Group, then tap or draw a box"],
      ["Let the group go in formation", "click a free tile", "arrows, Enter", "tap a free tile"],
      ["Let it attack what is in reach", "button", "A", "button"],
      ["How far an enemy comes", "click it", "arrows, Enter", "tap it"],
      ["Take back a move or a gate", "Undo", "U", "Undo"],
      ["What the enemy threatens", "Threats", "T", "Threats"],
      ["Bars for V", "V bars", "V", "V bars"],
      ["End one's turn", "End turn", "E", "End turn"],
      ["Skip what the other side does", "button", "Space", "button"],
      ["Move the map", "go to its edge, or drag", "Shift and arrows", "drag"],
      ["Zoom", "wheel", "+ and -, F for the whole land", "pinch"],
      ["What is that?", "point at it", "arrows", "long press"],
    ],
  },
};

const de: typeof en = {
  title: "Anleitung",
  close: "Schließen",
  back: "Zurück zum Titel",
  contents: "Inhalt",
  looking: "Die Bilder werden geholt …",
  absent: "Die Einheiten und ihre Werte sind gerade nicht zu bekommen.",
  about: {
    title: "Worum es geht",
    text: [
      "Zwei ungleiche Völker, ein Land, fünfzehn Runden. Eldoin verteidigt im Westen seine Zitadelle. Dailor kommt aus dem Osten, um sie zu nehmen.",
      "Dailor siegt, wenn Eldoins Feldherr, die Krone, vernichtet ist. Eldoin siegt, wenn es fünfzehn Runden überstanden hat oder wenn von Dailor nichts mehr übrig ist. Die Heere sind nicht gleich, ihre Aufgaben auch nicht; das ist der Reiz.",
    ],
    picture: "Das Land mit beiden Heeren zu Beginn",
  },
  round: {
    title: "Eine Runde",
    text: "Eine Runde hat sechs Abschnitte. Wer an der Reihe ist, beendet seinen selbst, mit „Zug beenden“. Von allein geht nichts weiter.",
    states: [
      ["1", "Eldoin", "zieht", "Einheiten ziehen, so weit ihre Punkte reichen."],
      ["2", "Dailor", "zieht", "Dasselbe für Dailor."],
      ["3", "Eldoin", "greift an", "Jede Einheit darf einmal angreifen. Niemand zieht."],
      ["4", "Dailor", "greift an", "Dasselbe für Dailor."],
      ["5", "Eldoin", "hütet die Tore", "Tore werden geöffnet, zugemauert, wieder errichtet."],
      [
        "6",
        "Dailor",
        "hütet die Tore",
        "Dasselbe für Dailor. Danach ist die Runde vorbei, und alle haben wieder volle Bewegung.",
      ],
    ],
  },
  units: {
    title: "Die Einheiten",
    text: "R ist die Reichweite eines Angriffs, B die Bewegung je Runde, A der Angriff und V die Verteidigung: was eine Einheit aushält, bevor es sie nicht mehr gibt. Der Rest ist, was ein Schritt in Fluss, Wald und Sumpf kostet.",
    caption: { eldoin: "Eldoin", dailor: "Dailor" },
    head: { unit: "Einheit", count: "Anzahl", river: "Fluss", forest: "Wald", swamp: "Sumpf" },
    gifts: {
      flies: "fliegt",
      sails: "nur auf dem Fluss",
      mustLive: "muss leben",
      walls: "bricht Tore und Mauern",
      gates: "bricht Tore",
    },
  },
  terrain: {
    title: "Das Land",
    text: "Einheiten gehen nach oben, unten, links und rechts, nie auf ein Feld, auf dem schon jemand steht. Wer fliegt, zahlt überall 1 und kommt über alles hinweg. Schiffe bleiben auf dem Fluss.",
    rows: [
      { codes: [meadow], name: "Wiese", text: "kostet 1" },
      { codes: [pavement], name: "Pflaster", text: "kostet 1; dazu werden zerbrochene Tore und Mauern" },
      { codes: [river, forest, swamp], name: "Fluss, Wald, Sumpf", text: "kosten, was bei den Einheiten steht" },
      { codes: [gate], name: "Tor", text: "nach der Anleitung ein offener Weg für 1, nach dem Programm von 1987 zu" },
      { codes: [wall, shut], name: "Mauer", text: "nur wer fliegt, kommt hinüber" },
      { codes: [mountains], name: "Gebirge", text: "nur wer fliegt, kommt hinüber" },
      { codes: [end], name: "Ende", text: "der Rand mancher Länder; nach der Anleitung betritt ihn niemand" },
    ],
  },
  attack: {
    title: "Der Angriff",
    text: [
      "In der Angriffsphase darf jede Einheit einmal angreifen. Sie trifft alles in ihrer Reichweite R, über Mauern und Freunde hinweg: Es gibt keine Sichtlinie, keine Deckung und keinen Gegenschlag. B zeigt 1, solange eine Einheit noch angreifen darf, danach 0.",
      "Der Schaden ist A plus ein Würfel von 0 bis 4. Um so viel sinkt V, und es steigt nie wieder. Bevor du angreifst, sagt dir der Bildschirm, wie die Chancen stehen.",
    ],
    odds: "Wie oft der Würfel was hinzufügt",
    adds: (modifier: number, eighths: number) => `+${modifier}: ${eighths} von 8`,
  },
  structures: {
    title: "Tore und Mauern als Ziele",
    text: "Manche Einheiten brechen Bauwerke, in Reichweite, immer, ohne Würfel. Das Feld wird zu Pflaster, und ein Tor, das dort war, ist für immer dahin. Wer auf einem Bauwerk steht, schützt es.",
    rows: [
      { types: [8, 12], text: "Katapult und Lindwurm brechen Tore und Mauern." },
      { types: [13], text: "Der Rammbock bricht Tore, nach der Anleitung auch ein Tor, das Eldoin zugemauert hat." },
    ],
  },
  gates: {
    title: "Die Torphase",
    text: "Es gibt dreizehn Torplätze; die westlich der Grenze gehören Eldoin. Jede Seite ändert ihre eigenen, so oft sie will, auch unter den Füßen einer Einheit. Das schadet niemandem, aber wer dort steht, kommt vielleicht nicht mehr zurück.",
    rows: [
      { codes: [gate, shut], name: "Eldoin", text: "Aus dem Tor wird Mauer, aus der Mauer wieder ein Tor." },
      { codes: [gate, meadow], name: "Dailor", text: "Aus dem Tor wird Wiese, aus der Wiese wieder ein Tor." },
      {
        codes: [gate, pavement],
        name: "1987",
        text: "Beim Programm von 1987 wird Eldoins Tor zu Pflaster: Dort ist ein Tor zu, und so geht es auf.",
      },
    ],
  },
  end: {
    title: "Das Ende",
    rows: [
      ["Dailor", "siegt, wenn Eldoins Feldherr vernichtet ist."],
      ["Eldoin", "siegt, wenn fünfzehn Runden vollendet sind."],
      ["Eldoin", "siegt, wenn die letzte Einheit Dailors vernichtet ist."],
      ["Dailor", "siegt, nur beim Programm von 1987, wenn eine seiner Einheiten den westlichen Rand betritt."],
    ],
    more: "Eine Seite darf aufgeben, und beide können sich auf Remis einigen. Mit Uhr verliert, wer keine Zeit mehr hat.",
  },
  rules: {
    title: "Die beiden Regelwerke",
    head: ["", "Die Anleitung", "Das Programm von 1987"],
    rows: [
      ["Ein Schritt kostet", "was das betretene Feld kostet", "was das verlassene Feld kostet"],
      ["Nötige Punkte", "die vollen Kosten", "irgendwelche; der letzte Schritt darf mehr kosten, als da ist"],
      ["Ein Tor ist", "offen, bis es zugemauert wird", "zu, bis es geöffnet wird"],
      ["Felder „Ende“", "betritt niemand", "betreten alle außer Schiffen"],
      [
        "In Reichweite ist",
        "was höchstens R entfernt ist",
        "was weniger als R+1 entfernt ist; R=1 trifft also auch schräg",
      ],
      ["Der Würfel", "fällt bei jedem Angriff neu", "folgt der Zahlenreihe der Maschine, wenn sie übernommen wurde"],
      ["Mauern, die fallen", "alle", "alle bis auf eine alte Art"],
      ["Tore, die fallen", "alle", "Eldoins zehn"],
      ["Der westliche Rand", "bedeutet nichts", "gewinnt Dailor das Spiel"],
    ],
  },
  controls: {
    title: "Bedienung",
    head: ["", "Maus", "Tastatur", "Finger"],
    rows: [
      ["Einheit wählen", "anklicken", "Pfeile, Enter", "antippen"],
      ["Ziehen", "markiertes Feld anklicken", "Pfeile, Enter", "markiertes Feld antippen"],
      ["Angreifen", "markierten Gegner anklicken", "Pfeile, Enter", "markierten Gegner zweimal antippen"],
      ["Tor ändern", "anklicken", "Pfeile, Enter", "antippen"],
      ["Loslassen", "Rechtsklick", "Esc", "Einheit noch einmal antippen"],
      ["Nächste Einheit mit Arbeit", "Nächste", "N", "Nächste"],
      ["Einheit ist für diese Phase fertig", "Fertig", "D", "Fertig"],
      ["Einheit hält ihren Platz bis zum nächsten Befehl", "Halten", "H", "Halten"],
      [
        "Gruppe markieren",
        "Gruppe, dann klicken oder Kasten ziehen; Umschalt und ziehen",
        "G, dann M",
        "Gruppe, dann tippen oder Kasten ziehen",
      ],
      ["Gruppe in Formation ziehen lassen", "freies Feld anklicken", "Pfeile, Enter", "freies Feld antippen"],
      ["Gruppe angreifen lassen, was erreichbar ist", "Knopf", "A", "Knopf"],
      ["Wie weit ein Gegner kommt", "anklicken", "Pfeile, Enter", "antippen"],
      ["Zug oder Tor zurücknehmen", "Zurück", "U", "Zurück"],
      ["Was der Gegner bedroht", "Gefahr", "T", "Gefahr"],
      ["Balken für V", "V-Balken", "V", "V-Balken"],
      ["Den Zug beenden", "Zug beenden", "E", "Zug beenden"],
      ["Den Zug der anderen Seite überspringen", "Knopf", "Leertaste", "Knopf"],
      ["Karte bewegen", "an ihren Rand gehen oder ziehen", "Umschalt und Pfeile", "ziehen"],
      ["Größer und kleiner", "Mausrad", "+ und -, F für das ganze Land", "zwei Finger spreizen"],
      ["Was ist das?", "darauf zeigen", "Pfeile", "lange drücken"],
    ],
  },
};

export const MANUAL = texts({ en, de });
