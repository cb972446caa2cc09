"""What the expansion prices in other ways: wooden weapons (F-ACT-1), tiles in any building material (F-TILE-8)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.ids import ruling
from caverna_sim.games.caverna.home.furnish import discount
from caverna_sim.games.caverna.home.limits import strongest_arming
from caverna_sim.games.caverna.ids import act, effect, good
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code

IN_MATERIAL = 64  # a price in building materials of any kind: 64 + 8 * wood + stone, the rest is ore (F-TILE-8)


@njit
def forge_wood_price(rules, seat, strength):
    """Wood for a wooden weapon; a discount in ore does not help (ruling armory_discount_blacksmith)."""
    price = strength * int(rules["orcs"]["wood_per_strength"])
    if rules["orcs"]["ruling"][ruling.ARMORY_DISCOUNT_BLACKSMITH] != 0:
        price = max(0, price - discount(rules, seat, effect.ON_FORGE, good.ORE))
    return price


@njit
def can_forge_wood(state, rules, seat, weapon):
    """Only an unarmed dwarf, with wood for the weakest weapon (F-ACT-1)."""
    return weapon == 0 and forge_wood_price(rules, seat, 1) <= seat["goods"][good.WOOD] and strongest_arming(state, seat) >= 1


@njit_hook(base_game="0")
def strongest_wooden(state, rules, seat):
    """The strongest weapon that may be made of wood now."""
    return min(int(rules["orcs"]["wood_weapon_most"]), strongest_arming(state, seat))


@njit_hook(base_game="n")
def list_forge_wood(state, rules, seat, out, n):
    """Every strength that can be paid in wood."""
    for strength in range(1, strongest_wooden(state, rules, seat) + 1):
        if forge_wood_price(rules, seat, strength) <= seat["goods"][good.WOOD]:
            out[n] = code(act.FORGE_WOOD, strength, 0, 0)
            n += 1
    return n


@njit
def forge_wood(rules, seat, dwarf, strength):
    """Pay the wood and arm the acting dwarf; no expedition follows (F-ACT-1)."""
    seat["goods"][good.WOOD] -= forge_wood_price(rules, seat, strength)
    seat["weapon"][dwarf] = strength


# ---------------------------------------------------------------- any building material


@njit
def _material_discount(rules, seat, ware):
    """Discounts count as paid material (ruling warrior_dwelling_discounts)."""
    if rules["orcs"]["ruling"][ruling.WARRIOR_DWELLING_DISCOUNTS] != 0:
        return 0
    return discount(rules, seat, effect.ON_FURNISH, ware)


@njit
def _mix_fits(rules, seat, furnishing, wood, stone):
    """Whether the mix holds the least of each kind and can be paid."""
    cost = rules["furnishing"][furnishing]["cost"]
    ore = int(rules["furnishing"][furnishing]["any_material"]) - wood - stone
    if wood < cost[good.WOOD] or stone < cost[good.STONE] or ore < cost[good.ORE]:
        return False
    goods = seat["goods"]
    return (
        goods[good.WOOD] + _material_discount(rules, seat, good.WOOD) >= wood
        and goods[good.STONE] + _material_discount(rules, seat, good.STONE) >= stone
        and goods[good.ORE] + _material_discount(rules, seat, good.ORE) >= ore
    )


@njit_hook(base_game="False")
def can_pay_in_material(rules, seat, furnishing):
    """Whether any mix of building materials can be paid."""
    most = int(rules["furnishing"][furnishing]["any_material"])
    least, at_hand = 0, 0
    for ware in (good.WOOD, good.STONE, good.ORE):
        cost = int(rules["furnishing"][furnishing]["cost"][ware])
        here = int(seat["goods"][ware]) + _material_discount(rules, seat, ware)
        if here < cost:
            return False
        least += cost
        at_hand += here
    return least <= most <= at_hand


@njit_hook(base_game="n")
def list_in_material(rules, seat, furnishing, all_cells, out, n):
    """Every mix and every cell."""
    most = int(rules["furnishing"][furnishing]["any_material"])
    for wood in range(min(most, 7) + 1):
        for stone in range(min(most - wood, 7) + 1):
            if not _mix_fits(rules, seat, furnishing, wood, stone):
                continue
            cells = all_cells
            while cells:
                out[n] = code(act.FURNISH, furnishing, first(cells), IN_MATERIAL + 8 * wood + stone)
                n += 1
                cells &= cells - 1
    return n


@njit_hook(base_game="None")
def pay_in_material(rules, seat, furnishing, payment):
    """Pay a mix of building materials."""
    wood, stone = (payment - IN_MATERIAL) >> 3, payment & 7
    ore = int(rules["furnishing"][furnishing]["any_material"]) - wood - stone
    seat["goods"][good.WOOD] -= max(0, wood - _material_discount(rules, seat, good.WOOD))
    seat["goods"][good.STONE] -= max(0, stone - _material_discount(rules, seat, good.STONE))
    seat["goods"][good.ORE] -= max(0, ore - _material_discount(rules, seat, good.ORE))
