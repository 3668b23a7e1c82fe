"""Checks a copy out at a station that has just started, as a borrower does.

The steps are: a card, a sleeve in front of the virtual camera, the end of the session.

    DEADWAX_URL=http://127.0.0.1:8740 DEADWAX_SETUP=… PYTHONPATH=Tests/page python lend.py
"""

import sys

import hub


def outcome_after(number):
    return hub.scan_after(number)["outcome"]


def main():
    for name in ("camera", "nfc"):
        hub.wait_for(
            f"the {name}",
            lambda: any(
                reader["name"].startswith(name) and reader["state"] == "ready"
                for reader in hub.call("GET", "/api/v1/readers")["items"]
            ),
            seconds=120,
        )
    token = hub.staff_token()
    borrower = hub.call("POST", "/api/v1/borrowers", {"name": "Ada Lovelace"}, token=token)
    hub.call("POST", f"/api/v1/borrowers/{borrower['id']}/cards", {"card": "2900001"}, token=token)
    record = hub.Table().records(copies=1)[0]
    hub.set_mode("check-out")
    hub.report("2900001")
    number = hub.newest_number()
    hub.call("POST", "/api/v1/virtual-hardware/camera", {"show": record["id"]})
    outcome = outcome_after(number)
    if outcome["code"] != "checked-out":
        print(f"the copy was not checked out: {outcome}", file=sys.stderr)
        return 1
    loans = hub.call("GET", "/api/v1/loans?state=open", token=token)["items"]
    if [loan["copy"]["id"] for loan in loans] != [outcome["copy"]["id"]]:
        print(f"the loan is not in the list of loans: {loans}", file=sys.stderr)
        return 1
    hub.clear_desk()
    print(f"accept: checked out: {record['title']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
