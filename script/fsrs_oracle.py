"""Asks the reference implementation of FSRS; run by script/fsrs-oracle.

    fsrs_oracle.py histories N SEED LENGTH   N random histories of up to LENGTH answers
    fsrs_oracle.py fuzz                      between which days it chooses
"""

import random
import sys
from datetime import datetime, timedelta, timezone
from importlib.metadata import version

import fsrs
import fsrs.scheduler
from fsrs import Card, Rating, Scheduler, State

HISTORIES = """\
# One history a line: settings, answers, and the card after each of them.
# settings  retention, maximum interval in days, learning steps and relearning steps in seconds, and
#           own parameters, if any
# answers   again, hard, good or easy, by their first letter, and after how many seconds
# cards     phase (Learning, Review, reLearning) and step; stability; difficulty; due after seconds"""

RATINGS = {"a": Rating.Again, "h": Rating.Hard, "g": Rating.Good, "e": Rating.Easy}
PHASES = {State.Learning: "L", State.Review: "R", State.Relearning: "X"}
STEPS = [(60, 600), (600,), (), (60, 600, 3600), (120, 86400)]
RELEARNING = [(600,), (), (600, 7200)]
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
DAY = 86400
LOWER, UPPER = fsrs.scheduler.LOWER_BOUNDS_PARAMETERS, fsrs.scheduler.UPPER_BOUNDS_PARAMETERS


def settings(random):
    """The defaults half of the time."""
    if random.random() < 0.5:
        return 0.9, 36500, STEPS[0], RELEARNING[0], None
    return (
        random.choice([0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99]),
        random.choice([36500, 365, 30, 1]), random.choice(STEPS), random.choice(RELEARNING),
        parameters(random) if random.random() < 0.5 else None,
    )


def parameters(random):
    """About the published ones, within their limits."""
    return [
        round(min(max(number * random.uniform(0.7, 1.3), low), high), 4)
        for number, low, high in zip(fsrs.scheduler.DEFAULT_PARAMETERS, LOWER, UPPER)
    ]


def delay(random, due):
    """How long until the next answer: about when it is due, or any time, in whole seconds."""
    kind = random.random()
    if kind < 0.35:
        return due
    if kind < 0.65:
        return round(due * random.uniform(0.3, 3))
    if kind < 0.8:
        return random.randint(0, DAY - 1)
    if kind < 0.85:  # the days' edges
        return random.randint(1, 40) * DAY + random.choice([-1, 0, 1])
    if kind < 0.88:  # a clock that went back
        return -random.randint(1, 2 * DAY)
    return round(DAY * 10 ** random.uniform(-1, 3))


def history(random, length):
    retention, maximum, learning, relearning, own = settings(random)
    scheduler = Scheduler(
        parameters=own or fsrs.scheduler.DEFAULT_PARAMETERS,
        desired_retention=retention, maximum_interval=maximum, enable_fuzzing=False,
        learning_steps=[timedelta(seconds=s) for s in learning],
        relearning_steps=[timedelta(seconds=s) for s in relearning],
    )
    weights = random.choice([(1, 1, 6, 1), (1, 1, 1, 1), (4, 1, 2, 0), (0, 1, 3, 2)])
    card, now, due = Card(card_id=1), START, 0
    answers, cards = [], []
    for _ in range(random.randint(1, length)):
        # Never from year 9000 on, where Python's dates end.
        wait = delay(random, due) if now.year < 9000 else 0
        now += timedelta(seconds=wait)
        letter = random.choices("ahge", weights)[0]
        card, _ = scheduler.review_card(card, RATINGS[letter], now)
        due = round((card.due - now).total_seconds())
        answers.append(f"{letter}{wait}")
        step = "" if card.step is None else card.step
        cards.append(f"{PHASES[card.state]}{step} {card.stability:.5f} {card.difficulty:.5f} {due}")
    lists = [" ".join(map(str, numbers)) for numbers in (learning, relearning, own or ())]
    return "\t".join([f"{retention}", f"{maximum}", *lists, " ".join(answers), "; ".join(cards)])


def histories(count, seed, length):
    source = random.Random(seed)
    print(f"# fsrs {version('fsrs')}: {count} histories of seed {seed}")
    print(HISTORIES)
    for _ in range(count):
        print(history(source, length))


def fuzz():
    """The range of an interval, by what it chooses at both ends of chance."""
    print(f"# fsrs {version('fsrs')}: an interval in days, and the first and last day it chooses from")
    print("# at most 36500; then the same at most 30.")
    for maximum in (36500, 30):
        for days in [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 20, 21, 25, 30, 50, 99, 365, 1000, 36500]:
            if days > maximum:
                continue
            scheduler = Scheduler(maximum_interval=maximum)
            ends = []
            for chance in (0.0, 1 - 2**-53):
                fsrs.scheduler.random = lambda: chance
                ends.append(scheduler._get_fuzzed_interval(interval=timedelta(days=days)).days)
            # It adds a whole day more before it rounds, so that the last day can be a day late.
            first, last = ends
            if first < last < maximum:
                last -= 1
            print(f"{maximum}\t{days}\t{first}\t{last}")


if sys.argv[1] == "fuzz":
    fuzz()
else:
    histories(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
