"""The worked examples of the rulebook (NT-01 to NT-46), with its lost die faces as the rows of the dossier give them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.neanderthal.hand import FIRE, at, daughters, elders, go, immature, invention, on, own, people, rolls, row, said, seat, words

# ---------------------------------------------------------------- climate


@pytest.mark.rule("N-EVT-1", "NT-01")
def test_cooling_pushes_the_lowest_climax_south() -> None:
    game = at(
        "event", seat("archaic", 1), seat("neanderthal", 1), event="caring_woman", icons=["cooling"],
        north=row(c1="syn_n_large_2", c2="syn_n_large_1", c4="irish_elk"), south=row(c1="deer", c2="horse"), decks={"north": ["rabbit"]},
    )  # fmt: skip
    place = game.to_dict()
    assert place["north"] == row(c1="ice:rabbit", c2="syn_n_large_1", c4="irish_elk")
    assert place["south"] == row(c1="syn_n_large_2", c2="horse")
    assert "deer" in place["removed"]


@pytest.mark.rule("N-EVT-1", "NT-41")
def test_the_sheet_goes_south_when_the_north_is_ice() -> None:
    ice = ["ice:irish_elk", "ice:steppe_bison", "ice:mammoth", "ice:rabbit", "ice:cave_lion", "ice:syn_n_small_1"]
    south = ["honey_bee", "syn_s_small_4", "horse", "wolf", "syn_s_large_2", "syn_s_pred_1"]  # 5, 9, 21, 28, 32, 36
    game = at(
        "event", seat("archaic", 1), seat("neanderthal", 1), event="caring_woman", icons=["cooling"], north=ice, south=south,
        decks={"north": ["syn_n_pred_1"]},
    )  # fmt: skip
    place = game.to_dict()
    assert place["south"] == ["ice:syn_n_pred_1", *south[1:]]
    assert place["north"] == ice


@pytest.mark.rule("N-EVT-2", "NT-42")
def test_warming_meets_ice() -> None:
    game = at(
        "event", seat("archaic", 1), seat("neanderthal", 1), event="caring_woman", icons=["warming"],
        north=row(c3="ice:rabbit"), south=row(c0="ice:mammoth", c3="deer", c5="horse"), decks={"south": ["wolf"]},
    )  # fmt: skip
    place = game.to_dict()
    assert place["north"] == row(c3="rabbit")
    assert place["south"] == row(c0="mammoth", c3="wolf", c5="horse")
    assert "deer" in place["removed"]


# ---------------------------------------------------------------- chaos, blizzard, elders


def in_chaos(first: dict[str, Any]) -> Any:
    return at("event", first, seat("neanderthal"), event="generous_woman", icons=["chaos"], north=row(c0="rabbit"))


@pytest.mark.rule("N-EVT-4", "NT-02", "NT-03")
@pytest.mark.parametrize(("fire", "lost"), [(FIRE, 1), ({}, 2)])
def test_chaos_with_and_without_a_firebuilder(fire: dict[str, Any], lost: int) -> None:
    game = in_chaos(seat("archaic", 2, unassigned={"alpha": True}, elders=fire, mating="promiscuous", free=words(2, 0, 0)))
    go(game, *["lose tribesman"] * lost)
    assert people(game, 0) == 3 - lost
    assert "pass" in said(game)  # no more must go
    game.play("pass")
    assert own(game, 0)["elders"].keys() == fire.keys()
    assert "turn the mating card to pair" in said(game)


@pytest.mark.rule("N-EVT-4", "N-EVT-7", "NT-05")
def test_wanderers_may_be_the_ones_who_die() -> None:
    first = seat("neanderthal", 1, unassigned={"wanderers": {"cro_magnon": 2}}, free=words(0, 0, 0))
    game = at("event", first, seat("cro_magnon"), event="generous_woman", icons=["chaos"])
    dead = game.to_dict()["dead"]["cro_magnon"]["tribesmen"]
    go(game, "lose cro_magnon", "lose cro_magnon")
    assert own(game, 0)["unassigned"] == {"tribesmen": 1, "alpha": False, "wanderers": {}}
    assert game.to_dict()["dead"]["cro_magnon"]["tribesmen"] == dead + 2


@pytest.mark.rule("N-EVT-4", "NT-36")
@pytest.mark.parametrize(("unassigned", "lost"), [(7, 0), (9, 5)])
def test_chaos_spares_who_has_words_enough(unassigned: int, lost: int) -> None:
    disks = {"orange": 3, "white": 3, "black": 1}
    game = in_chaos(seat("archaic", unassigned, elders=immature(3, "black"), free=disks))  # 7 free, one under the elder
    if not lost:
        assert game.phase != "event"
        assert people(game, 0) == unassigned
        return
    go(game, *["lose tribesman"] * lost, "pass", "lose the elder of level 3")
    assert people(game, 0) == unassigned - lost
    assert own(game, 0)["elders"] == {}
    assert own(game, 0)["vocabulary"]["black"] == 2


@pytest.mark.rule("N-EVT-5", "NT-04")
def test_five_tribesmen_support_two_dependents() -> None:
    first = seat("archaic", 5, daughters=daughters("caring_woman", "singing_woman"), elders=elders(3, 6), animals=[{"id": "horse"}])
    game = at("event", first, seat("neanderthal"), event="generous_woman", icons=["blizzard"], north=row(c0="rabbit"))
    go(game, "lose the elder of level 3", "lose the elder of level 6", "give up horse")
    found = own(game, 0)
    assert (found["elders"], found["animals"]) == ({}, [])
    assert [one["id"] for one in found["daughters"]] == ["caring_woman", "singing_woman"]
    assert game.phase == "auction"


@pytest.mark.rule("N-EVT-3", "NT-40")
def test_elder_death_returns_the_disk_of_an_immature_elder() -> None:
    first = seat("archaic", 3, elders={**immature(6, "black"), **elders(4)}, portals=["venus/orange"])
    game = at("event", first, seat("neanderthal"), event="generous_woman", icons=["elder_death"] * 2, dice=[6, 1, 4, 1])
    found = own(game, 0)
    assert found["elders"] == {}
    assert found["vocabulary"] == {"orange": 4, "white": 5, "black": 5}
    assert game.to_dict()["dead"]["archaic"]["tribesmen"] == 15


@pytest.mark.rule("N-ORDER-1", "NT-39")
def test_an_absent_colour_is_skipped() -> None:
    game = at("event", seat("neanderthal", 1), seat("cro_magnon", 1), event_deck=["syn_daughter_14"])  # archaic, cro_magnon, neanderthal
    assert game.to_dict()["order"] == [1, 0]


# ---------------------------------------------------------------- auctions


@pytest.mark.rule("N-AUC-2", "N-AUC-3", "N-AUC-5", "NT-06")
def test_a_tied_auction_goes_to_the_starting_player() -> None:
    game = at("auction", seat("cro_magnon"), seat("neanderthal"), event="generous_woman", order=[1, 0])
    go(game, "bid 1 disks", "bid 1 disks", "pass", "pay 1 orange, 0 white, 0 black")
    assert own(game, 1)["daughters"] == [{"id": "generous_woman", "disks": {"orange": 1}, "husband": None, "suitors": []}]
    assert own(game, 0)["vocabulary"]["orange"] == 5


@pytest.mark.rule("N-AUC-1", "NT-07")
def test_the_only_voice_player_buys_for_the_minimum() -> None:
    game = at("auction", seat("archaic", free=words(1, 0, 0)), seat("neanderthal", side="tribal"), event="singing_woman")
    assert said(game, "bid") == ["bid 1 disks"]
    go(game, "bid 1 disks", "pay 1 orange, 0 white, 0 black")
    assert own(game, 0)["daughters"][-1]["disks"] == {"orange": 1}


@pytest.mark.rule("N-AUC-4", "NT-08", "NT-09")
@pytest.mark.parametrize(("order", "bid", "wins"), [([1, 0], 2, True), ([0, 1], 2, False), ([0, 1], 3, True)])
def test_disks_of_a_tribal_harem_holder_count_half(order: list[int], bid: int, wins: bool) -> None:
    harem = seat("cro_magnon", side="tribal", mating="harem")
    game = at("auction", seat("archaic", free=words(1, 0, 0)), harem, event="singing_woman", order=order)
    while game.phase == "auction":
        wanted = f"bid {1 if game.player == 0 else bid} disks"
        legal = said(game)
        game.play(wanted if wanted in legal and not game.to_dict()["turn"]["bids"][game.player] else legal[-1])
    assert (len(own(game, 1)["daughters"]) == 1) == wins


# ---------------------------------------------------------------- assignment


@pytest.mark.rule("N-ASG-2", "NT-10")
@pytest.mark.parametrize("black", [0, 1])
def test_a_tool_is_needed_and_not_spent(black: int) -> None:
    game = at("assign", seat("archaic", 3, free=words(5, 5, black)), seat("neanderthal"), north=row(c0="steppe_bison"))
    assert bool(said(game, "assign")) == bool(black)
    if black:
        go(game, "send 2 tribesman to N1")
        assert own(game, 0)["vocabulary"]["black"] == 1


@pytest.mark.rule("N-ASG-2", "NT-11")
def test_a_tool_that_is_gone_does_not_stop_the_hunt() -> None:
    hunters = {"N1": {"tribesmen": 3}}
    game = at("hunt", seat("archaic", hunters=hunters, free=words(5, 5, 0)), seat("neanderthal"), north=row(c0="steppe_bison"))
    go(game, "hunt at N1")
    assert len(rolls(game, "hunt")) == 1


@pytest.mark.rule("N-ELD-4", "N-ELD-2", "NT-12")
def test_a_complete_social_domain_allows_a_warrior() -> None:
    portals = ["venus/black", "shaman/white", "shaman/orange"]
    first = seat("archaic", 1, portals=portals, free={"orange": 1, "white": 0, "black": 0})
    game = at("assign", first, seat("neanderthal"))
    assert said(game, "promote") == ["make tribesman the elder of level 4"]
    go(game, "make tribesman the elder of level 4")
    assert own(game, 0)["elders"] == {"4": {"alpha": False, "disk": "orange"}}
    assert own(game, 0)["vocabulary"]["orange"] == 0


@pytest.mark.rule("N-ELD-4", "N-PORT-1", "NT-33")
def test_three_portals_in_the_social_domain() -> None:
    game = at("assign", seat("archaic", 1, portals=["venus/orange", "venus/black", "shaman/white"]), seat("neanderthal"))
    assert said(game, "promote") == ["make tribesman the elder of level 4", "make tribesman the elder of level 6"]


@pytest.mark.rule("N-ELD-4", "N-ALPHA-3", "NT-13")
def test_a_trapper_makes_the_alpha_count_in_small_game() -> None:
    portals = ["bison/black", "shaman/white", "shaman/orange"]
    first = seat("archaic", portals=portals, elders=elders(5), hunters={"N1": {"alpha": True}})
    game = at("hunt", first, seat("neanderthal"), north=row(c0="rabbit"))
    go(game, "hunt at N1", "count the alpha as a 1")
    assert rolls(game, "hunt") == [{"round": 4, "phase": "hunt", "seat": 0, "what": "hunt", "at": "N1", "dice": [], "virtual": 1}]
    assert people(game, 0) == 2  # and a baby


# ---------------------------------------------------------------- fights, gathering


@pytest.mark.rule("N-ATK-1", "N-ATK-4", "N-ATK-5", "N-WOO-3", "N-WOO-7", "N-ALPHA-4", "N-ORDER-3", "NT-14")
def test_a_warrior_alpha_kills_the_husband_and_leaves_a_child() -> None:
    husband = {"species": "cro_magnon"}
    suitor = {"species": "neanderthal", "alpha": True}
    host = seat("cro_magnon", 2, daughters=daughters("caring_woman", husband=husband, suitors=[suitor]))
    guest = seat("neanderthal", mating="promiscuous", elders=elders(4), free=words(2, 5, 3))
    game = at("attack", guest, host, dice=[4, 2])
    go(game, "lose tribesman")
    fights = rolls(game, "attack")
    assert [(one["seat"], one["dice"]) for one in fights] == [(1, [4]), (0, [2])]
    assert own(game, 1)["daughters"][0]["husband"] is None
    go(game, "court caring_woman")
    assert rolls(game, "courtship") == []
    assert own(game, 1)["unassigned"]["wanderers"] == {"neanderthal": 1}
    assert own(game, 0)["unassigned"]["alpha"]
    assert own(game, 1)["daughters"][0]["husband"] is None


@pytest.mark.rule("N-GATH-1", "N-MATE-1", "NT-15")
def test_gathering_comes_before_the_hunt() -> None:
    first = seat("archaic", mating="promiscuous", hunters={"N1": {"tribesmen": 2}})
    game = at("attack", first, seat("neanderthal"), north=row(c0="tyrant_sea_bear"), dice=[4, 5])
    assert people(game, 0) == 1
    go(game, "hunt at N1", "lose tribesman", "lose tribesman")
    assert people(game, 0) == 1


# ---------------------------------------------------------------- courtship


def courted(mating: str, **fields: Any) -> Any:
    suitors = [{"species": name} for name in ("archaic", "cro_magnon", "neanderthal")]
    father = seat("neanderthal", mating=mating, daughters=daughters("singing_woman", suitors=suitors), free={"orange": 4})
    rivals = seat("archaic", free={"orange": 3}), seat("cro_magnon")
    return at("hunt", father, *rivals, dice=[5, 2], **fields)


@pytest.mark.rule("N-WOO-3", "N-WOO-4", "N-WOO-6", "N-WOO-7", "NT-16")
def test_three_suitors_for_the_singing_woman_of_a_promiscuous_father() -> None:
    game = go(courted("promiscuous"), "court singing_woman")
    assert [one["seat"] for one in rolls(game, "courtship")] == [2]  # cro_magnon; the father's poetry needs no die
    assert own(game, 0)["daughters"][0]["husband"] is None
    assert [people(game, number) for number in range(3)] == [1, 1, 1]


@pytest.mark.rule("N-WOO-5", "N-MATE-2", "NT-17")
def test_the_same_with_a_pair_bonding_father() -> None:
    game = go(courted("pair"), "court singing_woman")
    assert [(one["seat"], one["dice"]) for one in rolls(game, "courtship")] == [(2, [5]), (0, [2])]
    assert own(game, 0)["daughters"][0]["husband"] == {"species": "neanderthal", "alpha": False, "disk": "orange"}
    assert own(game, 0)["vocabulary"]["orange"] == 3


@pytest.mark.rule("N-WOO-5", "NT-44")
@pytest.mark.parametrize("is_home", [True, False])
def test_a_foreign_husband_is_mature_at_once(is_home: bool) -> None:
    woman = daughters("caring_woman", suitors=[{"species": "archaic"}])
    seats = seat("archaic", free={"orange": 2}, daughters=woman * is_home), seat("neanderthal", daughters=woman * (not is_home))
    game = go(at("hunt", *seats), "court caring_woman")
    assert own(game, 0 if is_home else 1)["daughters"][0]["husband"]["disk"] == ("orange" if is_home else None)
    assert own(game, 0)["vocabulary"]["orange"] == (1 if is_home else 2)


@pytest.mark.rule("NT-24")
def test_the_second_courtship_example_under_its_own_readings() -> None:
    """It contradicts the rule text (NC-02), and is right with two other readings."""
    woman = daughters("syn_daughter_11", husband={"species": "neanderthal"}, suitors=[{"species": "archaic"}, {"species": "cro_magnon"}])
    rules = {"ruling.woo_sequence": "each replaces", "ruling.woo_exhusband": "pool of the father"}
    father = seat("archaic", daughters=woman)
    game = at("hunt", father, seat("neanderthal"), seat("cro_magnon", free={"orange": 4}), dice=[2, 1], rules=rules)
    go(game, "court syn_daughter_11")
    assert [one["seat"] for one in rolls(game, "courtship")] == [0, 2]
    assert own(game, 0)["unassigned"]["wanderers"] == {"neanderthal": 1}
    assert own(game, 0)["daughters"][0]["husband"] == {"species": "cro_magnon", "alpha": False, "disk": None}


# ---------------------------------------------------------------- hunts


def hunting(biome: str, hunters: dict[str, Any], dice: list[int], region: str = "south", **fields: Any) -> Any:
    rows = {region: row(c0=biome)}
    first = seat("archaic", hunters={("S1" if region == "south" else "N1"): hunters}, **fields)
    return at("hunt", first, seat("neanderthal"), dice=dice, **rows)


@pytest.mark.rule("N-HUNT-4", "NT-18")
@pytest.mark.parametrize(("biome", "converts"), [("syn_s_small_1", True), ("deer", False)])
def test_a_rope_snare_turns_threes_into_ones_in_small_game_only(biome: str, converts: bool) -> None:
    game = hunting(biome, {"tribesmen": 3}, [3, 3, 5], side="tribal", inventions=[invention("rope snare")])
    go(game, "hunt at S1")
    assert ("count 2 threes as ones" in said(game)) == converts
    if converts:
        go(game, "count 2 threes as ones")
        assert people(game, 0) == 4


@pytest.mark.rule("N-HUNT-6", "NT-19")
def test_a_biome_pays_once() -> None:
    game = go(hunting("rabbit", {"tribesmen": 3}, [1, 1, 1]), "hunt at S1")
    assert people(game, 0) == 4


@pytest.mark.rule("N-ORDER-5", "N-HUNT-8", "NT-20")
def test_fewest_hunters_go_first_and_the_rest_go_home_unhurt() -> None:
    game = at(
        "hunt", seat("cro_magnon", hunters={"S1": {"tribesmen": 3}}, elders=elders(6)),
        seat("archaic", hunters={"S1": {"tribesmen": 2}}), south=row(c0="wolf"), dice=[1, 4],
    )  # fmt: skip
    go(game, "hunt at S1")
    assert [one["seat"] for one in rolls(game, "hunt")] == [1]
    assert people(game, 0) == 3
    assert "wolf" in game.to_dict()["south"]


def at_the_cat(dice: list[int]) -> Any:
    """Seven hunt horses, one waits at the cat; nineteen hunt the mammoth."""
    first = seat("archaic", hunters={"S1": {"tribesmen": 7}, "S3": {"tribesmen": 1}})
    second = seat("neanderthal", hunters={"S5": {"tribesmen": 18, "alpha": True}}, elders={})
    horses = [1, 1, 4, 4, 4, 4, 4]
    mammoth = [1, 1, 1] + [3] * 16
    place = row(c0="horse", c2="scimitar_cat", c4="mammoth")
    game = at("hunt", first, second, south=place, dice=horses + mammoth + dice)
    return go(game, "hunt at S1", "hunt at S5", "hunt at S3")


@pytest.mark.rule("N-PRED-2", "N-PRED-3", "N-PRED-4", "NT-21")
def test_one_hit_saves_the_horses() -> None:
    game = at_the_cat([1, 2, 2, 3, 3, 6, 6, 2])
    assert [(one["seat"], len(one["dice"])) for one in rolls(game, "hunt")][2:4] == [(0, 8), (1, 19)]
    assert own(game, 0)["unassigned"]["tribesmen"] == 11  # 8 and 3 babies


@pytest.mark.rule("N-PRED-5", "NT-22")
def test_two_ones_hunt_the_cat_and_protect_everybody() -> None:
    game = on(at_the_cat([1, 1, 2, 2, 3, 3, 6, 6]))
    assert len(rolls(game, "hunt")) == 3  # the neanderthals do not roll
    assert own(game, 0)["unassigned"]["tribesmen"] == 13  # 3 of the horses, 2 of the cat
    assert people(game, 1) == 19


@pytest.mark.rule("N-TROPHY-1", "NT-23")
def test_four_alike_take_the_cat_without_success() -> None:
    game = at_the_cat([2, 2, 2, 2, 3, 3, 6, 6])
    assert "take scimitar_cat as a trophy" in said(game)


@pytest.mark.rule("N-TROPHY-1", "N-TROPHY-2", "NT-25")
def test_two_sixes_take_a_trophy_that_asks_for_a_pair() -> None:
    rules = {"biome.irish_elk.trophy.match": 2}
    game = at(
        "hunt", seat("archaic", hunters={"N1": {"tribesmen": 2}}), seat("neanderthal"), north=row(c0="irish_elk"), dice=[6, 6], rules=rules
    )
    go(game, "hunt at N1", "lose tribesman", "lose tribesman", "take irish_elk as a trophy")
    assert own(game, 0)["trophies"] == ["irish_elk"]
    assert game.to_dict()["north"][0] is None  # a gap (N-TROPHY-2)


@pytest.mark.rule("N-HUNT-3", "N-HUNT-4", "N-TROPHY-1", "NT-26", "NT-27")
@pytest.mark.parametrize("armed", [False, True])
def test_deer_with_and_without_a_spear_thrower(armed: bool) -> None:
    inventions = [invention("spear-thrower")] if armed else []
    game = hunting("deer", {"tribesmen": 5}, [3, 3, 3, 4, 5], side="tribal", inventions=inventions)
    go(game, "hunt at S1", *(["count 3 threes as ones"] if armed else []))
    assert "take deer as a trophy" in said(game)
    assert people(game, 0) == (3 if armed else 0)  # babies are there, hunters on their way


@pytest.mark.rule("N-ALPHA-3", "N-HAND-1", "N-HAND-3", "NT-28")
def test_the_alphas_virtual_one_completes_three_bees() -> None:
    first = seat("archaic", hunters={"S1": {"tribesmen": 2, "alpha": True}}, elders=elders(5))
    game = at("hunt", first, seat("neanderthal"), south=row(c0="honey_bee"), decks={"south": ["horse"]}, dice=[1, 1])
    go(game, "hunt at S1", "count the alpha as a 1", "take honey_bee into the hand")
    assert own(game, 0)["hand"] == ["honey_bee"]
    assert game.to_dict()["south"][0] == "horse"


def tribe(dice: list[int], fire: bool = False, armed: bool = False) -> Any:
    """A tribal seat with a knapper, four hunters and the alpha on the horse; wolves are near."""
    inventions = [invention("spear-thrower")] if armed else []
    immature_ones = daughters("caring_woman", disks={"orange": 1}) + daughters("totem_woman", disks={"black": 1})
    first = seat(
        "cro_magnon", side="tribal", hunters={"S1": {"tribesmen": 4, "alpha": True}}, elders=elders(3, *([6] if fire else [])),
        inventions=inventions, daughters=immature_ones,
    )  # fmt: skip
    return at("hunt", first, seat("neanderthal"), south=row(c0="horse", c1="wolf"), dice=dice)


@pytest.mark.rule("N-ELD-2", "N-ALPHA-3", "N-HUNT-3", "NT-29")
def test_the_alpha_alone_is_not_enough_for_the_horse() -> None:
    game = go(tribe([3, 4, 4, 5]), "hunt at S1", "count the alpha as a 1")
    assert people(game, 0) == 5
    assert len(rolls(game, "hunt")) == 1


@pytest.mark.rule("N-HUNT-4", "N-HUNT-6", "N-HUNT-7", "N-HAND-1", "NT-30", "NT-31")
def test_the_horse_with_a_spear_thrower_and_then_the_wolves() -> None:
    game = go(tribe([3, 4, 4, 5, 5, 5, 6, 6, 6], armed=True), "hunt at S1", "count the alpha as a 1", "count 1 threes as ones")
    assert people(game, 0) == 0  # gains wait
    assert "take horse into the hand" not in said(game)
    go(game, "hunt at S2")
    assert "count the alpha as a 1" not in said(game)  # wolves are club class
    on(game, "livestock")
    assert people(game, 0) == 0
    assert own(game, 0)["vocabulary"] == {"orange": 4, "white": 5, "black": 4}
    assert rolls(game, "hunt")[-1]["dice"] == [5, 5, 6, 6, 6]


@pytest.mark.rule("N-HUNT-5", "N-PRED-4", "N-HAND-1", "NT-32")
def test_the_same_wolves_against_a_tribe_with_a_firebuilder() -> None:
    game = go(tribe([3, 4, 4, 5, 5, 5, 6, 6, 6], fire=True, armed=True), "hunt at S1", "count the alpha as a 1", "count 1 threes as ones")
    go(game, "hunt at S2", "lose tribesman", "lose tribesman")
    assert "take wolf into the hand" in said(game)
    on(game, "livestock")
    assert people(game, 0) == 3
    assert own(game, 0)["vocabulary"] == {"orange": 4, "white": 5, "black": 4}


@pytest.mark.rule("N-PRED-1", "NT-43")
@pytest.mark.parametrize(("between", "comes"), [("ice:rabbit", False), (None, True)])
def test_ice_blocks_a_predator_and_a_gap_does_not(between: str | None, comes: bool) -> None:
    first = seat("archaic", hunters={"S1": {"tribesmen": 4}})
    game = at("hunt", first, seat("neanderthal"), south=row(c0="horse", c1=between, c2="wolf"), dice=[1, 1, 4, 4])
    go(game, "hunt at S1")
    assert bool(own(game, 0)["hunters"]) == comes


# ---------------------------------------------------------------- actions, hands, points


@pytest.mark.rule("N-INNO-1", "NT-34")
def test_innovation_frees_a_daughter_in_two_turns() -> None:
    woman = daughters("totem_woman", disks={"white": 1, "orange": 1})
    first = seat("cro_magnon", portals=["shaman/white", "shaman/orange"], daughters=woman)
    game = at("action", first, seat("archaic"))
    go(game, "innovate orange from totem_woman")
    assert own(game, 0)["daughters"][0]["disks"] == {"white": 1}
    position = {**game.to_dict(), "phase": "action"}
    for name in ("pending", "turn", "rng", "to_move"):
        position.pop(name)
    game = go(type(game).from_dict(position), "innovate white from totem_woman")
    assert own(game, 0)["daughters"][0]["disks"] == {}


@pytest.mark.rule("N-PORT-2", "N-PORT-3", "NT-37")
@pytest.mark.parametrize("players", [3, 2])
def test_five_portal_disks_convert_with_three_players(players: int) -> None:
    portals = ["venus/orange", "venus/black", "shaman/white", "bison/black"]
    first = seat("archaic", 2, portals=portals, elders=immature(6, "black"), mating="harem", daughters=daughters("caring_woman"))
    game = at("action", first, seat("neanderthal"), *([seat("cro_magnon")] if players == 3 else []))
    before = sum(own(game, 0)["vocabulary"].values())
    go(game, "open shaman/orange with caring_woman")
    found = own(game, 0)
    assert found["side"] == ("tribal" if players == 3 else "voice")
    assert sum(found["vocabulary"].values()) == before + (4 if players == 3 else -1)
    assert found["elders"] == {"6": {"alpha": False, "disk": "black"}}


@pytest.mark.rule("N-HAND-4", "N-ELD-5", "NT-38", "NI-07")
def test_the_hand_limit_falls_with_an_elder() -> None:
    first = seat("archaic", 5, elders=elders(3, 6), hand=["horse", "wolf"])
    game = at("event", first, seat("neanderthal"), event="caring_woman", icons=["elder_death"], dice=[3, 1])
    assert said(game) == ["discard horse", "discard wolf"]
    go(game, "discard wolf")
    assert own(game, 0)["hand"] == ["horse"]


@pytest.mark.rule("N-SCORE-1", "N-SCORE-2", "N-SCORE-3", "NT-35")
def test_the_final_score_of_a_pair_bonding_player() -> None:
    disks = {"orange": 4, "white": 4, "black": 4}
    first = seat(
        "archaic", 9, unassigned={"alpha": True}, side="tribal", elders=elders(5), trophies=["deer"], free=disks,
        daughters=daughters("generous_woman", "totem_woman"),
    )  # fmt: skip
    away = daughters("caring_woman", husband={"species": "archaic"})
    second = seat("neanderthal", 1, unassigned={"wanderers": {"archaic": 1}}, daughters=away)
    parts = at("livestock", first, second).scores()[0]["parts"]
    home = {"unassigned": 9, "alpha": 3, "trophies": 2, "daughters": 2, "vocabulary": 12}
    assert {name: parts[name] for name in home} == home
    assert parts["elders"] == 2  # the one that gives the power, which the example leaves out of 28
    assert (parts["wanderers"], parts["husbands"]) == (1, 3)


@pytest.mark.rule("N-SCORE-2", "NT-45", "NT-46")
@pytest.mark.parametrize(("mating", "total"), [("harem", 42), ("promiscuous", 44)])
def test_the_score_tables(mating: str, total: int) -> None:
    women = daughters("generous_woman", "totem_woman") + daughters("caring_woman", husband={"species": "archaic"})
    disks = {"orange": 3, "white": 3, "black": 3}
    first = seat(
        "archaic", 6, unassigned={"alpha": True}, side="tribal", mating=mating, elders=elders(3, 6), daughters=women,
        inventions=[invention("weapon")], trophies=["deer", "irish_elk"], animals=[{"id": "horse"}], free=disks,
    )  # fmt: skip
    assert at("action", first, seat("neanderthal")).scores()[0]["total"] == total
