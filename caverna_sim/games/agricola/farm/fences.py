"""Fences and the pastures they make (AG-FNC, AG-PRC-04).

Fences are built pasture by pasture: a connected set of cells, all unfenced or a proper part of one pasture, gets what its outline still
lacks. Every state in between is legal, and every legal state is reached (AG-PRC-04 7). With HR4 they are built edge by edge instead.
"""

from caverna_sim.compiling.jit import njit, njit_inline
from caverna_sim.games.agricola.farm.goods import times_payable
from caverna_sim.games.agricola.farm.ground import built_cells, touches_built
from caverna_sim.games.agricola.ids import act, good, house_rule
from caverna_sim.games.agricola.shape.board import CELLS, EDGES_OF, NUM_CELLS, NUM_EDGES, is_one_block, open_to_outside, outline, reached
from caverna_sim.games.agricola.shape.layout import NUM_OUTLINES
from caverna_sim.games.agricola.shape.sizes import MAX_PASTURES
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import code

# ---------------------------------------------------------------- what follows from fences


@njit
def find_pastures(seat):
    """Note the pastures that the fences make: areas cut off from the outside, without room and field (AG-FNC-02, AG-FNC-04)."""
    fences = int(seat["fences"])
    barred = int(seat["rooms"]) | int(seat["fields"])
    left = CELLS & ~reached(open_to_outside(fences), fences)
    found, fenced = 0, 0
    while left:
        cells = reached(left & -left, fences)
        left &= ~cells
        if cells & barred == 0:
            seat["pastures"][found] = cells
            fenced |= cells
            found += 1
    for number in range(found, MAX_PASTURES):
        seat["pastures"][number] = 0
    seat["num_pastures"] = found
    seat["fenced"] = fenced


@njit
def fences_payable(rules, actor, seat, done):
    """How many fences the actor can pay on the farm of a seat; `done` were built for the partner in this action, -1 on the own farm."""
    left = int(rules["fences"]) - count(int(seat["fences"]))
    if done < 0:
        return times_payable(actor, rules["fence_cost"], left)
    number = 0
    while number < left and _can_pay_for_partner(rules, actor, done, number + 1):
        number += 1
    return number


@njit
def _groups(rules, fences):
    """Groups of fences for the partner, the last one begun (AG-VAR-23)."""
    return (fences + rules["fence_group"] - 1) // rules["fence_group"]


@njit
def _can_pay_for_partner(rules, actor, done, number):
    groups = _groups(rules, done + number) - _groups(rules, done)
    for ware in range(good.NUM):
        if actor["goods"][ware] < rules["fence_cost"][ware] * number + rules["fence_surcharge"][ware] * groups:
            return False
    return True


@njit
def _pay_fences(rules, actor, number, done):
    groups = _groups(rules, done + number) - _groups(rules, done) if done >= 0 else 0
    for ware in range(good.NUM):
        actor["goods"][ware] -= rules["fence_cost"][ware] * number + rules["fence_surcharge"][ware] * groups


# ---------------------------------------------------------------- pasture by pasture


@njit
def _may_enclose(rules, seat, cells, around):
    """Whether cells without rooms and fields may become a pasture: all unfenced, touching what they must, or a part of one."""
    fenced = int(seat["fenced"])
    if cells & fenced == 0:
        apart = fenced == 0 or rules["house_rules"] & house_rule.SCATTERED_PASTURES != 0
        return (apart or around & fenced != 0) and touches_built(rules, seat, cells)
    for number in range(seat["num_pastures"]):
        pasture = int(seat["pastures"][number])
        if cells & ~pasture == 0:
            return cells != pasture
    return False


@njit_inline
def _next_pasture(rules, seat, payable, number):
    """The next outline, counted from `number`, that may be built with so many fences; NUM_OUTLINES when there is none."""
    fences, barred = int(seat["fences"]), int(seat["rooms"]) | int(seat["fields"])
    most = payable + count(fences)
    while number < NUM_OUTLINES:
        row = rules["outlines"][number]
        if row["size"] > most:
            return NUM_OUTLINES
        cells = int(row["cells"])
        if cells & barred == 0 and 0 < count(int(row["outline"]) & ~fences) <= payable:
            if _may_enclose(rules, seat, cells, int(row["beside"])):
                return number
        number += 1
    return NUM_OUTLINES


@njit
def build_fences(rules, actor, seat, edges, done):
    """Pay and build what is missing of a set of fences; returns how many that are."""
    missing = edges & ~int(seat["fences"])
    number = count(missing)
    _pay_fences(rules, actor, number, done)
    seat["fences"] |= missing
    find_pastures(seat)
    return number


# ---------------------------------------------------------------- edge by edge (HR4)


@njit
def _may_stand(rules, seat, edge):
    """Whether a single fence may be built: pastures that it makes touch others (AG-FNC-05), and with HR8 it touches something."""
    before, fenced = int(seat["fences"]), int(seat["fenced"])
    if rules["house_rules"] & house_rule.ADJACENT_TO_BUILT and not _touches(seat, edge):
        return False
    if rules["house_rules"] & house_rule.SCATTERED_PASTURES:
        return True
    after = before | 1 << edge
    left = CELLS & ~reached(open_to_outside(after), after)
    barred, cells = int(seat["rooms"]) | int(seat["fields"]), 0
    while left:
        area = reached(left & -left, after)
        left &= ~area
        if area & barred == 0:
            cells |= area
    return cells == fenced or is_one_block(cells)


@njit
def _touches(seat, edge):
    """Whether a fence stands at something built, or at a cell with another fence."""
    return _cells_of_edges(1 << edge) & (built_cells(seat) | _cells_of_edges(int(seat["fences"]))) != 0


@njit
def _cells_of_edges(edges):
    """Cells with any of these fences around them."""
    cells = 0
    for cell in range(NUM_CELLS):
        if EDGES_OF[cell] & edges:
            cells |= 1 << cell
    return cells


@njit
def _next_piece(rules, seat, edge):
    """The next fence space, counted from `edge`, where a single fence may be built (HR4); NUM_EDGES when there is none."""
    while edge < NUM_EDGES and ((int(seat["fences"]) >> edge) & 1 or not _may_stand(rules, seat, edge)):
        edge += 1
    return edge


# ---------------------------------------------------------------- either way


@njit
def can_fence(rules, seat, payable):
    """Whether anything can be built with so many fences."""
    if payable <= 0:
        return False
    if rules["house_rules"] & house_rule.OPEN_FENCES:
        return _next_piece(rules, seat, 0) < NUM_EDGES
    return _next_pasture(rules, seat, payable, 0) < NUM_OUTLINES


@njit
def list_fences(rules, seat, payable, farm, out, n):
    """Everything that can be built next."""
    if payable <= 0:
        return n
    if rules["house_rules"] & house_rule.OPEN_FENCES:
        edge = _next_piece(rules, seat, 0)
        while edge < NUM_EDGES:
            out[n] = code(act.FENCE_PIECE, farm, edge, 0)
            n += 1
            edge = _next_piece(rules, seat, edge + 1)
        return n
    number = _next_pasture(rules, seat, payable, 0)
    while number < NUM_OUTLINES:
        out[n] = code(act.FENCE, farm, 0, 0) | int(rules["outlines"][number]["cells"])
        n += 1
        number = _next_pasture(rules, seat, payable, number + 1)
    return n


@njit
def fences_stand(rules, seat):
    """Whether all fences of a seat may stand as they do (AG-PRC-04 3); 0 yes, else the number of the rule AG-FNC that they break."""
    fences = int(seat["fences"])
    if count(fences) > rules["fences"]:
        return 1
    if not rules["house_rules"] & house_rule.OPEN_FENCES:
        used = 0
        for number in range(seat["num_pastures"]):
            used |= outline(int(seat["pastures"][number]))
        if used != fences:
            return 3
    if not rules["house_rules"] & house_rule.SCATTERED_PASTURES and not is_one_block(int(seat["fenced"])):
        return 5
    return 0
