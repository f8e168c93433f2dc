"""The Python API: games, options, events, undo, files, and games as values."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import rollplayer as rp
from rollplayer.cli.verify import verify
from rollplayer.content import load as load_content
from rollplayer.log import read_lines
from rollplayer.simulation import SimulationPlan, play_games

SETUPS: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 3, "variants": ["short-game"]},
    {"players": 2, "expansions": ["monsters-and-minions"]},
    {"players": 2, "edition": "first"},
]


def halfway(seed: str | int = "troll", answers: int = 40, **setup: Any) -> rp.Game:
    """A game some way on, with answers that look around."""
    game = rp.Game.new(seed=seed, **setup)
    for at in range(answers):
        if game.over:
            break
        game.apply(game.options[at % len(game.options)])
    return game


# -- playing ----------------------------------------------------------------------------------------


def test_a_game_is_played_by_its_options() -> None:
    game = rp.Game.new(players=2, seed="troll")
    while not game.over:
        assert game.asked in (0, 1)
        assert game.question
        game.apply(game.options[0])
    assert game.asked is None
    assert (game.question, game.options) == ("", [])
    assert len(game.score().totals) == 2
    with pytest.raises(rp.IllegalAnswer, match="the game is over"):
        game.apply("pass")
    with pytest.raises(ValueError, match="chance is not asked"):
        game.roll()


def test_an_option_is_its_notation() -> None:
    game = rp.Game.new(players=2, seed="troll")
    option = game.options[0]
    assert isinstance(option, str)
    assert repr(option) == repr(str(option)) == "'race dragonkin male'"
    assert (option.verb, option.parameters, option.seat) == ("race", ("dragonkin", "male"), 0)
    for again in (pickle.loads(pickle.dumps(option)), copy.deepcopy(option), copy.copy(option)):
        assert (again, again.seat, again._code) == (option, option.seat, option._code)
    game.apply("  RACE   dragonkin Male ")
    assert game.history[-1] == option
    assert game.history[-1].seat == 0


def test_what_is_illegal_is_refused_with_what_is_legal() -> None:
    game = rp.Game.new(players=2, seed="troll")
    before = game.copy()
    with pytest.raises(rp.IllegalAnswer, match="try one of: race dragonkin male"):
        game.apply("race goblin male")
    with pytest.raises(rp.IllegalAnswer, match="seat 1 is not asked"):
        game.apply("race dwarf male", seat=1)
    assert game == before
    assert game.history == before.history


def test_the_same_seed_gives_the_same_game_and_another_does_not() -> None:
    assert halfway(players=2) == halfway(players=2)
    assert halfway("dragon", players=2) != halfway("griffin", players=2)
    assert halfway(7, players=2) == halfway("7", players=2)


def test_a_seat_interrupts_with_what_it_may_do() -> None:
    game = rp.Game.new(players=2, seed="skills")
    for _ in range(2000):
        if game.over:
            pytest.fail("nobody could ever interrupt")
        other = 1 - (game.asked or 0)
        options = [option for option in game.interruptions(other) if option.verb == "use"]
        if options:
            break
        buys = [option for option in game.options if option.verb == "buy"]
        game.apply((buys or game.options)[0])
    assert game.interruptions(game.asked or 0) == []
    assert game.view(other).interruptions == game.interruptions(other)
    game.apply(options[0], seat=other)
    assert [option.seat for option in game.history if option == options[0]][-1] == other


def test_chance_can_be_asked_of_the_caller() -> None:
    game = rp.Game.new(players=2, seed="troll", chance="ask")
    assert (game.asked, game.options[0].seat) == (-1, -1)
    game.apply("roll 2")
    game.roll()
    rolled = game.history[-1]
    game.undo()
    game.roll()
    assert game.history == ["roll 2", rolled]
    while game.asked == -1:
        game.roll()
    for _ in range(2):
        game.apply(game.options[0])
    assert game.question == "draw-class-color"
    assert game.weights is not None
    assert sum(game.weights) == sum(game.bag.values())


def test_chance_can_be_scripted_and_goes_on_with_the_seed() -> None:
    game = rp.Game.new(players=2, seed="troll", chance=["roll 1", "roll 1", "roll 2", "roll 5"])
    assert game.asked == 1
    game.apply(game.options[0])
    assert halfway(players=2, chance=["roll 3", "roll 4"]).round > 0
    with pytest.raises(rp.IllegalAnswer, match="'roll 7' is not possible"):
        rp.Game.new(players=2, chance=["roll 7"])
    with pytest.raises(ValueError, match="say 'seed', 'ask' or a list"):
        rp.Game.new(players=2, chance="always six")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 0}, "1 .solitaire. to 4"),
        ({"variants": ["chess"]}, "less-random-setup"),
        ({"expansions": ["dragons"]}, "monsters-and-minions"),
        ({"names": ["Ada"]}, "1 names are given for 2 players"),
        ({"packs": ["/nowhere"]}, "/nowhere"),
    ],
)
def test_a_setup_that_makes_no_game_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, OSError), match=message):
        rp.Game.new(**{"players": 2, **wrong})


# -- looking ----------------------------------------------------------------------------------------


def test_events_say_what_happened() -> None:
    game = rp.Game.new(players=2, seed="troll", names=["Ada", "Bo"])
    assert [event.name for event in game.events][:1] == ["rolled-for-start"]
    game.apply(game.options[0])
    game.apply(game.options[0])
    event = game.events[0]
    assert (event.name, event.seat, event["race"]) == ("race-chosen", 1, event["race"])
    assert str(event).startswith("Bo ")
    assert eval(repr(event), {"Event": rp.Event}) == event
    again = pickle.loads(pickle.dumps(event))
    assert (again, str(again), hash(again)) == (event, str(event), hash(event))
    game.apply(game.options[0])
    chosen = next(event for event in game.events if event.name == "class-chosen")
    assert eval(repr(chosen), {"Event": rp.Event}) == chosen
    assert chosen != event


def test_a_view_knows_what_its_seat_knows_and_looks_ahead() -> None:
    game = halfway(players=2)
    asked = game.asked
    assert asked is not None
    view = game.view(asked)
    assert view.options == game.options
    assert game.view(1 - asked).options == []
    assert view.me == game.heroes[asked]
    before = copy.deepcopy(view)
    ahead = view.after(view.options[0])
    assert ahead != view
    assert (view, hash(view)) == (before, hash(before))
    assert view.plain()["seat"] == asked
    assert game.view().plain()["seat"] is None
    with pytest.raises(ValueError, match="is not asked"):
        game.view(1 - asked).after(view.options[0])
    with pytest.raises(ValueError, match="there is no seat 7"):
        game.view(7)
    with pytest.raises(ValueError, match="has no hero"):
        _ = game.view().me
    with pytest.raises(TypeError, match=r"keep view\.plain"):
        pickle.dumps(view)


def test_a_view_does_not_tell_others_options_when_it_is_drawn() -> None:
    game = halfway(players=2)
    asked = game.asked
    assert asked is not None
    assert str(game.options[0]) in str(game.view(asked)).rpartition("is asked")[2]
    assert str(game.view(1 - asked)).splitlines()[-1].endswith(f"is asked: {game.question}")


@pytest.mark.parametrize("setup", SETUPS)
def test_printing_a_game_draws_the_table(setup: dict[str, Any]) -> None:
    game = halfway(**setup)
    drawn = str(game)
    assert drawn == repr(game)
    assert f"round {game.round} of {game.rounds}, {game.phase} phase" in drawn
    for hero in game.heroes:
        assert f"{hero.name}: {hero.race} {hero.side} {hero.class_}, {hero.gold} gold" in drawn
        for die in (die for dice in hero.sheet.values() for die in dice):
            assert die in drawn
        for card in hero.cards:
            assert card in drawn
    for card in game.market:
        assert card in drawn
    assert max(map(len, drawn.splitlines())) <= 78


def test_the_end_is_drawn_too() -> None:
    game = rp.play("random", "squire", seed="troll")
    (winner,) = game.score().winners
    assert str(game).endswith(f"won by {game.heroes[winner].name}")
    assert "total" in str(game.score())
    alone = rp.play("random", seed="troll")
    assert str(alone).endswith(f"rank: {alone.score().rank}")


def test_an_option_is_described_in_three_languages() -> None:
    game = rp.Game.new(players=2, seed="troll")
    sentences = {game.describe(game.options[0], language) for language in ("en", "de", "fr")}
    assert len(sentences) == 3


# -- undo and files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS)
def test_undo_goes_back_and_the_same_dice_come_again(setup: dict[str, Any]) -> None:
    game = halfway(**setup)
    before, option = game.copy(), game.options[-1]
    game.apply(option)
    after = game.copy()
    game.undo()
    assert game == before
    assert game.history == before.history
    game.apply(option)
    assert game == after
    assert game.history == after.history
    while any(answer.seat >= 0 for answer in game.history):
        game.undo()
    assert game == rp.Game.new(seed="troll", **setup)
    with pytest.raises(rp.IllegalAnswer, match="nobody has answered"):
        game.undo()


@pytest.mark.parametrize("setup", SETUPS)
def test_a_saved_game_is_a_game_file_and_comes_back(setup: dict[str, Any], tmp_path: Path) -> None:
    game = halfway(**setup)
    game.save(tmp_path / "half.jsonl")
    with pytest.raises(FileExistsError):
        game.save(tmp_path / "half.jsonl")
    game.save(tmp_path / "half.jsonl", overwrite=True)
    again = rp.load(tmp_path / "half.jsonl", seed="troll")
    assert again == game
    assert (again.history, again.setup) == (game.history, game.setup)
    for one in (game, again):
        one.apply(one.options[0])
        one.apply(one.options[0])
    assert again == game
    again.undo()
    again.undo()
    again.undo()
    assert len(again.history) < len(game.history)


def test_a_finished_game_can_be_verified(tmp_path: Path) -> None:
    rp.play("random", "random", seed="troll").save(tmp_path / "whole.jsonl")
    file = read_lines((tmp_path / "whole.jsonl").read_text(encoding="utf-8").splitlines())
    assert verify(file, load_content()).seed == "checked"
    game = rp.Game.new(players=1, seed="troll", chance=["draw red"])
    while not game.over:
        game.apply(game.options[0])
    game.save(tmp_path / "scripted.jsonl")
    file = read_lines((tmp_path / "scripted.jsonl").read_text(encoding="utf-8").splitlines())
    assert verify(file, load_content()).seed == "hidden"


def test_a_file_that_cannot_be_used_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    halfway(players=2).save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    with pytest.raises(ValueError, match="line 2: chance's answer does not follow from this seed"):
        rp.load(path, seed="griffin")
    entry = json.loads(lines[5])
    path.write_text("\n".join([*lines[:5], json.dumps({**entry, "answer": "pass"})]), "utf-8")
    with pytest.raises(ValueError, match="line 6"):
        rp.load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="is not UTF-8 text"):
        rp.load(path)
    with pytest.raises(FileNotFoundError):
        rp.load(tmp_path / "nowhere.jsonl")


# -- as values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_is_pickled_copied_compared_and_hashed(setup: dict[str, Any]) -> None:
    game = halfway(**setup)
    twins = [pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game), game.copy()]
    for twin in twins:
        assert twin == game
        assert hash(twin) == hash(game)
        assert (twin.history, str(twin)) == (game.history, str(game))
    rolls = [answer.seat for answer in game.history].count(-1)
    answers = []
    for _ in range(12):
        answers.append(game.options[0])
        game.apply(answers[-1])
    assert [answer.seat for answer in game.history].count(-1) > rolls
    for twin in twins:
        assert twin != game
        for answer in answers:
            twin.apply(answer)
        # Also the dice that have come since are the same.
        assert twin == game
        twin.undo()
        assert twin != game
    assert len({game, *twins}) == 2
    assert game != "game"


def test_a_scripted_game_is_pickled_with_its_script() -> None:
    game = rp.Game.new(players=2, seed="x", chance=["roll 6", "roll 1", "draw red", "draw green"])
    twin = pickle.loads(pickle.dumps(game))
    for one in (game, twin):
        one.apply(one.options[0])
        one.apply(one.options[0])
    assert game == twin
    assert game.history[-1] == "draw red"


# -- bots -------------------------------------------------------------------------------------------


def test_play_plays_the_games_of_the_simulation() -> None:
    (simulated,) = play_games(SimulationPlan(("squire", "random"), {"players": 2}, 1, "7"), 1)
    assert list(rp.play("squire", "random", seed="7/1").score().totals) == simulated["totals"]


def test_bots_play_on_from_a_position() -> None:
    game = halfway(players=2)
    before = game.copy()
    ended = rp.play("squire", "random", game=game, seed="x")
    assert ended.over
    assert game == before
    assert ended.history[: len(game.history)] == game.history
    with pytest.raises(ValueError, match="3 bots are given for 2 heroes"):
        rp.play("random", "random", "random", game=game)


class Lawyer(rp.Bot):
    """Looks at everything it may see and takes the first option."""

    name = "lawyer"
    asked = 0

    def choose(self, view: rp.View, options: list[rp.Option]) -> str:
        type(self).asked += 1
        assert view.asked == view.seat
        assert options == view.options
        options.clear()  # Its own list.
        return str(view.options[0])


def test_a_bot_of_ones_own_plays_as_class_and_as_object() -> None:
    Lawyer.asked = 0
    game = rp.play(Lawyer, Lawyer(), seed="troll")
    assert game.over
    assert Lawyer.asked == len([answer for answer in game.history if answer.seat >= 0])
    assert [hero.name for hero in game.heroes] == ["lawyer 1", "lawyer 2"]


class Failing(rp.Bot):
    def choose(self, view: rp.View, options: list[rp.Option]) -> str:
        return options[99]


class Cheating(rp.Bot):
    def choose(self, view: rp.View, options: list[rp.Option]) -> str:
        return "take 9" if view.question == "take" else options[0]


class Mute(rp.Bot):
    def choose(self, view: rp.View, options: list[rp.Option]) -> str:
        return None  # type: ignore[return-value]


class Unmade(rp.Bot):
    def __init__(self) -> None:
        super().__init__("")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Failing, r"'failing' failed \[seat 0, round 0, setup, choose-race\]: IndexError.*line"),
        (
            Cheating,
            r"'cheating' answered wrongly \[seat 0, round 1, dice, take\]: 'take 9'.*take 1",
        ),
        (Mute, "'None' is not possible now; try one of: race"),
        (Unmade, r"'unmade' cannot be created: TypeError.*__init__ must take \(self, seed\)"),
        (rp.Bot, "NotImplementedError: Bot needs a method choose"),
        ("goblin", "goblin: is not a bot; known: random, squire"),
    ],
)
def test_what_is_wrong_with_a_bot_is_said(bot: type[rp.Bot] | str, message: str) -> None:
    with pytest.raises(rp.BotError, match=message) as caught:
        rp.play(bot, bot, seed="troll")
    assert "\n" not in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.arguments) == (str(caught.value), caught.value.arguments)


def test_a_name_that_the_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="it has: Bot"):
        _ = rp.Chess  # type: ignore[attr-defined]
    assert set(rp.__all__) <= set(dir(rp))
