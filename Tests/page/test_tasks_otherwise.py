"""The tasks of test_tasks for people without a mouse: by keyboard alone, and by touch on the screens of a phone and of a small desk."""

import test_tasks
from browser import SMALL
from hand import Finger, Keys

PHONE = (360, 740)


class KeyboardTaskTests(test_tasks.TaskTests):
    """Tab and Enter alone do each task."""

    hand = Keys


class TouchTaskTests(test_tasks.TaskTests):
    """Touches alone do each task at a small desk."""

    hand = Finger
    options = {"size": SMALL, "has_touch": True}


class PhoneTaskTests(test_tasks.TaskTests):
    """Touches alone do each task on a phone."""

    hand = Finger
    options = {"size": PHONE, "has_touch": True, "is_mobile": True}
