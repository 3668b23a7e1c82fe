"""Days of the library: their ends, the open ones, and the number of days between two times."""

import dataclasses
import datetime
import zoneinfo

DAY = datetime.timedelta(days=1)
LONGEST_SEARCH = 1200
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def milliseconds(moment: datetime.datetime) -> int:
    return (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)) // datetime.timedelta(milliseconds=1)


def moment(time: int) -> datetime.datetime:
    return datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(milliseconds=time)


@dataclasses.dataclass(frozen=True)
class Calendar:
    """The settings below `calendar.`: the zone, and the days on which the library is closed."""

    zone: zoneinfo.ZoneInfo
    closed_weekdays: frozenset[int]
    closed_days: frozenset[str]

    def day(self, time: int) -> datetime.date:
        """Returns the day on the library's clocks."""
        return moment(time).astimezone(self.zone).date()

    def end(self, day: datetime.date) -> int:
        """Returns the last millisecond of this day: days differ in length (decision 18)."""
        midnight = datetime.datetime.combine(day + DAY, datetime.time())
        ends = [milliseconds(midnight.replace(tzinfo=self.zone, fold=fold).astimezone(datetime.UTC)) - 1 for fold in (0, 1)]
        return max(end for end in ends if self.day(end) == day)

    def is_open(self, day: datetime.date) -> bool:
        if day.weekday() in self.closed_weekdays:
            return False
        return day.isoformat() not in self.closed_days and day.strftime("%m-%d") not in self.closed_days

    def next_open(self, day: datetime.date) -> datetime.date:
        """Returns the day itself or the next open one; without one, the day itself (decision 18)."""
        return next((d for d in (day + DAY * n for n in range(LONGEST_SEARCH + 1)) if self.is_open(d)), day)

    def last_open(self, day: datetime.date) -> datetime.date:
        """Returns the day itself or the last open one before it; without one, the day itself (decision 18)."""
        return next((d for d in (day - DAY * n for n in range(LONGEST_SEARCH + 1)) if self.is_open(d)), day)

    def days_after(self, since: datetime.date, until: datetime.date, closed_count: bool) -> int:
        """Returns the number of days after the first and up to the second: the open ones, or all."""
        span = (since + DAY * n for n in range(1, (until - since).days + 1))
        return sum(1 for day in span if closed_count or self.is_open(day))
