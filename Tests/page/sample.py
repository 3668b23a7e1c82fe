"""A library at work: records of each kind, for pictures and for tests that look at whole pages.

The records stay: the hub is one that no other tests use.
"""

import datetime
import time
import types
import uuid

import hub
from lending import admin, set_setting, staff

# Names as they are: short and long, with marks, and in other scripts.
PEOPLE = [
    ("Ada Lovelace", "standard"), ("Robert Moog", "standard"), ("Delia Derbyshire", "club"), ("Léon Theremin", "standard"),
    ("Maximiliane von Hohenlohe-Langenburg", "club"), ("Wendy Carlos", "standard"), ("坂本龍一", "standard"),
    ("Éliane Radigue", "standard"), ("Johanna Magdalena Beyer", "standard"), ("فيروز", "club"),
]
# A title without spaces, and one of several lines.
UNKNOWN = [
    ("4006381333931", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "Die Kapelle"),
    ("5901234123457", "The Rise and Fall of Ziggy Stardust and the Spiders from Mars, Recorded at Trident Studios in London",
     "Orchestre de la Société des Concerts du Conservatoire"),
]
OPEN_CODES = [("0602557382110", "EAN-13"), ("DW:I:7XQ2M9C4VTP0", "QR"), ("978020137962", "typed"),
              ("https://example.org/loan/an-address-of-another-library?item=20931", "QR")]
DAY = 86_400

made = None


def sample():
    """Returns the records that are needed again. The first call of a process makes them."""
    global made
    made = made or make()
    return made


def later(**more):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**more)).strftime("%Y-%m-%dT%H:%M:%SZ")


def make():
    token = hub.staff_token()
    for key, value in {"fees.on": "yes", "loan.days.cd": "21", "limits.overdue-loans": "5", "station.session-seconds": "3600",
                       "station.choice-seconds": "3600", "station.question-seconds": "3600"}.items():
        set_setting(key, value)
    people = [staff("POST", "/borrowers", {"name": name, "group": group, "card": f"SAMPLE-{number}"})
              for number, (name, group) in enumerate(PEOPLE)]
    # In the mode Look up, an unknown code does not reach the inbox.
    hub.set_mode("check-out")
    name_unknown()
    for code, symbology in OPEN_CODES:
        hub.report(code, symbology=symbology)
    hub.set_mode("look-up")
    copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"]
    loans = lend(people, copies)
    hold(people, copies, loans)
    staff("POST", "/fees", {"borrower": people[1]["id"], "kind": "damage", "amount": 450, "note": "A scratch on side B"})
    staff("POST", "/fees", {"borrower": people[4]["id"], "kind": "other", "amount": 1250})
    staff("PUT", f"/borrowers/{people[3]['id']}/block", {"reason": "A box set is missing since spring"}, {"if-match": "*"})
    accounts()
    staff("POST", "/places", {"name": "Basement archive, mobile shelving 14", "kind": "unit", "slots": 12})
    staff("POST", "/label-jobs", {"subjects": {"blanks": 3}, "layout": "a4-3x8"})
    place = max(hub.every("/api/v1/places"), key=lambda one: one["copies"])
    return types.SimpleNamespace(
        person=people[0], card="SAMPLE-0", place=place, changer=changer(copies[20:25]), copy=copies[2], release=copies[0]["release"], token=token, spare=copies[13],
        tag=hub.every("/api/v1/tags")[0]["uid"], several=next(
            copy["release"] for copy in copies[14:] if copy["release"].get("barcode") and 2 == len(
                [one for one in copies[14:] if one["release"]["id"] == copy["release"]["id"]])))


def name_unknown():
    """Adds releases with extreme titles: codes that staff name."""
    for code, title, artist in UNKNOWN:
        hub.report(code, symbology="EAN-13")
        item = next(one for one in hub.every("/api/v1/inbox?state=open", token=hub.staff_token()) if one["text"].lstrip("0") == code)
        staff("POST", f"/inbox/{item['id']}/name", {"title": title, "artist": artist, "medium": "vinyl"})


def lend(people, copies):
    """Makes loans of each state, and returns the open ones. Those of weeks ago come from a station that was offline."""
    entries = []
    for number, (days, person) in enumerate(((40, 0), (31, 4), (24, 1), (22, 6))):
        entries.append({
            "sequence": number + 1, "id": str(uuid.uuid4()), "at": int((time.time() - days * DAY) * 1000), "mode": "check-out",
            "act": "check-out", "code": copies[number]["code"], "symbology": "QR", "card": f"SAMPLE-{person}",
            "cardSymbology": "QR", "displayed": "recorded-offline"})
    entries.append({**entries[-1], "sequence": 5, "id": str(uuid.uuid4()), "code": "DW:I:0000000000000", "card": "A card of nobody"})
    staff("POST", "/stations/book-bus/offline-journal", {"journal": str(uuid.uuid4()), "entries": entries})
    for number, (person, due) in enumerate(((0, {"days": 1}), (0, {"days": 12}), (2, {"days": 20}), (4, {"hours": 20}), (5, {"days": 9}),
                                            (7, {"days": 30}), (8, {"days": 3}), (9, {"days": 14})), start=4):
        staff("POST", "/loans", {"copy": copies[number]["id"], "borrower": people[person]["id"], "dueAt": later(**due),
                                 "override": "the sample"})
    loans = hub.every("/api/v1/loans?state=open", token=hub.staff_token())
    of = {loan["copy"]["id"]: loan for loan in loans}
    staff("POST", f"/loans/{of[copies[6]['id']]['id']}/claim")
    staff("POST", f"/loans/{of[copies[9]['id']]['id']}/return")
    staff("POST", f"/loans/{of[copies[10]['id']]['id']}/lost", {"fee": 1800})
    return [of[copy["id"]] for copy in copies[:9]]


def hold(people, copies, loans):
    """Places holds that wait, one that is ready for pick-up, and one that is cancelled."""
    for loan, person in ((loans[0], 2), (loans[0], 5), (loans[1], 7), (loans[7], 0)):
        staff("POST", "/holds", {"release": loan["release"]["id"], "borrower": people[person]["id"]})
    staff("POST", f"/loans/{loans[7]['id']}/return")
    staff("POST", "/holds", {"copy": copies[12]["id"], "borrower": people[1]["id"], "notAfter": later(days=60)})
    ended = staff("POST", "/holds", {"copy": copies[13]["id"], "borrower": people[8]["id"]})
    staff("POST", f"/holds/{ended['id']}/cancel")


def changer(copies):
    """Returns a changer with some discs and a disabled slot."""
    made = staff("POST", "/places", {"name": "Changer of the studio", "kind": "changer", "slots": 24})
    for slot, copy in zip((1, 2, 9, 17, 24), copies):
        staff("PUT", f"/copies/{copy['id']}/place", {"place": made["id"], "slot": slot}, {"if-match": "*"})
    staff("PATCH", f"/places/{made['id']}/slots/5", {"disabledReason": "The motor does not reach it"}, {"if-match": "*"})
    return made


def accounts():
    """Adds people who sign in, and tokens of programs."""
    for name, role in (("Grace Hopper", "admin"), ("Daphne Oram", "staff"), ("Maximiliane von Hohenlohe-Langenburg", "staff")):
        admin("POST", "/accounts", {"name": name, "role": role, "passphrase": "five correct short words"},
              headers={"idempotency-key": uuid.uuid4().hex})
    last = admin("GET", "/accounts")["items"][-1]
    admin("PATCH", f"/accounts/{last['id']}", {"isDisabled": last["role"] != "admin"}, headers={"if-match": "*"})
    for name, role in (("wall screen", "station"), ("nightly export to the archive of the radio station", "reader-only")):
        token = admin("POST", "/tokens", {"name": name, "role": role})
    admin("DELETE", f"/tokens/{token['id']}")
    hub.call("POST", "/api/v1/sign-in", {"name": "Daphne Oram", "passphrase": "five correct short words", "returnsToken": True})
