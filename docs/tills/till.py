#!/usr/bin/env python3
"""An example till: sends facts from a file until Saffron has stored them, also where either side ends in between.

    SAFFRON_INGEST_KEY=... python3 till.py https://saffron.example facts.jsonl

Each line of the file is a fact of docs/api.md, For tills: {"type": "check.closed", "data": {...}}. A correction is another line with
a higher revision. How many lines are stored stands in FILE.sent, what was refused with its reason in FILE.refused.
"""

import json
import os
import random
import sys
import time
import uuid
from pathlib import Path
from urllib import error, request


def event(line: str) -> dict:
    """The same line is always the same event: what Saffron has already does not count twice."""
    event_id = str(uuid.uuid5(uuid.NAMESPACE_URL, line))
    return {"specversion": "1.0", "id": event_id, "source": "example-till", **json.loads(line)}


def post(url: str, events: list[dict]) -> tuple[int, dict]:
    """The status and the answer; status 0 if there is none."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ['SAFFRON_INGEST_KEY']}"}
    call = request.Request(f"{url}/ingest/v1/events", json.dumps(events).encode(), headers)
    try:
        with request.urlopen(call, timeout=30) as answer:
            return answer.status, json.load(answer)
    except error.HTTPError as refusal:
        return refusal.code, json.loads(refusal.read() or b"{}")
    except OSError as failure:
        return 0, {"message": str(failure)}


def send(url: str, file: str) -> None:
    lines, sent, refused = Path(file).read_text().splitlines(), Path(f"{file}.sent"), Path(f"{file}.refused")
    done, most, wait = int(sent.read_text()) if sent.exists() else 0, 500, 1.0
    while done < len(lines):
        batch = lines[done : done + most]
        status, answer = post(url, [event(line) for line in batch])
        body = answer.get("body") or {}
        if status == 202:
            print(*[f"Saffron does not know {field}" for field in body.get("ignored", [])], sep="\n", file=sys.stderr)
            done, most, wait = done + len(batch), 500, 1.0
        elif status in (400, 403, 413) and len(batch) > 1:
            most = body.get("event") or (1 if "event" in body else len(batch) // 2)  # What stands before it is right.
        elif status in (400, 403, 413):
            with refused.open("a") as rest:
                rest.write(json.dumps({"why": answer.get("message"), "field": body.get("field"), "line": batch[0]}) + "\n")
            done, most = done + 1, 500
        elif status in (0, 429) or status >= 500:
            time.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(wait * 2, 60)
        else:
            sys.exit(f"Saffron answers {status}: {answer.get('message')}")
        sent.write_text(str(done))


if __name__ == "__main__":
    send(sys.argv[1].rstrip("/"), sys.argv[2])
