"""Rules that no worked example shows, one position each."""

from __future__ import annotations

import random

import pytest

from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.game import Game
from caverna_sim.games.neanderthal.ids import phase
from tests.neanderthal.hand import at, daughters, elders, go, immature, on, own, people, rolls, row, said, seat, words
from tests.neanderthal.rulebook.test_invariants import disks_of

# ---------------------------------------------------------------- components, setup, turns


@pytest.mark.rule("N-COMP-1", "N-COMP-2", "N-SETUP-1", "N-SETUP-2", "N-SETUP-4", "N-SETUP-5", "N-DISK-1", "N-ALPHA-1")
def test_how_a_game_begins() -> None:
    place = Game(players=3, seed=5).to_dict()
    assert {one["species"] for one in place["seats"]} == {"archaic", "neanderthal", "cro_magnon"}
    for one in place["seats"]:
        assert one["unassigned"] == {"tribesmen": 6, "alpha": False, "wanderers": {}}
        assert one["elders"] == {"6": {"alpha": False, "disk": "black"}}
        assert len(one["portals"]) == 1
        assert [disks_of(one, colour) for colour in ("orange", "white", "black")] == [5, 5, 5]
        assert place["dead"][one["species"]] == {"tribesmen": 11, "alpha": True}
    assert (len(place["event_deck"]), len(place["unused"])) == (10, 11)
    for region in ("north", "south"):
        assert (sum(card is not None for card in place[region]), len(place["decks"][region])) == (6, 12)


@pytest.mark.rule("N-SETUP-3", "N-DISK-4")
@pytest.mark.parametrize("seed", range(3))
def test_a_card_shows_two_of_three_sides_and_disks_lie_on_the_chosen_one(seed: int) -> None:
    game = Game(players=2, seed=seed)
    assert len(said(game, "mating")) == 2
    side = said(game, "mating")[0].split()[2]
    free = sum(own(game, 0)["vocabulary"].values())
    game.play(f"take the {side} side")
    bound = own(game, 0)["mpi"]
    assert bound == {colour: printed_tables()["mating"][side]["mpi"].get(colour, 0) for colour in bound}
    assert sum(own(game, 0)["vocabulary"].values()) == free - sum(bound.values())


@pytest.mark.rule("N-SETUP-6")
def test_two_players_have_two_species() -> None:
    seen = {tuple(one["species"] for one in Game(players=2, seed=seed).to_dict()["seats"]) for seed in range(30)}
    assert len(seen) == 6 and all(first != second for first, second in seen)


@pytest.mark.rule("N-TURN-1")
def test_everybody_finishes_a_phase_before_the_next() -> None:
    game, chance, seen = Game(players=3, seed=2), random.Random(1), []
    while not game.over:
        seen.append((game.round, phase.NAMES.index(game.phase)))
        game.play(chance.choice(game.legal()))
    assert seen == sorted(seen)


@pytest.mark.rule("N-TURN-2", "N-AUC-3")
def test_the_text_of_a_card_beats_the_rules() -> None:
    """The starting player wins ties; but not against her who says so."""
    first, second = seat("cro_magnon"), seat("neanderthal", daughters=daughters("caring_woman", husband={"species": "neanderthal"}))
    game = at("auction", first, second, event="generous_woman", order=[0, 1])
    go(game, "bid 1 disks", "bid 1 disks", "pass", "pay 1 orange, 0 white, 0 black")
    assert len(own(game, 1)["daughters"]) == 2


@pytest.mark.rule("N-ORDER-2", "NR-WAR-COUNCIL")
def test_a_warrior_may_name_another_starting_player() -> None:
    game = at("event", seat("archaic", 1, elders=elders(4)), seat("neanderthal", 1), event_deck=["caring_woman"], north=row(c0="rabbit"))
    assert "let the order be 1 then 0" in said(game)
    go(game, "let the order be 1 then 0")
    assert game.to_dict()["order"] == [1, 0]


# ---------------------------------------------------------------- pieces, elders, alpha


@pytest.mark.rule("N-ALPHA-1", "N-HUNT-6")
def test_the_alpha_is_the_last_baby() -> None:
    game = at("hunt", seat("archaic", 16, hunters={"N1": {"tribesmen": 2}}), seat("neanderthal"), north=row(c0="rabbit"), dice=[1, 1])
    on(go(game, "hunt at N1"), "action")
    assert own(game, 0)["unassigned"] == {"tribesmen": 18, "alpha": True, "wanderers": {}}


@pytest.mark.rule("N-ALPHA-2", "NR-ALPHA-SWAP")
def test_the_alpha_changes_places_with_a_tribesman() -> None:
    game = at("assign", seat("archaic", 2), seat("neanderthal"), north=row(c0="rabbit"))
    go(game, "swap the alpha in")
    assert own(game, 0)["unassigned"]["tribesmen"] == 1 and own(game, 0)["unassigned"]["alpha"]
    elder = seat("archaic", 2, elders={"6": {"alpha": True}})
    game = go(at("assign", elder, seat("neanderthal"), north=row(c0="rabbit")), "swap the alpha in")
    assert own(game, 0)["elders"]["6"]["alpha"] is False and own(game, 0)["unassigned"]["alpha"]


@pytest.mark.rule("N-COMP-4", "N-ELD-1", "N-ELD-2", "N-ELD-4", "N-DISK-2")
def test_each_level_has_its_colour_and_one_elder() -> None:
    game = at("assign", seat("archaic", 7, side="tribal"), seat("neanderthal"), north=row(c0="rabbit"))
    go(game, *[f"make tribesman the elder of level {level}" for level in range(1, 7)])
    colours = ("orange", "white", "black", "orange", "white", "black")
    assert [own(game, 0)["elders"][str(level)]["disk"] for level in range(1, 7)] == list(colours)
    assert own(game, 0)["vocabulary"] == {"orange": 3, "white": 3, "black": 3}
    assert said(game, "promote") == []


@pytest.mark.rule("N-DISK-2", "N-ELD-2")
def test_without_a_disk_nobody_is_promoted() -> None:
    game = at("assign", seat("archaic", 2, side="tribal", free=words(0, 0, 1)), seat("neanderthal"), north=row(c0="rabbit"))
    assert said(game, "promote") == ["make tribesman the elder of level 3", "make tribesman the elder of level 6"]


@pytest.mark.rule("N-ELD-3", "NR-FREE-PROMOTION")
def test_with_a_firebuilder_promotions_are_free_and_mature() -> None:
    game = at("assign", seat("archaic", 2, side="tribal", elders=elders(6)), seat("neanderthal"), north=row(c0="rabbit"))
    go(game, "make tribesman the elder of level 5")
    assert own(game, 0)["elders"]["5"]["disk"] is None
    assert own(game, 0)["vocabulary"] == words()


@pytest.mark.rule("N-ELD-5", "N-DISK-3")
@pytest.mark.parametrize("mature", [True, False])
def test_an_immature_elder_has_no_power(mature: bool) -> None:
    who = elders(5) if mature else immature(5, "white")
    game = at("hunt", seat("archaic", elders=who, hunters={"N1": {"alpha": True}}), seat("neanderthal"), north=row(c0="rabbit"), dice=[4])
    go(game, "hunt at N1")
    assert ("count the alpha as a 1" in said(game)) == mature


@pytest.mark.rule("N-COMP-3", "N-ASG-3", "N-HUNT-1")
def test_hunters_come_home_and_elders_and_husbands_stay() -> None:
    women = daughters("caring_woman", husband={"species": "archaic"})
    first = seat("archaic", 1, elders=elders(6), daughters=women, hunters={"N1": {"tribesmen": 2}})
    game = at("hunt", first, seat("neanderthal"), north=row(c0="rabbit"), dice=[4, 5])
    on(go(game, "hunt at N1"), "action")
    assert [len(one["dice"]) for one in rolls(game, "hunt")] == [2]
    assert people(game, 0) == 3
    assert own(game, 0)["elders"].keys() == {"6"} and own(game, 0)["daughters"][0]["husband"]


@pytest.mark.rule("N-ASG-4", "NR-NEAR-EXTINCT")
def test_who_has_nobody_left_calls_two_back() -> None:
    first = seat("archaic", elders={**elders(3, 6), **immature(5, "white")}, portals=["shaman/orange"])
    game = at("assign", first, seat("neanderthal", 1), north=row(c0="rabbit"))
    go(game, "recall the elder of level 5", "recall the elder of level 3")
    assert people(game, 0) == 2
    assert own(game, 0)["vocabulary"]["white"] == 5
    assert not said(game, "recall_elder")
    assert not said(at("assign", seat("archaic", 1, elders=elders(3)), seat("neanderthal"), north=row(c0="rabbit")), "recall_elder")


@pytest.mark.rule("N-MATE-3", "N-ASG-5", "NR-SULTAN")
@pytest.mark.parametrize("mating", ["harem", "pair"])
def test_a_sultan_moves_husbands(mating: str) -> None:
    women = daughters("caring_woman", husband={"species": "archaic"}) + daughters("totem_woman")
    game = at("assign", seat("archaic", 1, mating=mating, daughters=women), seat("neanderthal"), north=row(c0="rabbit"))
    assert ("move the husband of caring_woman to totem_woman" in said(game)) == (mating == "harem")


# ---------------------------------------------------------------- events, fights, deals


@pytest.mark.rule("N-EVT-6", "N-EVT-7", "NR-CHAOS-COUNT")
def test_who_lost_most_sends_a_wanderer() -> None:
    first = seat("archaic", 4, free=words(1, 1, 1))
    game = at("event", first, seat("neanderthal", 2), event="generous_woman", icons=["chaos", "wanderer"], north=row(c0="rabbit"))
    go(game, "lose tribesman", "lose tribesman")
    on(game, "assign")
    assert own(game, 1)["unassigned"]["wanderers"] == {"archaic": 1}
    assert own(game, 0)["unassigned"]["tribesmen"] == 2


@pytest.mark.rule("N-MATE-1", "N-WOO-7")
def test_a_promiscuous_suitor_becomes_no_husband() -> None:
    woman = daughters("caring_woman", suitors=[{"species": "archaic"}])
    game = at("hunt", seat("archaic", mating="promiscuous"), seat("neanderthal", 1, daughters=woman))
    on(go(game, "court caring_woman"), "action")
    assert own(game, 1)["daughters"][0]["husband"] is None
    assert own(game, 1)["unassigned"]["wanderers"] == {"archaic": 1}
    assert people(game, 0) == 1


def dealing(chief: bool, third: bool = False) -> Game:
    there = {"N1": {"tribesmen": 2}}
    first = seat("archaic", side="tribal", elders=elders(1) if chief else {}, hunters=there)
    others = [seat("cro_magnon", hunters=there)] if third else []
    return at(
        "negotiate", first, seat("neanderthal", hunters=there), *others, north=row(c0="rabbit"), rules={"ruling.negotiate": "on"},
        order=[0, 1, 2][: 2 + third],
    )  # fmt: skip


@pytest.mark.rule("N-NEG-1", "N-NEG-2", "NR-NEGOTIATE")
def test_only_a_tribe_with_a_chief_offers_deals() -> None:
    assert "offer seat 1 nothing for leave N1" in said(dealing(True))
    assert not said(dealing(False), "offer")
    game = go(dealing(True), "offer seat 1 nothing for leave N1", "accept")
    assert people(game, 1) == 2 and not own(game, 1)["hunters"]
    assert len(rolls(game, "attack")) == 0


@pytest.mark.rule("N-NEG-3")
@pytest.mark.parametrize("consents", [True, False])
def test_others_on_the_card_must_agree_when_somebody_leaves(consents: bool) -> None:
    game = go(dealing(True, third=True), "offer seat 1 nothing for leave N1")
    answers = []
    while "accept" in said(game):
        answers.append(game.player)
        game.play("accept" if game.player == 1 or consents else "refuse")
    assert answers == [1, 2]
    assert (people(game, 1) == 2) == consents


# ---------------------------------------------------------------- hunts


@pytest.mark.rule("N-HUNT-2", "N-HUNT-4")
def test_threes_are_ones_before_the_lion_bites() -> None:
    club = {"id": "syn_s_site_3"}
    first = seat("archaic", side="tribal", inventions=[club], hunters={"N1": {"tribesmen": 2}}, elders=elders(6))
    game = at("hunt", first, seat("neanderthal"), north=row(c0="cave_lion"), dice=[3, 3])
    on(go(game, "hunt at N1", "count 2 threes as ones"), "action")
    assert people(game, 0) == 2 + printed_tables()["biome"]["cave_lion"]["babies"]


@pytest.mark.rule("N-PRED-6", "N-HAND-3")
def test_a_predator_that_came_this_turn_waits() -> None:
    hunters = {"S1": {"tribesmen": 3}, "S2": {"tribesmen": 3}}
    game = at(
        "hunt", seat("archaic", hunters=hunters, elders=elders(6)), seat("neanderthal"), south=row(c0="honey_bee", c1="deer"),
        decks={"south": ["wolf"]}, dice=[4, 4, 4, 1, 1, 4],
    )  # fmt: skip
    on(go(game, "hunt at S1", "take honey_bee into the hand", "hunt at S2"), "action")
    assert game.to_dict()["south"][0] == "wolf"
    assert len(rolls(game, "hunt")) == 2
    assert people(game, 0) == 6 + printed_tables()["biome"]["deer"]["babies"]


@pytest.mark.rule("N-HAND-2", "N-HUNT-5")
def test_somebody_must_survive_to_carry_a_card_home() -> None:
    game = at(
        "hunt", seat("archaic", elders=elders(3), hunters={"S1": {"tribesmen": 3}}), seat("neanderthal"), south=row(c0="wolf"), dice=[5] * 3
    )
    go(game, "hunt at S1", *["lose tribesman"] * 3)
    assert "take wolf into the hand" not in said(game)
    assert people(game, 0) == 0


# ---------------------------------------------------------------- courtship


@pytest.mark.rule("N-WOO-1")
def test_any_daughter_may_be_courted_by_one_suitor() -> None:
    married = daughters("totem_woman", husband={"species": "neanderthal"})
    first, second = seat("archaic", 2, daughters=daughters("caring_woman")), seat("neanderthal", daughters=married)
    game = at("assign", first, second, north=row(c0="rabbit"))
    assert set(said(game, "woo")) == {"send tribesman to court caring_woman", "send tribesman to court totem_woman"}
    go(game, "send tribesman to court totem_woman")
    assert said(game, "woo") == ["send tribesman to court caring_woman"]


@pytest.mark.rule("N-WOO-2")
def test_an_immature_daughter_refuses_without_a_roll() -> None:
    woman = daughters("caring_woman", disks={"white": 1}, suitors=[{"species": "archaic"}])
    game = on(at("hunt", seat("archaic"), seat("neanderthal", daughters=woman)), "action")
    assert own(game, 1)["daughters"][0]["husband"] is None
    assert rolls(game, "courtship") == []
    assert people(game, 0) == 1


@pytest.mark.rule("N-WOO-8", "N-PORT-2")
def test_a_mature_foreign_husband_opens_the_portals_of_his_wife() -> None:
    wife = daughters("caring_woman", husband={"species": "archaic"})
    game = at("action", seat("archaic"), seat("neanderthal", daughters=wife))
    assert said(game, "portal") == ["open shaman/orange with caring_woman"]


# ---------------------------------------------------------------- livestock, actions, points


@pytest.mark.rule("N-LIVE-1")
@pytest.mark.parametrize("side", ["tribal", "voice"])
def test_mature_animals_of_tribes_bring_babies(side: str) -> None:
    game = on(at("livestock", seat("archaic", 1, side=side, animals=[{"id": "horse"}]), seat("neanderthal")), "action")
    assert people(game, 0) == 1 + (printed_tables()["biome"]["horse"]["animal"]["babies"] if side == "tribal" else 0)


@pytest.mark.rule("N-ACT-1")
def test_one_action_each() -> None:
    women = daughters("caring_woman", husband={"species": "archaic"})
    first = seat("archaic", daughters=women, portals=["bison/black"], elders=immature(6, "black"))
    game = at("action", first, seat("neanderthal"), order=[0, 1], north=row(c0="rabbit"))
    assert {action.kind for action in game.legal()} == {"portal", "innovate", "pass"}
    go(game, "innovate black from elder 6")
    assert game.player != 0 or game.round == 5
    assert own(game, 0)["portals"] == ["bison/black"]


@pytest.mark.rule("N-ACT-2", "N-ACT-3", "N-ACT-4", "NR-INVENTION-ELDER")
@pytest.mark.parametrize(
    ("level", "card", "kind", "colour"),
    [(2, "horse", "animals", "white"), (3, "syn_s_site_1", "inventions", "black"), (5, "syn_s_site_1", "inventions", "white")],
)
def test_elders_play_cards_of_their_kind(level: int, card: str, kind: str, colour: str) -> None:
    first = seat("archaic", 1, side="tribal", elders=elders(level), hand=[card])
    game = at("action", first, seat("neanderthal"), order=[0, 1])
    assert said(game, "play_card") == [f"play {card} with the elder of level {level}"]
    go(game, f"play {card} with the elder of level {level}")
    found = own(game, 0)
    assert found[kind] == [{"id": card, "disks": {colour: 1}}]
    assert (found["elders"].keys(), found["hand"]) == ({str(level)}, [])


@pytest.mark.rule("N-ACT-5", "NR-CHIEF-FREE")
def test_a_chief_makes_it_free_and_mature() -> None:
    first = seat("archaic", 1, side="tribal", elders=elders(1, 2), hand=["horse"])
    game = go(at("action", first, seat("neanderthal"), order=[0, 1]), "play horse with the elder of level 2")
    assert own(game, 0)["animals"] == [{"id": "horse", "disks": {}}]


@pytest.mark.rule("N-INNO-2")
@pytest.mark.parametrize("married", [True, False])
def test_a_husband_abroad_brings_the_words_of_her_father(married: bool) -> None:
    wife = daughters("caring_woman", **({"husband": {"species": "archaic"}} if married else {}))
    first = seat("archaic", elders=immature(6, "black"), portals=["venus/orange"])
    game = at("action", first, seat("neanderthal", daughters=wife, portals=["bison/black"]), order=[0, 1])
    assert ("innovate black from elder 6" in said(game)) == married


@pytest.mark.rule("N-END-2")
def test_who_died_out_still_bids_and_scores() -> None:
    game = at("auction", seat("archaic"), seat("neanderthal", 1), event="generous_woman", order=[0, 1], north=row(c0="rabbit"))
    assert said(game, "bid")
    assert game.scores()[0]["total"] == 15  # a point for each disk


@pytest.mark.rule("N-SCORE-4")
def test_some_daughters_change_the_score() -> None:
    parts = at(
        "action", seat("archaic", 1, daughters=daughters("syn_daughter_19", husband={"species": "archaic"})), seat("neanderthal")
    ).scores()
    assert parts[0]["parts"]["daughter_effects"] > 0 == parts[1]["parts"]["daughter_effects"]


@pytest.mark.rule("N-SCORE-5", "NR-TIE")
def test_equal_scores_share_the_win() -> None:
    game = at("action", seat("archaic", 3), seat("neanderthal", 3))
    assert [one["rank"] for one in game.scores()] == [1, 1]
