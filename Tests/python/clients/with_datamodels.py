"""Reads every list of the running hub, and its events, with the types that datamodel-code-generator makes of
docs/openapi.json."""

import os
import uuid
from typing import TypeVar

import deadwax_models as models
import httpx
from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)

LISTS: dict[str, type[BaseModel]] = {
    "borrowers": models.BorrowerList,
    "changers": models.ChangerList,
    "changes": models.ChangeList,
    "copies": models.CopyList,
    "fees": models.FeeList,
    "holds": models.HoldList,
    "inbox": models.InboxList,
    "label-jobs": models.LabelJobList,
    "label-layouts": models.LabelLayoutList,
    "loans": models.LoanList,
    "offline-entries": models.MergedEntryList,
    "places": models.PlaceList,
    "readers": models.ReaderList,
    "releases": models.ReleaseList,
    "scans": models.ScanList,
    "settings": models.SettingList,
    "stations": models.StationList,
    "tag-jobs": models.TagJobList,
    "tags": models.TagList,
    "time-zones": models.TimeZoneList,
    "tokens": models.TokenList,
}


def main() -> None:
    headers = {"authorization": f"Bearer {os.environ['DEADWAX_TOKEN']}"}
    with httpx.Client(base_url=os.environ["DEADWAX_URL"], headers=headers, timeout=60) as hub:
        for name, kind in LISTS.items():
            answer = hub.get(f"/api/v1/{name}")
            assert answer.status_code == 200, f"{name}: {answer.text}"
            kind.model_validate_json(answer.content)

        copies = models.CopyList.model_validate_json(hub.get("/api/v1/copies").content)
        report = models.ScanReport(code=copies.items[0].code, id=models.ID(uuid.uuid4()))
        body = report.model_dump_json(exclude_none=True)
        sent = hub.post("/api/v1/scans", content=body, headers={"content-type": "application/json"})
        assert sent.status_code == 201, sent.text
        scan = models.Scan.model_validate_json(sent.content)
        assert report.id is not None and scan.id.root == report.id.root

        count, kinds = follow(hub, scan)
        refusal = hub.get("/api/v1/loans?borower=x")
        problem = models.Problem.model_validate_json(refusal.content)
        assert refusal.status_code == 400 and problem.reasons[0].code == "unknown-parameter", refusal.text
    print(f"datamodel-code-generator: {len(LISTS)} lists and {count} events of {kinds} kinds passed")


def follow(hub: httpx.Client, scan: models.Scan) -> tuple[int, int]:
    """Reads the events of the journal up to the scan, each as its own type. Returns their number, and that of types."""
    count, kinds = 0, set[type[BaseModel]]()
    with hub.stream("GET", "/api/v1/events?after=0") as stream:
        for line in stream.iter_lines():
            if not line.startswith("data: "):
                continue
            event = models.Event.model_validate_json(line.removeprefix("data: ")).root
            count += 1
            kinds.add(type(event))
            if isinstance(event, models.ScanRecordedEvent) and event.scan and event.scan.id.root == scan.id.root:
                return count, len(kinds)
    raise AssertionError(f"no event of the scan {scan.id.root}")


if __name__ == "__main__":
    main()
