"""The settings of a library as docs/settings.md describes them, with their defaults."""

import dataclasses
import datetime
import zoneinfo

from .days import WEEKDAYS, Calendar

ZONES = [
    *["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland", "America/Santiago", "Asia/Kolkata"],
    *["Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Pago_Pago"],
]


@dataclasses.dataclass
class Settings:
    """The settings of a library. Keys and defaults are those of docs/settings.md."""

    values: dict[str, str] = dataclasses.field(default_factory=dict)

    DEFAULTS = {
        "calendar.time-zone": "UTC",
        "calendar.closed-weekdays": "",
        "calendar.closed-days": "",
        "loan.days": "14",
        "loan.days.cd": "off",
        "loan.days.vinyl": "off",
        "loan.days.cassette": "off",
        "loan.days.other": "off",
        "loan.days-by-group": "",
        "loan.days-by-group-and-medium": "",
        "loan.hard-date": "off",
        "limits.loans": "10",
        "limits.loans-by-group": "",
        "limits.overdue-loans": "1",
        "limits.fees-due": "0",
        "renewal.limit": "3",
        "renewal.counts-from-due": "no",
        "renewal.opens-days-before": "off",
        "renewal.overdue": "item",
        "returns.asks-parts": "yes",
        "returns.keeps-open-without-parts": "yes",
        "returns.counts-in-house": "no",
        "returns.blocks-withdrawn": "yes",
        "holds.per-borrower": "5",
        "holds.pick-up-days": "7",
        "holds.shelf": "off",
        "holds.skips-blocked": "yes",
        "fees.on": "no",
        "fees.currency": "EUR",
        "fees.per-day": "20",
        "fees.most": "1000",
        "fees.grace-days": "0",
        "fees.closed-days-count": "no",
        "privacy.anonymise-after-days": "90",
        "privacy.session-link-hours": "24",
        "privacy.wall-without-sign-in": "no",
        "station.again-seconds": "10",
        "station.session-seconds": "90",
        "station.undo-seconds": "600",
        "station.batch-seconds": "120",
        "station.question-seconds": "60",
        "station.choice-seconds": "30",
        "station.pair-seconds": "20",
        "station.staff-seconds": "60",
    }

    def __getitem__(self, key: str) -> str:
        return self.values.get(key, self.DEFAULTS[key])

    def flag(self, key: str) -> bool:
        return self[key] == "yes"

    def number(self, key: str) -> int:
        return int(self[key])

    def optional(self, key: str) -> int | None:
        return None if self[key] == "off" else int(self[key])

    def items(self, key: str) -> list[str]:
        return [part.strip() for part in self[key].split(",") if part.strip()]

    def numbers(self, key: str) -> dict[str, int]:
        """Returns a list such as `students: 21, staff: 28`."""
        pairs = (item.split(":") for item in self.items(key))
        return {name.strip(): int(value) for name, value in pairs}

    @property
    def calendar(self) -> Calendar:
        weekdays = frozenset(WEEKDAYS.index(day) for day in self.items("calendar.closed-weekdays"))
        zone = zoneinfo.ZoneInfo(self["calendar.time-zone"])
        return Calendar(zone, weekdays, frozenset(self.items("calendar.closed-days")))

    @property
    def hard_date(self) -> datetime.date | None:
        text = self["loan.hard-date"]
        return None if text == "off" else datetime.date.fromisoformat(text)

    def set(self, key: str, value: str | None) -> None:
        """Sets a setting, or resets it to its default."""
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value
