"""Draws positions as SVG and HTML: home boards, action spaces, supply, scores. All shapes are our own.

A drawing is a set of pieces, each a bit of markup with a name (`s0.F11` is a cell, `space.logging_4_7` a card), and a frame with a
place for every piece. `Game` in a notebook fills the places once; the page of a whole game changes them step by step.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from caverna_sim.games.caverna.expansions import EVERYTHING, door, shares
from caverna_sim.games.caverna.show.boards import Cell, amounts, cells_of, others_on, tile_name, ware_name
from caverna_sim.games.caverna.show.homes import one_way_to_stand
from caverna_sim.report.html import escape
from caverna_sim.stats.words import number, readable

Position = Mapping[str, Any]
Pieces = dict[str, str]

WIDTH, HEIGHT = 108, 80  # of a cell
LETTERS_IN_LINE = 12
_AREAS = "FM"


def style() -> str:
    """The style sheet of drawings."""
    return (resources.files("caverna_sim.games.caverna.show") / "drawing.css").read_text(encoding="utf-8")


# ---------------------------------------------------------------- pieces


def pieces_of(position: Position, scores: Sequence[Mapping[str, Any]], tables: Mapping[str, Any], bots: Sequence[str] = ()) -> Pieces:
    """Everything that is seen of a position."""
    found: Pieces = {}
    for number_, seat in enumerate(position["seats"]):
        found |= {f"s{number_}.{name}": markup for name, markup in _seat(position, number_, seat, scores[number_], tables, bots)}
    for space in position["spaces"]:
        found[f"space.{space}"] = _space(position, space)
    found["now"] = _now(position)
    found["supply"] = _supply(position["supply"], tables)
    found["scores"] = _scores(scores, bots)
    if position.get("expansion"):
        found["expansion"] = _expansion(position, tables)
    return found


def _seat(
    position: Position, number_: int, seat: Mapping[str, Any], score: Mapping[str, Any], tables: Mapping[str, Any], bots: Sequence[str]
) -> Iterator[tuple[str, str]]:
    marks = "<b>starting player</b>" if position["start_player"] == number_ else ""
    marks += "<b>starts the next round</b>" if position["next_start_player"] == number_ != position["start_player"] else ""
    marks += "<i>to move</i>" if position.get("to_move") == number_ else ""
    name = f"seat {number_}" + (f" · {escape(bots[number_])}" if bots else "")
    yield "head", f'{_disc(number_)}<b>{name}</b> <span class="cv-points">{number(score["total"], 0)} points</span> {marks}'
    cells = cells_of(seat)
    standing, elsewhere = _animals(seat, cells, tables)
    words = {(cell.area, cell.row, cell.column): cell.word for cell in cells}
    for cell in cells:
        yield cell.name, _cell(cell, _open_sides(cell, words), standing.get(cell.name, {}), tables)
    yield "stock", _stock(seat["goods"]) + _stock(seat["animals"])
    yield "dwarfs", "".join(_dwarf(dwarf) for dwarf in seat["dwarfs"])
    yield "more", _more(seat, elsewhere, tables)


def _animals(seat: Mapping[str, Any], cells: Sequence[Cell], tables: Mapping[str, Any]) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Animals by cell, and those without one: where they must stand, or one way they can (R-ANIM-3)."""
    if seat.get("animals_at"):
        standing = {name: dict(animals) for name, animals in seat["animals_at"].items()}
        rest = {ware: amount - sum(one.get(ware, 0) for one in standing.values()) for ware, amount in seat["animals"].items()}
        return standing, {ware: amount for ware, amount in rest.items() if amount > 0}
    return one_way_to_stand(seat, cells, tables)


# ---------------------------------------------------------------- a cell


def _open_sides(cell: Cell, words: Mapping[tuple[int, int, int], str]) -> str:
    """The sides on which a large pasture goes on."""
    if not cell.word.startswith("large_pasture"):
        return ""
    sides = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
    return "".join(
        name for name, (down, right) in sides.items() if words.get((cell.area, cell.row + down, cell.column + right)) == cell.word
    )


def _cell(cell: Cell, open_sides: str, animals: Mapping[str, int], tables: Mapping[str, Any]) -> str:
    kind, lines = _kind_and_lines(cell, tables)
    parts = [f'<rect class="cv-k cv-k-{kind}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>', *_texture(kind, open_sides)]
    if cell.has_stable:
        parts.append('<path class="cv-stable" d="M82 74v-17l11-9 11 9v17z"><title>stable</title></path>')
    first = 28 if len(lines) < 3 else 22
    parts += [f'<text class="cv-t" x="{WIDTH // 2}" y="{first + 14 * row}">{escape(line)}</text>' for row, line in enumerate(lines)]
    parts += _tokens(animals, 68)
    if cell.markers:
        below = HEIGHT - 18 if not animals else 18  # not over words where there is room
        parts += [_marker(cell.kind, text, 20 + 30 * index, below) for index, text in enumerate(cell.markers)]
    return "".join(parts)


def _kind_and_lines(cell: Cell, tables: Mapping[str, Any]) -> tuple[str, list[str]]:
    """What a cell is, and what is written on it."""
    kind, _, rest = cell.word.partition(":")
    if kind in (".", "^"):
        side = tables["board"]["forest" if cell.area == 0 else "mountain"]
        bonus = [f"+{amount} {ware_name(ware, amount)}" for ware, amount in side["bonus"].get(cell.name, {}).items()]
        return ("forest" if kind == "." else "rock"), [] if cell.has_stable else bonus
    if kind == "field" and rest:
        crop, amount = rest.split("*")
        return "field", [f"{amount} {ware_name(crop, int(amount))}"]
    if kind == "trap":
        name, _, state = rest.partition(":")
        return ("trap-used" if state else "trap"), textwrap.wrap(name.replace("_", " "), LETTERS_IN_LINE)
    kind, _, goods = kind.partition("*")
    if kind in tables["furnishing"]:
        row = tables["furnishing"][kind]
        return str(row["colour"]), textwrap.wrap(tile_name(kind, tables), LETTERS_IN_LINE)
    mined = [f"{goods} {ware_name(kind.removesuffix('_mine'), int(goods))}"] if goods else []
    return kind.replace("_", "-"), ([kind.replace("_", " ")] if kind.endswith(("mine", "cavern", "tunnel")) else []) + mined


def _texture(kind: str, open_sides: str) -> Iterator[str]:
    """What tells kinds apart without colours: trees, rock, furrows, fences, arches, gems."""
    if kind == "forest":
        yield '<path class="cv-tree" d="M22 62l9-20 9 20zM50 70l10-24 10 24zM78 60l8-18 8 18z"/>'
    elif kind == "rock":
        yield '<path class="cv-rock" d="M8 74l22-34 14 18 18-28 34 44z"/>'
    elif kind == "field":
        yield '<path class="cv-furrow" d="M6 50h96M6 60h96M6 70h96"/>'
    elif kind in ("small-pasture", "large-pasture"):
        sides = {"n": "M3 4h102", "s": "M3 76h102", "w": "M4 3v74", "e": "M104 3v74"}
        yield f'<path class="cv-fence" d="{"".join(path for side, path in sides.items() if side not in open_sides)}"/>'
    elif kind in ("tunnel", "deep-tunnel", "ore-mine", "ruby-mine"):
        if kind.endswith("mine"):  # beside the donkey
            yield f'<path class="cv-arch" d="M64 76v-14a18 18 0 0 1 36 0v14z"/><path class="cv-gem cv-{kind}" d="M82 54l8 7-8 9-8-9z"/>'
        else:
            yield '<path class="cv-arch" d="M36 76v-14a18 18 0 0 1 36 0v14z"/>'
    elif kind.startswith("trap"):
        yield '<path class="cv-teeth" d="M20 76l7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12z"/>'


def _tokens(animals: Mapping[str, int], y: int) -> Iterator[str]:
    """Animals that stand on a cell: a body with a head for each kind, and how many."""
    for index, (ware, amount) in enumerate(animals.items()):
        x = 8 + 36 * index
        yield (
            f'<g class="cv-animal cv-{ware}"><title>{amount} {ware_name(ware, amount)}</title>'
            f'<ellipse cx="{x + 8}" cy="{y}" rx="8" ry="5.5"/><circle cx="{x + 16}" cy="{y - 4}" r="3.6"/>'
            f'<text class="cv-n" x="{x + 22}" y="{y + 4}">{amount}</text></g>'
        )


def _marker(kind: str, text: str, x: int, y: int) -> str:
    return f'<g class="cv-{kind}"><circle cx="{x}" cy="{y}" r="14"/><text class="cv-t" x="{x}" y="{y + 5}">{escape(text)}</text></g>'


# ---------------------------------------------------------------- beside the board


def _disc(seat: int) -> str:
    return f'<span class="cv-disc cv-seat{seat}">{seat}</span>'


def _chip(text: str, kind: str = "") -> str:
    return f'<span class="cv-chip {kind}">{text}</span>'


def _stock(wares: Mapping[str, int]) -> str:
    chips = (_chip(f"{amount} {ware_name(ware, amount)}", f"cv-w-{ware}{'' if amount else ' cv-none'}") for ware, amount in wares.items())
    return f'<span class="cv-stock">{"".join(chips)}</span>'


_AT_HOME = {"home": "at home", "stays_home": "at home, found no space", "captive": "captive"}


def _dwarf(dwarf: Mapping[str, Any]) -> str:
    weapon = f'<b class="cv-weapon">{dwarf["weapon"]}</b>' if dwarf.get("weapon") else ""
    place = str(dwarf.get("at", "home"))
    where = _AT_HOME.get(place) or f"on {readable([place])[0]}"
    who = "newborn" if dwarf.get("newborn") else "dwarf"
    return _chip(
        f'<svg class="cv-man" viewBox="0 0 12 16"><circle cx="6" cy="4" r="3.4"/><path d="M0 16q0-8 6-8t6 8z"/></svg>{who} {weapon} {where}'
    )


def _more(seat: Mapping[str, Any], elsewhere: Mapping[str, int], tables: Mapping[str, Any]) -> str:
    """Begging markers, what is to come, what is built over."""
    told = []
    if elsewhere:
        told.append(f"on other places: {amounts(elsewhere)}")
    told += [": ".join(line) for share in shares("show") for line in share.lines(seat)]
    if seat["begging"]:
        told.append(f"{seat['begging']} begging marker{'s' if seat['begging'] > 1 else ''}")
    coming = [f"round {number_}: {amounts(wares)}" for number_, wares in seat.get("round_goods", {}).items() if amounts(wares)]
    if coming:
        told.append(f"to come: {'; '.join(coming)}")
    if seat.get("covered"):
        told.append(f"built over: {', '.join(tile_name(tile, tables) for tile in seat['covered'])}")
    return "".join(f"<p>{escape(line)}</p>" for line in told)


def _space(position: Position, space: str) -> str:
    entry = position["spaces"][space]
    goods = amounts(entry.get("goods", {}))
    held = f'<span class="cv-held">{escape(goods)}{" (protected)" if entry.get("protected") else ""}</span>' if goods else ""
    user = entry.get("used_by")
    return f"<b>{escape(readable([space])[0])}</b>{held}" + (
        "" if user is None else f'<span class="cv-on">{_who(position, space, user)}</span>'
    )


def _who(position: Position, space: str, seat: int) -> str:
    """Who stands on a space, with what weapon."""
    for dwarf in position["seats"][seat]["dwarfs"]:
        if dwarf.get("at") == space and not dwarf.get("newborn"):
            weapon = f'<b class="cv-weapon">{dwarf["weapon"]}</b>' if dwarf.get("weapon") else ""
            return _disc(seat) + weapon
    return " ".join((_disc(seat), *others_on(position["seats"][seat], space)))


def _now(position: Position) -> str:
    mover = position.get("to_move")
    who = "the game is over" if mover is None else f"{_disc(mover)} seat {mover} to move"
    phase = str(position["phase"]).replace("_", " ")
    return f"<b>round {position['round']}</b> {escape(phase)} · {who}" if mover is not None else f"<b>round {position['round']}</b> {who}"


def _supply(supply: Sequence[str], tables: Mapping[str, Any]) -> str:
    """Furnishings that are left, by colour."""
    by_colour: dict[str, list[str]] = {}
    for tile in supply:
        by_colour.setdefault(str(tables["furnishing"][tile]["colour"]), []).append(tile)
    return "".join(
        _chip(escape(str(tables["furnishing"][tile]["name"])), f"cv-k-{colour}") for colour, tiles in by_colour.items() for tile in tiles
    )


def _scores(scores: Sequence[Mapping[str, Any]], bots: Sequence[str]) -> str:
    head = "".join(f"<th>{_disc(seat)}</th>" for seat in range(len(scores)))
    parts = list(scores[0]["parts"])
    rows = [(name, [score["parts"][part] for score in scores]) for part, name in zip(parts, readable(parts), strict=True)]
    rows += [("total", [score["total"] for score in scores]), ("rank", [score["rank"] for score in scores])]
    body = "".join(f"<tr><th>{name}</th>{''.join(f'<td>{number(value, 0)}</td>' for value in values)}</tr>" for name, values in rows)
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"


def _expansion(position: Position, tables: Mapping[str, Any]) -> str:
    """What an expansion adds to the table, as the terminal tells it."""
    from rich.console import Console

    out = Console(width=110, record=True, file=None, quiet=False, force_terminal=False, color_system=None)
    with out.capture() as capture:
        out.print(door(position["expansion"], "show").table_view(position, tables))
    return f"<pre>{escape(capture.get())}</pre>"


# ---------------------------------------------------------------- the frame


def frame(pieces: Pieces, fill: bool = True) -> str:
    """Places for pieces, those of every board in a drawing of its own; filled, or empty with the name of the piece as id."""

    def place(name: str, tag: str, kind: str = "") -> str:
        return _placed(pieces, name, tag, kind, fill)

    seats = sorted(
        {name.split(".")[0] for name in pieces if name[0] == "s" and name.split(".")[0][1:].isdigit()}, key=lambda name: int(name[1:])
    )
    boards = "".join(home(pieces, seat, fill) for seat in seats)
    spaces = "".join(place(name, "div", "cv-space") for name in pieces if name.startswith("space."))
    return (
        f'<div class="cv-seats">{boards}</div><h3>Action spaces</h3><div class="cv-spaces">{spaces}</div>'
        + (f"<h3>{door(EVERYTHING, 'show').TABLE_TITLE}</h3>{place('expansion', 'div', 'cv-expansion')}" if "expansion" in pieces else "")
        + f"<h3>Scores, as if the game ended now</h3>{place('scores', 'div', 'cv-scores')}"
        + f"<h3>Furnishings left</h3>{place('supply', 'div', 'cv-line')}"
    )


def home(pieces: Pieces, seat: str, fill: bool = True) -> str:
    """What belongs to a seat, `s0` for the first."""
    beside = (("stock", "cv-line"), ("dwarfs", "cv-line"), ("more", "cv-more"))
    return (
        f'<section class="cv-seat">{_placed(pieces, f"{seat}.head", "h3", "", fill)}{_board(seat, pieces, fill)}'
        + "".join(_placed(pieces, f"{seat}.{name}", "div", kind, fill) for name, kind in beside)
        + "</section>"
    )


def _placed(pieces: Pieces, name: str, tag: str, kind: str, fill: bool) -> str:
    return f'<{tag} id="{name}" class="{kind}">{pieces[name] if fill else ""}</{tag}>' if name in pieces else ""


def _board(seat: str, pieces: Pieces, fill: bool) -> str:
    """A home board, forest and mountain side by side, or one above the other on a narrow screen."""
    return f'<div class="cv-board">{"".join(_half(seat, area, pieces, fill) for area in _AREAS)}</div>'


def _half(seat: str, area: str, pieces: Pieces, fill: bool) -> str:
    """Forest or mountain: each cell at its place, with room for what sticks out."""
    places = {name: _place(name.split(".")[1]) for name in pieces if name.startswith(f"{seat}.{area}")}
    left, top = (min(place[side] for place in places.values()) - 2 for side in (0, 1))
    width, height = (max(place[side] for place in places.values()) + 2 + size for side, size in ((0, WIDTH - left), (1, HEIGHT - top)))
    cells = "".join(
        f'<g transform="translate({x} {y})"><g id="{name}" class="cv-cell">{pieces[name] if fill else ""}</g>'
        f'<text class="cv-name" x="5" y="12">{name.split(".")[1]}</text></g>'
        for name, (x, y) in places.items()
    )
    label = f"{'forest' if area == 'F' else 'mountain'} of {seat.replace('s', 'seat ')}"
    return (
        f'<svg role="img" aria-label="{label}" style="flex: {width}" viewBox="{left} {top} {width} {height}" '
        f'xmlns="http://www.w3.org/2000/svg">{cells}</svg>'
    )


def _place(cell: str) -> tuple[int, int]:
    """Where a cell is drawn; columns and rows of overhanging tiles stick out."""
    return (int(cell[1]) - 1) * (WIDTH + 2), (int(cell[2]) - 1) * (HEIGHT + 2)


def as_html(position: Position, scores: Sequence[Mapping[str, Any]], tables: Mapping[str, Any], bots: Sequence[str] = ()) -> str:
    """A position as it is shown in a notebook."""
    pieces = pieces_of(position, scores, tables, bots)
    return f'<div class="cv"><style>{style()}</style><p class="cv-now">{pieces["now"]}</p>{frame(pieces)}</div>'
