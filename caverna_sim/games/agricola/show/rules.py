"""The command `rules` for Agricola: what its tables are about and how their rows are told (kit/show/rules.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caverna_sim.errors import CavernaError
from caverna_sim.games.agricola.box.options import CARDS_LATER
from caverna_sim.games.agricola.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.games.agricola.ids import good
from caverna_sim.games.agricola.show.boards import amounts
from caverna_sim.kit.show.rules import SINGLE, Item, Played, Row, Rulebook, Topic, number_paths, players_in_words
from caverna_sim.kit.tables.house import Tables

if TYPE_CHECKING:
    from argparse import Namespace

_SINGLE = (SINGLE, "is", "rule")
_LINKS = {"and_or": " and/or ", "and_then": " and then "}
_WORDS = {"start_player": "become starting player", "grow": "family growth with room", "grow_without_room": "family growth"}


def action_in_words(row: Row) -> str:
    """What a space lets players do."""
    parts = [f"take {amounts(row['gain'])}"] if row.get("gain") else []
    done = [_WORDS.get(word, word.replace("_", " ")) for word in row.get("do", ()) if word != "gain_choice"]
    parts += [_LINKS.get(row.get("link", ""), ", ").join(done)] if done else []
    if row.get("gain_one_of"):
        parts.append("one of " + " | ".join(_deal(option) for option in row["gain_one_of"]))
    if row.get("stable_cost"):
        most = f", at most {row['stable_max']}" if row.get("stable_max") else ""
        parts.append(f"a stable for {amounts(row['stable_cost'])}{most}")
    return "; ".join(parts)


def _deal(option: Mapping[str, int]) -> str:
    """What is received, and what is paid for it."""
    paid = {ware: -amount for ware, amount in option.items() if amount < 0}
    got = amounts({ware: amount for ware, amount in option.items() if amount > 0})
    return f"{got} for {amounts(paid)}" if paid else got


def effect_in_words(row: Row) -> str:
    """What an improvement is good for."""
    parts = []
    if row.get("cook"):
        parts.append("cook: " + ", ".join(f"{ware.replace('_', ' ')} {food}" for ware, food in row["cook"].items()))
    if row.get("bake"):
        most = f", at most {row['bake']['max_grain']} grain" if row["bake"].get("max_grain") else ""
        parts.append(f"bake: {row['bake']['food_per_grain']} food for a grain{most}")
    if row.get("bakes_when_built"):
        parts.append("bake at once when it is built")
    if row.get("returns"):
        parts.append(f"paid, or a {row['returns']} given back")
    if row.get("coming"):
        parts.append(f"{amounts(row['coming']['goods'])} on each of the next {row['coming']['rounds']} round spaces")
    if row.get("harvest_convert"):
        parts.append(f"once a harvest 1 {row['harvest_convert']['good']} for {row['harvest_convert']['food']} food")
    if row.get("bonus"):
        bands = zip(row["bonus"]["points"], row["bonus"]["at_least"], strict=False)
        parts.append(f"points for {row['bonus']['good']} left: " + ", ".join(f"{points} from {least}" for points, least in bands))
    return "; ".join(parts)


def _card(row: Row) -> str:
    return f"stage {row['stage']}" if "stage" in row else {"board": "", "extension": "extension"}.get(row["where"], "tile")


class AgricolaRules(Rulebook):
    """The rules of Agricola."""

    topics: Mapping[str, Topic] = {
        "spaces": Topic(("action_space",), "action spaces and round cards", ("space", "players", "card", "per round", "action")),
        "majors": Topic(("major",), "major improvements", ("improvement", "cost", "points", "effect")),
        "scoring": Topic(("scoring",), "points at the end", _SINGLE),
        "constants": Topic(
            ("start", "components", "costs", "capacity", "sow", "feeding", "breeding", "solo"), "numbers that belong to no space", _SINGLE
        ),
        "rounds": Topic(("rounds",), "rounds, stages and harvests", _SINGLE),
        "variants": Topic(("team", "campaign", "house_rule"), "team play, campaigns, named house rules", _SINGLE),
    }
    cells: Mapping[str, Callable[[Row], str]] = {
        "players": lambda row: players_in_words(row["players"]),
        "card": _card,
        "per round": lambda row: amounts(row.get("accumulates") or row.get("accumulates_without_cards") or {}),
        "action": action_in_words,
        "cost": lambda row: amounts(row["cost"]) or "free",
        "points": lambda row: str(row["points"]),
        "effect": effect_in_words,
    }
    field_of_cell = {"per round": "accumulates", "action": "gain", "effect": "cook"}  # noqa: RUF012

    def goods(self) -> Sequence[str]:
        """All goods."""
        return good.NAMES

    def amounts(self, wares: Mapping[str, int]) -> str:
        """Amounts in words."""
        return amounts(wares)

    def printed(self, tables: Tables | None = None) -> Tables:
        """The printed tables."""
        return printed_tables()

    def played(self, options: Namespace) -> Played:
        """The rules of a scenario, or those that are printed."""
        if options.topic in ("cards", "minors", "occupations"):
            raise CavernaError(f"rules: {CARDS_LATER.partition(';')[0]}; ask for {', '.join(self.topics)}")
        if options.scenario is None:
            return Played(printed_tables(), {}, "the printed rules", options.players)
        from caverna_sim.games.agricola.scenario.reading import agricola_scenario

        scenario = agricola_scenario(options.scenario)
        if options.players not in (None, scenario.players):
            raise CavernaError(f"rules: the scenario is for {scenario.players} players, not {options.players}; leave --players out")
        title = f"the rules of scenario `{scenario.name}`"
        return Played(with_house_rules(scenario.rules), scenario.rules, title, scenario.players)

    def field_in_words(self, key: str, value: Any) -> str:
        """A field of a row."""
        return players_in_words(value) if key == "players" and value is not None else self.in_words(value)

    def in_play(self, items: Sequence[Item], played: Played) -> list[Item]:
        """Spaces of a number of players."""
        return [
            item for item in items
            if not item.path.startswith("action_space.") or played.players is None or played.players in item.now["players"]
        ]  # fmt: skip

    def notes(self, topic: str, items: Sequence[Item], played: Played) -> Iterator[str]:
        """Where options are told."""
        if topic == "variants":
            yield "options of a game, HR1 to HR8 among them, are keys of scenarios: docs/agricola.md"


BOOK = AgricolaRules()
names, run = BOOK.names, BOOK.run


def paths() -> list[str]:
    """House rules that are numbers, by dotted path."""
    return number_paths(flatten(printed_tables()))
