"""The rows of the model and their changes."""

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from .library import Library
from .settings import Settings

if TYPE_CHECKING:
    from .station import Station


@dataclasses.dataclass(frozen=True)
class Copy:
    number: int
    release: str
    medium: str
    parts: int = 1
    parts_missing: int = 0
    is_reference: bool = False
    status: str = "available"
    used_in_house: int = 0

    @property
    def has_no_part(self) -> bool:
        return self.parts_missing >= self.parts


@dataclasses.dataclass(frozen=True)
class Borrower:
    name: str
    group: str
    is_staff: bool
    expires: int | None = None
    is_blocked: bool = False
    loan_limit: int | None = None


@dataclasses.dataclass(frozen=True)
class Loan:
    key: str
    copy: int
    borrower: str
    opened: int
    due: int
    parts: int
    renewals: int = 0
    parts_back: int | None = None
    claimed: int | None = None
    renewed_at: int | None = None
    returned: int | None = None

    @property
    def is_open(self) -> bool:
        return self.returned is None


@dataclasses.dataclass(frozen=True)
class Hold:
    key: str
    borrower: str
    created: int
    release: str
    on_copy: int | None = None
    not_after: int | None = None
    state: str = "waiting"
    ready_copy: int | None = None
    ready_at: int | None = None
    pick_up_by: int | None = None
    closed: int | None = None

    @property
    def is_open(self) -> bool:
        return self.state in ("waiting", "ready")


@dataclasses.dataclass(frozen=True)
class Fee:
    key: str
    borrower: str
    kind: str
    amount: int
    currency: str
    at: int
    loan: str | None = None
    settled: int | None = None
    is_waived: bool = False


@dataclasses.dataclass(frozen=True)
class Setting:
    """A setting with a value that was set."""

    key: str
    value: str


Row = Copy | Borrower | Loan | Hold | Fee | Setting
Kept = TypeVar("Kept", Copy, Borrower, Loan, Hold, Fee)


@dataclasses.dataclass
class Change:
    """One change: its rows before and after, and the change that undid it."""

    key: str
    number: int
    at: int
    before: dict[str, Row | None]
    after: dict[str, Row | None]
    rows_then: dict[str, Row]
    station: str | None = None
    session: int | None = None
    undoes: int | None = None
    undone_by: int | None = None


class Records:
    """All rows, by names that are the same in every run: `copy 12`, `borrower Borrower 1`, `loan 57.1`."""

    def __init__(self, library: Library, settings: Settings) -> None:
        self.library, self.settings = library, settings
        self.rows: dict[str, Row] = {}
        self.changes: list[Change] = []
        # The time of the operation, and the time at which the hub received it. They differ only for an offline station.
        self.now = self.clock = 0
        self.operation = 0
        self._made = self._changed = 0
        self.journal_at = 0
        # True if the hub trusts the clock of its machine.
        self.is_clock_believed = True
        self.stations: dict[str, "Station"] = {}
        for facts in library.copies.values():
            self.rows[f"copy {facts.number}"] = Copy(facts.number, facts.release, facts.medium)
        for key, value in settings.values.items():
            self.rows[f"setting {key}"] = Setting(key, value)
        for person in library.borrowers.values():
            self.rows[f"borrower {person.name}"] = Borrower(person.name, person.group, person.is_staff)

    def with_rows_of_its_own(self) -> "Records":
        """Returns a copy for tests that change only rows."""
        other = object.__new__(Records)
        other.__dict__.update(self.__dict__)
        other.rows = dict(self.rows)
        other.settings = Settings(dict(self.settings.values))
        return other

    def copy_of_itself(self) -> "Records":
        """Returns a copy that later operations leave unchanged."""
        other = self.with_rows_of_its_own()
        other.changes = [dataclasses.replace(change) for change in self.changes]
        other.stations = {name: station.copy_of_itself() for name, station in self.stations.items()}
        return other

    def become(self, other: "Records") -> None:
        """Restores the state saved by `copy_of_itself`."""
        self.__dict__.update(other.__dict__)

    # Reading

    def row(self, kind: type[Kept], key: str) -> Kept:
        row = self.rows[key]
        assert isinstance(row, kind)
        return row

    def copy(self, number: int) -> Copy:
        return self.row(Copy, f"copy {number}")

    def borrower(self, name: str) -> Borrower:
        return self.row(Borrower, f"borrower {name}")

    def loans(self) -> Iterator[Loan]:
        return (row for row in self.rows.values() if isinstance(row, Loan))

    def open_loan(self, copy: int) -> Loan | None:
        return next((loan for loan in self.loans() if loan.copy == copy and loan.is_open), None)

    def open_loans(self, borrower: str) -> list[Loan]:
        return [loan for loan in self.loans() if loan.borrower == borrower and loan.is_open]

    def holds(self) -> Iterator[Hold]:
        return (row for row in self.rows.values() if isinstance(row, Hold))

    def queue(self) -> list[Hold]:
        """Returns open holds in the order of the queue."""
        return sorted((hold for hold in self.holds() if hold.is_open), key=lambda hold: (hold.created, hold.key))

    def ready_hold(self, copy: int) -> Hold | None:
        return next((hold for hold in self.holds() if hold.state == "ready" and hold.ready_copy == copy), None)

    def fees(self) -> Iterator[Fee]:
        return (row for row in self.rows.values() if isinstance(row, Fee))

    def change(self, key: str) -> Change:
        return next(change for change in reversed(self.changes) if change.key == key)

    # Writing

    def put(self, row: Row) -> None:
        self.rows[key_of(row)] = row
        if isinstance(row, Setting):
            self.settings.set(row.key, row.value)

    def remove(self, key: str) -> None:
        row = self.rows.pop(key)
        if isinstance(row, Setting):
            self.settings.set(row.key, None)

    def new_key(self, kind: str) -> str:
        self._made += 1
        return f"{kind} {self.operation}.{self._made}"

    def begin(self, operation: int, now: int) -> None:
        self.operation, self.now, self.clock, self._made = operation, now, now, 0
        self._changed = 0

    def keep_change(
        self, before: dict[str, Row], station: str | None = None, session: int | None = None, undoes: int | None = None
    ) -> Change | None:
        """Records all differences from `before` as one change; none if there are none."""
        touched = [key for key in {**before, **self.rows} if before.get(key) != self.rows.get(key)]
        if not touched:
            return None
        old, new = ({key: rows.get(key) for key in touched} for rows in (before, self.rows))
        number = len(self.changes)
        self._changed += 1
        key = f"change {self.operation}.{self._changed}"
        change = Change(key, number, self.clock, old, new, dict(self.rows), station, session, undoes)
        self.changes.append(change)
        return change


def key_of(row: Row) -> str:
    match row:
        case Copy():
            return f"copy {row.number}"
        case Borrower():
            return f"borrower {row.name}"
        case Setting():
            return f"setting {row.key}"
        case _:
            return row.key
