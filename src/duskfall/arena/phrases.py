"""The phrases of texts about tournaments in each language; `texts` joins them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from duskfall.arena.comparison import Verdict
from duskfall.arena.games import GAMES
from duskfall.arena.plan import Format

Language: TypeAlias = Literal["en", "de"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Holds every phrase of one language. Fields in braces are filled in by `str.format`."""

    comma: str
    """The decimal separator."""
    conjunction: str
    units: Mapping[str, str]
    """The unit in which each game counts its length, in the plural."""
    endings: Mapping[str, str]
    formats: Mapping[Format, str]
    """The kinds of tournaments, as titles say them."""
    format_names: Mapping[Format, str]
    """The same in a list of facts."""
    against: str
    free_for_all: str
    at_seats: str
    of_bots: str
    nothing_played: str
    on_top: str
    share_first: str
    comes_first: str
    leads: str
    played: str
    played_of: str
    summary: str
    fact_format: str
    fact_rounds: str
    fact_seats: str
    fact_games: str
    fact_board: str
    fact_turn_limit: str
    fact_rules: str
    fact_seed: str
    all_took: str
    middle_took: str
    half_between: str
    how_ended: str
    both_seats: str
    each_seat: str
    note_seats: str
    note_ratings: str
    note_score: str
    note_many_seats: str
    verdicts: Mapping[Verdict, str]
    no_difference: str
    scored: str
    error_rates: str
    faults: str


ENGLISH: Final = Phrases(
    comma=".",
    conjunction="and",
    units={name: game.units for name, game in GAMES.items()},
    endings={reason: text for game in GAMES.values() for reason, text in game.endings.items()},
    formats={
        Format.ROUND_ROBIN: "round robin",
        Format.SWISS: "Swiss tournament",
        Format.LADDER: "ladder",
        Format.COMPARE: "comparison",
    },
    format_names={kind: str(kind) for kind in Format},
    against="{one} against {other}",
    free_for_all="free-for-all",
    at_seats="{kind} at {seats} seats",
    of_bots="{kind} of {bots} bots",
    nothing_played="Nothing has been played yet.",
    on_top="stands on top of the ladder",
    share_first="share the first place",
    comes_first="comes first",
    leads="leads",
    played="{played} matches were played",
    played_of="{played} of {matches} matches have been played",
    summary="{text} with a score of {score}; {done}.",
    fact_format="Format",
    fact_rounds="Rounds",
    fact_seats="Seats",
    fact_games="Matches of a pairing",
    fact_board="Board",
    fact_turn_limit="Turn limit",
    fact_rules="Rules",
    fact_seed="First seed",
    all_took="All games took {turns} {units}.",
    middle_took="The middle game took {turns} {units}",
    half_between="{text}, and half of all between {low} and {high}",
    how_ended="{text} How they ended: {ends}.",
    both_seats="both seats",
    each_seat="each of the {seats} seats",
    note_seats="Every board was played from {seats}: luck of the board and of the seat falls to all alike.",
    note_ratings=(
        "400 points more are odds of about 10 to 1; a newcomer has 1500. The bar is the interval in which "
        "the rating model (Plackett-Luce, by openskill) is 95 % sure of a bot. Bars that overlap much: nobody knows."
    ),
    note_score="The score is the share of opponents that a bot left behind; a shared place counts half.",
    note_many_seats=(
        "At {seats} seats the model spreads ratings too far until hundreds of matches have been "
        "played, and its intervals may be too narrow: trust the order and the scores."
    ),
    verdicts={
        Verdict.BETTER: "{one} is better than {other}",
        Verdict.WORSE: "{other} is better than {one}",
        Verdict.SAME: "No difference found: {one} and {other} are less than {delta} from an even score",
        Verdict.OPEN: "Not decided yet after {played} games",
    },
    no_difference="No difference found within {games} games",
    scored=(
        "{one} scored {mean} in {played} games ({boards} boards, each from both seats); "
        "its true score lies between {low} and {high} ({sure} sure)."
    ),
    error_rates=(
        "Error rates: of two equal bots one is called better in at most {alpha} of comparisons; a "
        "bot whose score differs by {delta} or more is said not to in at most {beta}."
    ),
    faults="{bot} gave no answer that counts {count} times; the last fault: {last}",
)

_GERMAN_FORMATS: Final = {
    Format.ROUND_ROBIN: "Rundenturnier", Format.SWISS: "Schweizer Turnier", Format.LADDER: "Rangliste",
    Format.COMPARE: "Vergleich",
}  # fmt: skip

GERMAN: Final = Phrases(
    comma=",",
    conjunction="und",
    units={"fog": "Runden", "welten": "Befehle"},
    endings={
        "last_alive": "nur noch einer übrig",
        "turn_limit": "Rundengrenze",
        "commander": "der Feldherr fiel",
        "annihilation": "keine Einheit von Dailor übrig",
        "rounds": "15 Runden gehalten",
        "west_edge": "Westrand erreicht",
        "resign": "aufgegeben",
        "draw": "Remis vereinbart",
        "clock": "zu viele Fehler",
    },
    formats=_GERMAN_FORMATS,
    format_names=_GERMAN_FORMATS,
    against="{one} gegen {other}",
    free_for_all="Jeder gegen jeden",
    at_seats="{kind} mit {seats} Plätzen",
    of_bots="{kind} mit {bots} Bots",
    nothing_played="Noch wurde nichts gespielt.",
    on_top="steht an der Spitze der Rangliste",
    share_first="teilen sich den ersten Platz",
    comes_first="ist Erster",
    leads="führt",
    played="{played} Partien wurden gespielt",
    played_of="{played} von {matches} Partien sind gespielt",
    summary="{text} mit {score} der Punkte; {done}.",
    fact_format="Modus",
    fact_rounds="Durchgänge",
    fact_seats="Plätze",
    fact_games="Partien je Paarung",
    fact_board="Brett",
    fact_turn_limit="Rundengrenze",
    fact_rules="Regeln",
    fact_seed="Erster Seed",
    all_took="Alle Partien dauerten {turns} {units}.",
    middle_took="Die mittlere Partie dauerte {turns} {units}",
    half_between="{text}, und die Hälfte aller zwischen {low} und {high}",
    how_ended="{text} So endeten sie: {ends}.",
    both_seats="beiden Plätzen",
    each_seat="jedem der {seats} Plätze",
    note_seats="Jedes Brett wurde von {seats} aus gespielt: Glück mit Brett und Platz trifft alle gleich.",
    note_ratings=(
        "400 Punkte mehr bedeuten Chancen von etwa 10 zu 1; Neulinge haben 1500. Der Balken ist der Bereich, in dem "
        "das Wertungsmodell (Plackett-Luce, von openskill) einen Bot zu 95 % sieht. Wo Balken sich stark "
        "überlappen, weiß es niemand."
    ),
    note_score="Die Punkte sind der Anteil der Gegner, die ein Bot hinter sich ließ; ein geteilter Platz zählt halb.",
    note_many_seats=(
        "Bei {seats} Plätzen zieht das Modell die Wertungen zu weit auseinander, bis Hunderte von Partien gespielt "
        "sind, und seine Bereiche sind vielleicht zu schmal: Verlass ist auf die Reihenfolge und die Punkte."
    ),
    verdicts={
        Verdict.BETTER: "{one} ist besser als {other}",
        Verdict.WORSE: "{other} ist besser als {one}",
        Verdict.SAME: "Kein Unterschied: {one} und {other} liegen weniger als {delta} von Gleichstand entfernt",
        Verdict.OPEN: "Nach {played} Partien noch nicht entschieden",
    },
    no_difference="Kein Unterschied in {games} Partien gefunden",
    scored=(
        "{one} holte {mean} der Punkte in {played} Partien ({boards} Bretter, jedes von beiden Plätzen aus); "
        "der wahre Anteil liegt zwischen {low} und {high} (zu {sure} sicher)."
    ),
    error_rates=(
        "Irrtümer: Von zwei gleich starken Bots wird einer in höchstens {alpha} der Vergleiche besser genannt; ein "
        "Bot, dessen Punkte um {delta} oder mehr abweichen, gilt in höchstens {beta} als gleich stark."
    ),
    faults="{bot} gab {count}-mal keine Antwort, die zählt; der letzte Fehler: {last}",
)

PHRASES: Final[Mapping[Language, Phrases]] = {"en": ENGLISH, "de": GERMAN}
