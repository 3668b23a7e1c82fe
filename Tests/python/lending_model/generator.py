"""Random operations, chosen by the model's records."""

import datetime
import random

from . import station, station_acts, offline, staff_records, staff
from .days import DAY, milliseconds
from .records import Records
from .effects import undo_block
from .settings import ZONES

SECOND, MINUTE, HOUR, LONG_DAY = 1000, 60_000, 3_600_000, 86_400_000


CHOICES = {
    "calendar.time-zone": ZONES,
    "calendar.closed-weekdays": ["", "sunday", "saturday, sunday", "monday", "monday, tuesday, wednesday, thursday"],
    "calendar.closed-days": ["", "12-24, 12-25", "2027-03-28", "2027-04-02, 2027-04-05, 05-01"],
    "loan.days": ["14", "0", "1", "3", "28"],
    "loan.days.cd": ["off", "off", "7"],
    "loan.days.vinyl": ["off", "off", "2"],
    "loan.days-by-group": ["", "students: 5", "students: 0, standard: 10"],
    "loan.days-by-group-and-medium": ["", "students/cd: 1", "standard/vinyl: 4"],
    "loan.hard-date": ["off", "off", "off", "2027-03-28", "2027-05-30", "2027-01-10"],
    "limits.loans": ["10", "10", "2", "4"],
    "limits.loans-by-group": ["", "students: 3"],
    "limits.overdue-loans": ["0", "1", "1", "2", "3"],
    "limits.fees-due": ["0", "0", "100", "1000"],
    "renewal.limit": ["3", "0", "1", "10"],
    "renewal.counts-from-due": ["no", "yes"],
    "renewal.opens-days-before": ["off", "off", "0", "2", "5"],
    "renewal.overdue": ["allowed", "item", "all"],
    "returns.asks-parts": ["yes", "no"],
    "returns.keeps-open-without-parts": ["yes", "no"],
    "returns.counts-in-house": ["no", "yes"],
    "returns.blocks-withdrawn": ["yes", "no"],
    "holds.per-borrower": ["5", "5", "1", "3"],
    "holds.pick-up-days": ["7", "0", "1", "3"],
    "holds.skips-blocked": ["yes", "yes", "no"],
    "fees.on": ["no", "yes", "yes"],
    "fees.currency": ["EUR", "EUR", "JPY", "GBP"],
    "fees.per-day": ["20", "0", "50", "333"],
    "fees.most": ["1000", "0", "90", "5000"],
    "fees.grace-days": ["0", "0", "1", "3"],
    "fees.closed-days-count": ["no", "yes"],
}


class Generator:
    """Chooses the next operation and its time."""

    def __init__(self, random: random.Random, records: Records, ids: dict[str, str]) -> None:
        self.random, self.records, self._ids = random, records, ids
        self._staff = {
            self.check_out: 22,
            self.check_loan: 3,
            self.check_in: 18,
            self.renew: 8,
            self.renew_all: 2,
            self.claim: 3,
            self.lost: 3,
            self.found: 4,
            self.place_hold: 14,
            self.cancel_hold: 4,
            self.charge_fee: 3,
            self.end_fee: 5,
            self.block: 3,
            self.patch_borrower: 3,
            self.patch_copy: 8,
            self.undo: 7,
            self.change_setting: 4,
            self.report: 12,
        }

    def next_time(self) -> int:
        """Returns a time that is mostly soon after; sometimes days later, or just before or after the end of a day."""
        now, draw = self.records.now, self.random.random()
        if draw < 0.55:
            return now + self.random.randint(1, 20 * SECOND)
        if draw < 0.8:
            return now + self.random.randint(SECOND, 15 * MINUTE)
        if draw < 0.9:
            return now + self.random.randint(MINUTE, 12 * HOUR)
        if draw < 0.96:
            calendar = self.records.settings.calendar
            end = calendar.end(calendar.day(now) + DAY * self.random.choice([0, 0, 1, 2]))
            return max(now + 1, end + self.random.choice([0, 1, -1, SECOND]))
        if draw < 0.995:
            return now + self.random.randint(LONG_DAY, self.random.choice([3, 3, 10, 13]) * LONG_DAY)
        # So long that the hub no longer trusts the clock.
        return now + self.random.randint(15 * LONG_DAY, 40 * LONG_DAY)

    def operation(self) -> staff.Operation:
        if self.is_likely(0.003 if self.records.is_clock_believed else 0.08):
            return staff_records.StartAnew()
        asking = [each for each in self.records.stations.values() if each.question and self.records.now < each.question.ends]
        if asking and self.is_likely(0.9):
            return self.reply(asking[0])
        if self.records.stations and self.is_likely(0.45):
            return self.at_desk(self.records.stations[self.random.choice(["desk", "desk", "kiosk"])])
        while True:
            choice = self.random.choices(list(self._staff), list(self._staff.values()))[0]
            if made := choice():
                return made

    # Picking

    def copy(self) -> int:
        return self.random.choice(list(self.records.library.copies))

    def borrower(self) -> str:
        return self.random.choice([name for name, facts in self.records.library.borrowers.items() if not facts.is_staff])

    def loan(self) -> str | None:
        """Returns an open loan, or sometimes one that has ended."""
        loans = [loan for loan in self.records.loans() if loan.key in self._ids]
        some = [loan for loan in loans if loan.is_open]
        if not some or self.random.random() < 0.1:
            some = loans[-8:]
        return self.random.choice(some).key if some else None

    def is_likely(self, share: float) -> bool:
        return self.random.random() < share

    # Operations of staff

    def check_out(self) -> staff.Operation | None:
        due = None
        if self.is_likely(0.15):
            due = self.records.now + self.random.randint(1, self.random.choice([HOUR, 2 * LONG_DAY, 40 * LONG_DAY]))
        copy = self.copy()
        if self.records.open_loan(copy) and self.is_likely(0.6):
            copy = self.copy()
        return staff.CheckOut(copy, self.borrower(), due, self.is_likely(0.3), self.is_likely(0.7))

    def check_loan(self) -> staff.Operation | None:
        return staff.CheckLoan(self.copy(), self.borrower())

    def check_in(self) -> staff.Operation | None:
        out = [loan.copy for loan in self.records.loans() if loan.is_open]
        copy = self.random.choice(out) if out and self.is_likely(0.8) else self.copy()
        at = None
        if self.is_likely(0.2):
            at = self.records.now - self.random.randint(1, self.random.choice([HOUR, 3 * LONG_DAY, 30 * LONG_DAY]))
        loan = self.records.open_loan(copy)
        back = self.random.choice([loan.parts, loan.parts, loan.parts, self.random.randint(0, loan.parts)]) if loan else None
        if self.is_likely(0.15):
            back = None
        return staff.CheckIn(copy, self.is_likely(0.4), at, back, self.is_likely(0.7))

    def renew(self) -> staff.Operation | None:
        loan = self.loan()
        return staff.Renew(loan, self.is_likely(0.3)) if loan else None

    def renew_all(self) -> staff.Operation | None:
        return staff.RenewAll(self.borrower())

    def claim(self) -> staff.Operation | None:
        loan = self.loan()
        return staff.Claim(loan) if loan else None

    def lost(self) -> staff.Operation | None:
        loan = self.loan()
        price = self.random.choice([None, 500, 1500]) if self.records.settings.flag("fees.on") else None
        return staff.Lost(loan, price) if loan else None

    def found(self) -> staff.Operation | None:
        loans = [
            loan.key
            for loan in self.records.loans()
            if loan.key in self._ids
            and (loan.claimed and loan.is_open or self.records.copy(loan.copy).status in ("missing", "lost"))
        ]
        loan = self.random.choice(loans) if loans and self.is_likely(0.9) else self.loan()
        return staff.Found(loan) if loan else None

    def place_hold(self) -> staff.Operation | None:
        release = self.random.choice(list(self.records.library.releases))
        out = [loan.copy for loan in self.records.loans() if loan.is_open]
        if out and self.is_likely(0.7):
            release = self.records.copy(self.random.choice(out)).release
        copy = self.random.choice(self.records.library.releases[release].copies) if self.is_likely(0.35) else None
        until = None
        if self.is_likely(0.2):
            until = self.records.now + self.random.randint(1, self.random.choice([HOUR, 10 * LONG_DAY]))
        return staff_records.PlaceHold(self.borrower(), release, copy, until)

    def cancel_hold(self) -> staff.Operation | None:
        holds = [hold.key for hold in self.records.holds() if hold.is_open and hold.key in self._ids]
        return staff_records.CancelHold(self.random.choice(holds)) if holds else None

    def charge_fee(self) -> staff.Operation | None:
        kind = self.random.choice(["overdue", "lost", "parts", "damage", "other"])
        borrower, loan = self.borrower(), None
        loans = [loan for loan in self.records.loans() if loan.borrower == borrower and loan.key in self._ids]
        if loans and (kind in ("overdue", "lost") or self.is_likely(0.5)):
            loan = self.random.choice(loans).key
        if kind in ("overdue", "lost") and loan is None:
            return None
        return staff_records.ChargeFee(borrower, kind, self.random.randint(1, 800), loan)

    def end_fee(self) -> staff.Operation | None:
        due = [fee.key for fee in self.records.fees() if fee.settled is None and fee.key in self._ids]
        return staff_records.EndFee(self.random.choice(due), self.is_likely(0.4)) if due else None

    def block(self) -> staff.Operation | None:
        name = self.borrower()
        is_blocked = self.records.borrower(name).is_blocked
        return staff_records.Block(name, not is_blocked) if is_blocked or self.is_likely(0.5) else None

    def patch_borrower(self) -> staff.Operation | None:
        name, now = self.borrower(), self.records.now
        row = self.records.borrower(name)
        expires = self.random.choice([None, None, None, now - HOUR, now + self.random.randint(1, 5 * LONG_DAY)])
        limit = self.random.choice([None, None, 0, 1, 3, 5])
        return staff_records.PatchBorrower(name, expires, limit) if (expires, limit) != (row.expires, row.loan_limit) else None

    def patch_copy(self) -> staff.Operation | None:
        number = self.copy()
        copy = self.records.copy(number)
        parts = missing = is_reference = status = None
        draw = self.random.random()
        if draw < 0.35:
            parts = self.random.randint(1, 4)
            missing = self.random.choice([0, 0, 0, self.random.randint(0, parts)])
        elif draw < 0.5:
            is_reference = not copy.is_reference
        else:
            status = self.random.choice(["available", "available", "available", "missing", "lost", "withdrawn"])
        after = (parts or copy.parts, copy.parts_missing if missing is None else missing)
        nothing = after == (copy.parts, copy.parts_missing) and is_reference is None and status in (None, copy.status)
        return None if nothing else staff_records.PatchCopy(number, parts, missing, is_reference, status)

    def undo(self) -> staff.Operation | None:
        changes = [change for change in self.records.changes[-6:] if change.key in self._ids]
        if not changes:
            return None
        if self.is_likely(0.5):
            changes = [each for each in changes if not undo_block(self.records, each.number)] or changes
        return staff_records.UndoChange(self.random.choice(changes).key)

    def change_setting(self) -> staff.Operation | None:
        key = self.random.choice(list(CHOICES))
        value = self.random.choice(CHOICES[key])
        return staff_records.ChangeSetting(key, value) if value != self.records.settings[key] else None


    # At an offline station

    def report(self) -> staff.Operation | None:
        """Returns one to three entries, not in the order of their times, mostly of the last hours."""
        entries = []
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            out = [loan for loan in self.records.loans() if loan.is_open]
            act = self.random.choice(["check-out", "check-out", "return", "return", "renew"])
            copy = self.copy()
            if act != "check-out" and out and self.is_likely(0.85):
                copy = self.random.choice(out).copy
            if entries and self.is_likely(0.4):
                # One copy passes through several hands while the station is offline.
                copy = entries[-1].copy
            loan = self.records.open_loan(copy)
            back = self.random.choice([MINUTE, 5 * HOUR, 5 * HOUR, 3 * LONG_DAY, 20 * LONG_DAY])
            at = self.records.now - self.random.randint(0, back)
            if self.is_likely(0.04) and not entries:
                at = self.records.now + self.random.choice([-500 * LONG_DAY, 20 * MINUTE, 2 * MINUTE])
            borrower = self.borrower() if act == "check-out" else None
            if act == "renew" and loan and self.is_likely(0.6):
                borrower = loan.borrower
            entries.append(offline.Entry(act, copy, borrower, at))
        return offline.Report(tuple(entries))

    # At a station

    def reply(self, at: station.Station) -> staff.Operation:
        """Returns a yes, a no, a number, or a staff card, in response to the prompt."""
        question, draw = at.question, self.random.random()
        assert question
        if question.act == "choose":
            return station_acts.Choose(at.name, self.random.choice(question.choices)) if draw < 0.85 else self.scan(at)
        if "parts-check" in question.reasons and draw < 0.4:
            return station_acts.PickParts(at.name, self.random.randint(1, question.parts))
        if question.needs_staff and draw < 0.3 and self.records.now >= at.staff_ends:
            return station_acts.ScanCard(at.name, "Staff")
        if draw < 0.8:
            return station_acts.Answer(at.name, True, question.needs_staff and self.is_likely(0.8))
        return station_acts.Answer(at.name, False, False) if draw < 0.9 else self.scan(at)

    def at_desk(self, at: station.Station) -> staff.Operation:
        draw, now = self.random.random(), self.records.now
        waiting = self.records.open_loan(at.pending[0]) if at.pending and now < at.pending[1] else None
        if waiting and self.is_likely(0.6):
            return station_acts.ScanCard(at.name, waiting.borrower)
        if at.borrower and now < at.session_ends and self.is_likely(0.08):
            return station_acts.SetMode(at.name, self.random.choice(["check-out", "return", "return", "renew"]))
        if draw < 0.12 or (at.mode == "check-out" and at.borrower is None and draw < 0.6):
            return station_acts.ScanCard(at.name, self.borrower())
        if draw < 0.78:
            return self.scan(at)
        if draw < 0.81 and at.borrower and at.staff_ends <= self.records.now < at.session_ends:
            return station_acts.ScanCard(at.name, "Staff")
        if draw < 0.9:
            return station_acts.UndoHere(at.name)
        if draw < 0.93:
            return station_acts.RenewAllHere(at.name)
        if draw < 0.96:
            return station_acts.End(at.name)
        return station_acts.SetMode(at.name, self.random.choice(["check-out", "check-out", "return", "return", "renew"]))

    def scan(self, at: station.Station) -> staff.Operation:
        """Returns a scan of a copy, mostly one that fits the mode, sometimes the last one again."""
        out = [loan for loan in self.records.loans() if loan.is_open]
        mine = [loan.copy for loan in out if loan.borrower == at.borrower]
        copy = self.copy()
        if at.last and self.is_likely(0.15):
            copy = at.last[0]
        elif at.mode != "check-out" and out and self.is_likely(0.75):
            copy = self.random.choice(mine if mine and self.is_likely(0.5) else [loan.copy for loan in out])
        elif mine and self.is_likely(0.15):
            copy = self.random.choice(mine)
        release = self.records.copy(copy).release
        if station.is_plain(self.records, at, release) and self.is_likely(0.3):
            return station_acts.ScanBarcode(at.name, release)
        alone = len(self.records.library.releases[release].copies) == 1
        return station_acts.ScanCopy(at.name, copy, alone and self.is_likely(0.3))


def random_settings(random: random.Random) -> dict[str, str]:
    """Returns settings of a library; about half of them differ from the defaults."""
    settings = {key: random.choice(values) for key, values in CHOICES.items()}
    return settings | {"privacy.anonymise-after-days": "off", "station.revert-seconds": "off"}


# Just before summer time begins or ends in some zone, and the turn of a year.
STARTS = ["2027-03-12", "2027-03-26", "2027-04-01", "2027-09-02", "2027-10-29", "2027-12-20", "2028-02-26"]


def random_start(random: random.Random) -> int:
    moment = datetime.datetime.fromisoformat(random.choice(STARTS)).replace(tzinfo=datetime.UTC)
    return milliseconds(moment) + random.randint(0, LONG_DAY)
