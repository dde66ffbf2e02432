"""What a view says is told again only while everything that was read of it stays the same."""

from typing import Any

import numpy as np
import pytest

from grimorio.engine.facts import Facts, remembered

KIND = np.dtype([("asked", "i1"), ("answer", "i2"), ("row", "u1", (3,)), ("table", "i4", (2, 2))])


@pytest.fixture
def views() -> Any:
    return np.zeros(1, KIND)


def curious(_box: Any, view: Any) -> tuple[int, int | None]:
    """Looks at the answer only where it was asked for."""
    return view.asked, view.answer if view.asked else None


def test_whoever_reads_one_more_field_later_hears_of_every_change_of_it(views: Any) -> None:
    tell, box = remembered(curious), np.zeros(1)
    assert tell(box, views) == (0, None)
    views["asked"] = 1
    assert [tell(box, views) for _ in range(3)] == [(1, 0)] * 3
    views["answer"] = -300
    assert tell(box, views) == (1, -300)


def test_what_is_the_same_at_another_table_is_told_of_that_table(views: Any) -> None:
    tell = remembered(lambda box, view: (float(box[0]), view.asked))
    one, other = np.zeros(1), np.ones(1)
    assert [tell(box, views) for box in (one, one, other, one)] == [(0.0, 0), (0.0, 0), (1.0, 0), (0.0, 0)]


def test_what_nobody_read_may_change_and_nothing_is_made_again(views: Any) -> None:
    made = []
    tell, box = remembered(lambda _box, view: made.append(view.asked)), np.zeros(1)
    for number in range(5):
        views["answer"] = number
        tell(box, views)
    assert len(made) == 2, "once to notice what is read, once to remember it"


def test_who_asks_a_part_that_is_remembered_hears_of_every_change_of_what_that_part_read(views: Any) -> None:
    part, box = remembered(lambda _box, view: view.row[1]), np.zeros(1)
    tell = remembered(lambda box, view: (view.asked, part(box, view)))
    assert [tell(box, views) for _ in range(3)] == [(0, 0)] * 3
    views["row"] = [0, 9, 0]
    assert tell(box, views) == (0, 9)
    views["asked"] = 1
    assert tell(box, views) == (1, 9)


def test_a_part_that_did_not_change_is_not_made_again_with_the_rest(views: Any) -> None:
    made = []
    part, box = remembered(lambda _box, view: made.append(view.answer)), np.zeros(1)
    tell = remembered(lambda box, view: (view.asked, part(box, view)))
    for number in range(5):
        views["asked"] = number
        assert tell(box, views)[0] == number
    assert len(made) == 2, "once to notice what is read, once to remember it"


def test_numbers_rows_and_tables_are_read_as_they_were_written(views: Any) -> None:
    views["answer"], views["row"], views["table"] = -32768, [255, 0, 7], [[-1, 2], [3, 1 << 30]]
    seen = Facts(views)
    assert (seen.answer, seen.row, seen.table) == (-32768, [255, 0, 7], [[-1, 2], [3, 1 << 30]])
    with pytest.raises(AttributeError):
        seen.nothing  # noqa: B018 - asking is what raises
