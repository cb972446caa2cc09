"""Every command of README and docs, played at its default size, and the first line of what it answers.

    python -m pytest tests/at_length.py -n 2         # `.ci/run at-length` does it too; some 30 minutes on two quiet cores (estimated)

It stands outside the suite, which has eight minutes. A command that is new in the docs needs a row here (tests/test_documented.py).
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from caverna_sim.cli import main
from tests.documented import text_of

FIRST_LINES = {  # command -> what its first line says
    "run quickstart": r"^run `quickstart`: 2,000 games in runs/quickstart\b",
    "run quickstart --games 2000 --out runs/first": r"^run `quickstart`: 2,000 games in runs/first\b",
    "run quickstart --games 5000 --out runs/first --resume": r"^run `quickstart`: 5,000 games in runs/first\b",
    "run agricola_4": r"^run `agricola_4`: [\d,]+ games in runs/agricola_4\b",
    "run neanderthal_3": r"^run `neanderthal_3`: [\d,]+ games in runs/neanderthal_3\b",
    "assumptions neanderthal_3": r"\d+ of \d+ conclusions survive",
    "seats neanderthal_3": r"[Ss]eats? .*; species (differ: |are not shown to differ)",
    "mating neanderthal_3": r"[Tt]o a seat that may take it, promiscuous is worth ",
    "predators neanderthal_3": r"[Tt]o be allowed large game is worth ",
    "rules --game neanderthal": r".",
    "rules --game neanderthal box": r".",
    "run strong_plans_4": r"^run `strong_plans_4`: [\d,]+ games in runs/strong_plans_4\b",
    "compare base_4 food_0123": r"^different: with food_0123 instead of base_4, seat 0 gets",
    "compare agricola_4 agricola_hr1": r"^(different|equivalent|undecided): ",
    "compare fiends_3 fiends_handicap": r"^different: with fiends_handicap instead of fiends_3, seat 0 gets",
    "tiles base_4": r"\d+ of 47 furnishings are shown to change what the mean seat scores; worth most: ",
    "tiles base_4 --games 20000": r"\d+ of 47 furnishings are shown to change what the mean seat scores; worth most: ",
    "tiles base_4 --fair-prices": r"\d+ of 47 furnishings are shown to change what the mean seat scores; worth most: ",
    "openings base_4 --precision 1": r"[Bb]etter than what its bot would do: |^No opening is shown to be better",
    "weapons base_4": r"[Cc]ompared with a seat that may arm as it likes: ",
    "growth base_4": r"a third dwarf is worth \+\d",
    "majors agricola_4": r"\d+ of \d+ major improvements (is|are) shown to change what the mean seat scores|no improvement is shown",
    "openings agricola_2": r"[Bb]etter than what its bot would do: |^No opening is shown to be better",
    "growth agricola_4": r"a third person is worth ",
    "plans balanced grower herder --game agricola": r"does best, .* points ahead of the mean of the others",
    "growth base_4 --strengths balanced,swift": r"of 3 effects|hold at every strength|[Mm]oves with strength",
    "spaces agricola_4": r"[Ss]paces that are worth most to a seat that may use them: ",
    "spaces base_4": r"[Ss]paces that are worth most to a seat that may use them: ",
    "timing base_4": r"[Tt]imes that are worth most to a seat that may build then too: ",
    "first-tiles base_4": r"[Ff]urnishings that are worth building first, against what bots build first themselves: ",
    "handicaps base_4": r"seat 0, 4 food [+\N{MINUS SIGN}\d]",
    "factors base_4 start.food=[1,1,1,1,1,1,1] loot.cattle.strength=12": r"beyond what each does: ",
    "seats base_4 --bots strong --games 2000": r"[Ss]eats (differ: seat \d is best|are not shown to differ)",
    "analyse strong_4 --round 6 --seat 2": r"^strong_4, game 0, round 6: seat 2 to move$",
    "tile base_4 carpenter": r"^At base_4 .* of the seats build Carpenter",
    "bots --game agricola": r"^random +chooses uniformly",
    "major agricola_4 well": r"^At agricola_4 .* of the seats build Well",
    "tile bazaar.toml bazaar": r"^At bazaar .* of the seats build ",
    "orcs fiends_3": r"^Orcs of [\d/]+ come nearest to 50 % of the seats that get rid of all four",
    "orcs fiends_3 --strengths 5/7/9/12 --strengths 7/9/11/14": r"7/9/11/14, .*of the seats get rid of all four orcs",
    "seats base_4": r"[Ss]eats (differ: seat \d is best|are not shown to differ)",
    "seats base_3 --bots balanced balanced balanced --games 2000": r"[Ss]eats differ: seat \d is best with \+\d",
    "seats table_2 table_3 table_4 table_5": r"[Ss]eats? ",
    "drama base_4": r"[Tt]he lead changes \d\.\d times a game",
    "plans builder adventurer balanced": r"does best, .* points ahead of the mean of the others",
    "sweep base_4 start.food=[0,0,0,0,0,0,0],[2,2,2,2,2,2,2]": r"house rule start\.food changes the score of the mean seat by ",
    "new-scenario mine": r"^wrote mine\.toml\b",
    "new-bot mine": r"^wrote mine\.toml\b",
    "compare base_4 mine.toml --page mine.html": r"^equivalent: base_4 and mine are the same",  # until it is changed
    "tiles bazaar.toml": r"\d+ of 48 furnishings are shown to change what the mean seat scores",
    "rules spaces logging": r"[Ll]ogging",
    "campaign --bot adventurer --purchases steady --campaigns 60": r"game 1 is won in .* the whole campaign in ",
    "campaign --bot balanced --campaigns 100": r"game 1 is won in .* the whole campaign in ",
    "watch fiends_3 --index 2 --html game.html": r"points after \d+ choices: game\.html$",
    "watch quickstart --index 17 --annotate --quiet": r"^final score\b",
    "watch quickstart --rounds 12": r"^quickstart\b",
    "watch quickstart --index 17 --html game.html": r"points after \d+ choices: game\.html$",
    "rules furnishings carpenter": r"[Cc]arpenter",
    "rules box": r"^# Values of Frantic Fiends",
    "rules events": r".",
    "rules rulings": r".",
    "check my-box.toml": r"^ok: box `my-box\.toml`: ",
    "warm --all": r".",
}
ELSEWHERE = {  # commands that take hours, or follow another one, and where their answer is seen
    "tiles table_4 strong_4": "reports/tiles-4, at other lengths",
    "tiles pool_4 --games 8000": "reports/tiles-pool-4",
    "weapons table_4 pool_4 --games 24000,10000": "reports/weapons-4",
    "openings strong_4 --games 24000": "docs/training.md",
    "openings pool_4 --games 9000": "reports/openings-pool-4",
    "growth table_4 pool_4 --games 20000,10000": "reports/growth-4",
    "seats pool_4 --games 5000": "reports/seats-pool-4",
    "seats table_2 table_3 table_4 table_5 pool_2 pool_3 pool_4 pool_5 --games 16000,16002,16000,16000,1800,1800,1800,1800": (
        "reports/seats"
    ),
    "orcs orcs_3 pool_orcs_3 --games 12000,720": "reports/orcs-3",
    "plans plans_2 plans_4 strong_plans_2 --games 1600,1600,320": "reports/plans",
    "assumptions neanderthal_3 --games 3201": "reports/neanderthal-assumptions",
    "drama table_2 table_3 table_4 table_5 pool_2 pool_3 pool_4 pool_5 --games 4000,4002,4000,4000,1800,1800,1800,1800": "reports/drama",
    "report runs/quickstart": ".ci/run, after `run quickstart`",
    "explore runs/quickstart": "tests/asking, with a run of its own",
    "play strong_2": "tests/asking, with what somebody types",
    "tune value --game agricola": "tests/agricola/bots/test_strong.py, for a generation",
    "tune balanced --game agricola": "tests/agricola/bots/test_learn.py, for two generations",
    "tune swift": "tests/caverna/bots, for a generation",
    "tune grower --game agricola --population artisan cook farmer grower herder --players 2,3,4 --generations 21 --games 900"
    " --candidates 20 --keep weights.hunger --seed 11": "hours; what it found stands in docs/training.md",
    "plan --minutes 3 --workers 2 --seed 1": "as long as it says; tests/caverna plans for seconds",
    "plan --tiles introductory --minutes 25 --workers 1 --seed 2": "as long as it says; what it found stands in docs/planner.md",
    "plan --minutes 60 --workers 1 --seed 1": "as long as it says; what it found stands in docs/planner.md",
    "plan --minutes 30": "as long as it says; tests/caverna plans for seconds",
    "plan --tiles introductory --minutes 30": "the same",
    "plan base_4 --seat 2 --index 7": "tests/caverna",
    "plan play-base_4.json --seat 2": "tests/caverna/planning, with a game of its own",
    "plan --out plan-full.json --resume --minutes 0.1 --html page.html": "goes on with the first",
    "plan house.toml --out house.json": "needs a scenario of one's own",
    "plan --out plan-full.json --resume": "goes on with the first",
    "watch --line plan-full.json --html line.html": "shows the first",
    "plan-lessons reports/solo/full.json --lines 23 --keep lines.json": "tests/caverna/planning, with a line of its own",
    "plan-worth lines.json --pairs 4 --out worth.json": "follows the one before; tests/caverna/planning",
    "tournament search value": "docs/training.md",
}


@pytest.mark.parametrize("line", FIRST_LINES)
def test_a_command_answers(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-box.toml").write_text('[movement_card]\nM1-1.steps = ["S"]\n')
    (tmp_path / "bazaar.toml").write_text(re.findall(r"^```toml\n(.*?)^```", text_of("README.md"), re.MULTILINE | re.DOTALL)[0])
    if line.startswith("compare base_4 mine.toml"):
        assert main(["new-scenario", "mine"]) == 0
        capsys.readouterr()
    code = main(shlex.split(line))
    shown = capsys.readouterr()
    assert code == 0, shown.err
    first = " ".join(shown.out.split("\n\n")[0].split())  # a sentence may take several lines
    assert re.search(FIRST_LINES[line], first), first
