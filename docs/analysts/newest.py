#!/usr/bin/env python3
"""Drops repeats of events by id, and of each thing keeps the newest by sequence. Reads lines of JSON, writes the same.

    python3 replay.py --since 2026-11-01 --until-now | python3 newest.py > newest.jsonl
    python3 newest.py --all events.jsonl        drops repeats only, and sorts by sequence within each source

A thing is a check, a guest's points, a payment and so on: STATES says which events tell how something stands. All others tell
acts of people, such as an edit of an item, and are all kept.
"""

import json
import sys
from pathlib import Path

from saffron_events import parser

# Events that tell how a thing stands now, and what in their data says which thing.
STATES = {
    "saffron.reports.check_recorded.v1": "posCheckID",
    "saffron.customers.customer_merged.v1": "posCustomerID",
    "saffron.customers.points_changed.v1": "posCustomerID",
    "saffron.inventory.availability_changed.v1": "posItemID",
    "saffron.inventory.till_availability_changed.v1": "posItemID",
    "saffron.payments.payment_changed.v1": "paymentIntentId",
    "saffron.payments.payout_changed.v1": "payoutID",
}


def thing_of(event: dict) -> tuple:
    """What an event is about: a later event with the same answer takes its place."""
    name = STATES.get(event["type"])
    return (event["type"], event["subject"], event["data"][name]) if name else (event["id"],)


def newest(events, keep_all: bool = False) -> list[dict]:
    """Each event once; without `keep_all` only the newest of each thing. By source and sequence."""
    kept: dict[tuple, dict] = {}
    for event in events:
        key = (event["id"],) if keep_all else thing_of(event)
        if key not in kept or event["sequence"] > kept[key]["sequence"]:
            kept[key] = event
    return sorted(kept.values(), key=lambda event: (event["source"], event["sequence"]))


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("file", nargs="?", help="lines of JSON (default: what comes in by standard input)")
    p.add_argument("--all", action="store_true", help="keep every event once")
    args = p.parse_args()
    lines = Path(args.file).read_text().splitlines() if args.file else sys.stdin
    for event in newest(map(json.loads, lines), args.all):
        print(json.dumps(event, separators=(",", ":")))
