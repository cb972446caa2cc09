"""What may be placed on a home board, from the rules on tiles, pastures, stables, mines and furnishings.

A choice is a plain tuple: what, then cells. `offered` lists all choices of the step that a position waits for.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.caverna.oracles.naive_board import PRINTED, STEPS, Board, beside, is_forest, middle_places, neighbours, outer_places
from tests.caverna.oracles.printed import Tables, effects, tables, toggle

Choice = tuple[Any, ...]
PLACING = ("twin_tile", "single_tile", "pasture", "stable", "ruby_mine", "furnish")
PAYMENTS = ("", "ore for wood", "ore for stone", "ore for wood and stone")
GAINS = ("take", "gain", "gain_per", "gain_if", "starting_player", "pay")


# ---------------------------------------------------------------- the board


class Site:
    """One seat's home board at a position, with what it may build there."""

    def __init__(self, position: dict[str, Any], number: int) -> None:
        self.rules: Tables = tables(position["rules"])
        self.seat = position["seats"][number]
        self.goods = self.seat["goods"]
        self.supply = position["supply"]
        self.board = Board(self.seat, self.rules)
        self.owned = self.board.owned()

    def rim(self) -> list[str]:
        """Free places outside where a half may stick out; the strip in the middle belongs to both sides at once."""
        if "office_room" not in self.owned:
            return []
        places = outer_places()
        if toggle(self.rules, "office_room_middle_overhang"):
            twins = {f"F4{row}": f"M0{row}" for row in (1, 2, 3, 4)}
            twins |= {mountain: forest for forest, mountain in twins.items()}
            places += [place for place in middle_places() if twins[place] not in self.board.cells]
        return [place for place in places if place not in self.board.cells]

    def connected(self, cells: tuple[str, ...]) -> bool:
        """Whether a new tile on these cells touches what is there, or is the first one at the entrance (R-TILE-3, R-TILE-4)."""
        laid = [cell for cell in self.board.tiles() if cell[0] == cells[0][0] and self.board.counts(cell)]
        if not laid:
            return "F34" in cells
        return any(near in laid for cell in cells if self.board.counts(cell) for near in neighbours(cell))

    def bears(self, cell: str, content: str) -> bool:
        """Whether an empty printed cell may be covered by this (R-TILE-5)."""
        if self.board.cells.get(cell) != "" or cell not in PRINTED:
            return False
        if is_forest(cell) != (content in ("meadow", "field")):
            return False
        return content == "meadow" or cell not in self.board.stables

    # ------------------------------------------------------------ what can be laid

    def twin_tiles(self, tile: str) -> set[Choice]:
        """Every place of a twin tile: first half, second half; like halves only once (R-TILE-2, R-TILE-9, R-MINE-1)."""
        row = self.rules["terrain_tile"][tile]
        first, second = row["halves"]
        rim = self.rim() if row["may_overhang"] else []
        found: set[Choice] = set()
        for cell, direction in product([*PRINTED, *rim, *self.board.cells], STEPS):
            other = beside(cell, direction)
            if other is None:
                continue
            if row["on"] == "empty":
                on_board = (self.bears(cell, first), self.bears(other, second))
                sticks_out = (on_board[0] and other in rim) or (on_board[1] and cell in rim)
                fits = (all(on_board) or sticks_out) and self.connected((cell, other))
            else:
                ground = self.board.cells_with(row["on"])
                fits = cell in ground and other in ground
            if fits:
                found.add(("twin_tile", tile, *(sorted((cell, other)) if first == second else (cell, other))))
        return found

    def single_tiles(self, tile: str, kind: str = "single_tile") -> set[Choice]:
        """Every place of a single tile; single tiles never stick out."""
        return {(kind, tile, cell) for cell in PRINTED if self.bears(cell, tile) and self.connected((cell,))}

    def pastures(self, size: str) -> set[Choice]:
        """Meadows for a small pasture, pairs of them for a large one (R-FENCE-2)."""
        meadows = self.board.cells_with("meadow")
        if size == "small":
            return {("pasture", size, cell) for cell in meadows}
        return {("pasture", size, *sorted((cell, near))) for cell in meadows for near in neighbours(cell) if near in meadows}

    def stables(self) -> set[Choice]:
        """Places for one more stable (R-STAB-1)."""
        if len(self.seat["stables"]) >= self.rules["family"]["stables"]:
            return set()
        ground = self.board.cells_with("meadow", "small_pasture", "large_pasture")
        ground += [cell for cell in PRINTED if is_forest(cell) and not self.board.cells[cell]]
        return {("stable", cell) for cell in ground if cell not in self.board.stables}

    def ruby_mines(self, on: str) -> set[Choice]:
        """Places for a ruby mine (R-MINE-2)."""
        return {("ruby_mine", cell) for cell in self.board.cells_with(on)}

    # ------------------------------------------------------------ what can be paid

    def discount(self, when: str, ware: str) -> int:
        """How much less of a ware is paid."""
        return sum(effect["goods"].get(ware, 0) for _, effect in effects(self.rules, self.owned, "discount", when))

    def affords(self, cost: dict[str, int], when: str, discounted: bool = True) -> bool:
        """Whether a cost can be paid after discounts, which never pay anything out (R-FURN-5)."""
        less = {ware: self.discount(when, ware) if discounted else 0 for ware in cost}
        return all(self.goods[ware] >= max(0, amount - less[ware]) for ware, amount in cost.items())

    def payments(self, cost: dict[str, int], discounted: bool) -> list[str]:
        """Ways to pay a furnishing: discounts first, then the Builder replaces what is left (R-INT-2)."""
        price = {ware: max(0, amount - (self.discount("on_furnish", ware) if discounted else 0)) for ware, amount in cost.items()}
        ways = []
        for payment in PAYMENTS:
            replaced = [ware for ware in ("wood", "stone") if ware in payment]
            if replaced and ("builder" not in self.owned or any(not price.get(ware) for ware in replaced)):
                continue
            rest = dict(price)
            for ware in replaced:
                rest[ware] -= 1
                rest["ore"] = rest.get("ore", 0) + 1
            if all(self.goods[ware] >= amount for ware, amount in rest.items()):
                ways.append(payment)
        return ways

    def furnishings(self, leaf: dict[str, Any], is_loot: bool) -> set[Choice]:
        """Every furnishing that is to be had and can be paid, on every cell for it, with every way to pay."""
        unlimited = [name for name, tile in self.rules["furnishing"].items() if tile.get("copies", 1) == -1]
        found: set[Choice] = set()
        for name in [*self.supply, *unlimited]:
            tile = self.rules["furnishing"][name]
            if leaf["do"] == "furnish_dwelling" and tile["colour"] != "orange":
                continue
            if name not in leaf.get("tiles", [name]):
                continue
            discounted = not ("cost" in leaf and is_loot) or toggle(self.rules, "discounts_on_loot")
            ways = self.payments(leaf.get("cost", tile["cost"]), discounted)
            found |= {("furnish", name, cell, payment) for cell in self.furnishing_cells(name) for payment in ways}
        return found

    def furnishing_cells(self, name: str) -> list[str]:
        """Empty caverns, tunnels with the Work room, or the tile that must be built over (R-FURN-3, R-INT-1)."""
        other = {"trader": "spare_part_storage", "spare_part_storage": "trader"}.get(name)
        if other in self.owned:
            return [self.board.cell_of(other)]
        return self.board.cells_with("cavern", *(("tunnel", "deep_tunnel") if "work_room" in self.owned else ()))

    # ------------------------------------------------------------ things to do

    def choices(self, leaf: dict[str, Any], is_loot: bool = False, discounted: bool = True) -> set[Choice]:
        """All choices of one thing to do; empty for what has nothing to do with the board."""
        do = leaf["do"]
        if do == "place_twin_tile":
            return set().union(*(self.twin_tiles(tile) for tile in leaf["tiles"]))
        if do == "place_single_tile":
            return self.single_tiles(leaf["tile"])
        if do == "place_ruby_mine":
            return self.ruby_mines(leaf["on"])
        if do in ("furnish_cavern", "furnish_dwelling"):
            return self.furnishings(leaf, is_loot)
        if do in ("build_small_pasture", "build_large_pasture"):
            size = do.split("_")[1]
            cost = leaf.get("cost", self.rules["building"][f"{size}_pasture"]["cost"])
            return self.pastures(size) if self.affords(cost, "on_build_fences_action", discounted) else set()
        if do == "build_stable":
            cost = leaf.get("cost", self.rules["building"]["stable"]["cost"])
            return self.stables() if self.affords(cost, "on_build_stable", discounted) else set()
        return set()

    def tiles_for_rubies(self) -> set[Choice]:
        """Single tiles that rubies buy at any time (R-RUBY-2)."""
        prices = self.rules["ruby"]["tile"]
        affordable = [tile for tile, price in prices.items() if self.goods["ruby"] >= price]
        return set().union(*(self.single_tiles(tile, "buy_tile") for tile in affordable)) if affordable else set()


# ---------------------------------------------------------------- connectives


def flow_of(space: str, rules: Tables) -> dict[str, Any]:
    """The program of a space, as the toggles read it."""
    row = rules["space"][space]
    flow: dict[str, Any] = row["flow"]
    if "connective_toggle" in row:
        flow = {**flow, "op": toggle(rules, row["connective_toggle"])}
    return flow


def is_single(node: dict[str, Any]) -> bool:
    """Whether a node is one part: a single thing to do, or several that belong together."""
    return "op" not in node or node["op"] == "all"


def count_parts(node: dict[str, Any]) -> int:
    """How many parts a program has."""
    return 1 if is_single(node) else sum(count_parts(item) for item in node["items"])


def open_parts(node: dict[str, Any], done: set[int], guest: bool, first: int = 0) -> list[tuple[int, dict[str, Any]]]:
    """Parts that the connectives still allow (R-CONN-1 to R-CONN-4); parts are numbered in printed order from `first`."""
    if is_single(node):
        return [] if first in done else [(first, node)]
    starts = [first]
    for item in node["items"]:
        starts.append(starts[-1] + count_parts(item))
    touched = [bool(done & set(range(starts[index], starts[index + 1]))) for index in range(len(node["items"]))]
    found = []
    for index, item in enumerate(node["items"]):
        later = any(touched[index + 1 :])
        if node["op"] == "either_or" and not guest and any(touched) and not touched[index]:
            continue
        if node["op"] in ("and_then_or", "and_then") and later:
            continue
        if node["op"] == "and_then" and index and not touched[index - 1]:
            continue
        found += open_parts(item, done, guest, starts[index])
    return found


def acting_leaf(part: dict[str, Any]) -> dict[str, Any] | None:
    """The thing of a part that needs a choice."""
    leaves = part["items"] if part.get("op") == "all" else [part]
    return next((leaf for leaf in leaves if leaf["do"] not in GAINS), None)


def leaves(node: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of a program in printed order, each by its acting leaf."""
    if is_single(node):
        return [acting_leaf(node) or {"do": "collect"}]
    return [leaf for item in node["items"] for leaf in leaves(item)]


def guest_room_works(space: str, site: Site) -> bool:
    """Whether either/or may be read as and/or here (R-INT-11)."""
    if "guest_room" not in site.owned:
        return False
    if space == "wish_for_children":
        return bool(toggle(site.rules, "guest_room_on_wish_for_children"))
    if space == "extension" and toggle(site.rules, "guest_room_extension_once"):
        return not site.seat.get("guest_room_used", False)
    return True


# ---------------------------------------------------------------- steps


def offered(position: dict[str, Any]) -> set[Choice]:
    """Everything that may be placed by the step that a position waits for, trades left out."""
    step = position["pending"][-1]
    site = Site(position, step["seat"])
    a, b, _, _ = step["arguments"]
    if step["step"] == "loot_item":
        return loot_choices(site, list(site.rules["loot"])[a])
    if step["step"] != "action":
        return set()
    space = list(site.rules["space"])[a]
    flow = flow_of(space, site.rules)
    done = {number for number in range(count_parts(flow)) if b >> number & 1}
    programme = leaves(flow)
    has_fenced = any(programme[number]["do"] in ("build_small_pasture", "build_large_pasture") for number in done)
    per_pasture = toggle(site.rules, "carpenter_discount_scope") == "per_pasture"
    found: set[Choice] = set()
    for number, _ in open_parts(flow, done, guest_room_works(space, site)):
        leaf = programme[number]
        is_pasture = leaf["do"] in ("build_small_pasture", "build_large_pasture")
        found |= site.choices(leaf, discounted=not (is_pasture and has_fenced) or per_pasture)
    return found


def loot_choices(site: Site, item: str) -> set[Choice]:
    """Everything that may be placed by a loot item; discounts count for its price (U-6)."""
    discounted = toggle(site.rules, "discounts_on_loot")
    return site.choices(site.rules["loot"][item]["effect"], is_loot=True, discounted=discounted)


def loot_on_offer(position: dict[str, Any]) -> set[str]:
    """Loot items of the board that can be carried out now, within the strength and not taken yet (R-EXP-1, R-EXP-6)."""
    step = position["pending"][-1]
    site = Site(position, step["seat"])
    _, strength, taken, _ = step["arguments"]
    builds = ("place_single_tile", "furnish_cavern", "furnish_dwelling", "build_small_pasture", "build_large_pasture", "build_stable")
    return {
        item
        for number, (item, row) in enumerate(site.rules["loot"].items())
        if row["effect"]["do"] in builds and row["strength"] <= strength and not taken >> number & 1 and loot_choices(site, item)
    }
