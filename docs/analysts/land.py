#!/usr/bin/env python3
"""Lands events in a folder of Parquet files, each once, and goes on where it was left.

    python3 land.py events                          runs until Ctrl-C
    python3 land.py events --until-now              ends when nothing waits any more; for cron
    python3 land.py events --consumer location      as the analyst of one location

A file gets its name when it is complete and on the disk; only then are its events acknowledged. So a kill at any moment
loses nothing: what was not acknowledged comes again, and what is in a file already is not written again.
"""

import bisect
import fcntl
import functools
import json
import os
import re
import sys
import time
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from nats.js.api import AckPolicy
from saffron_events import Events, event_of, number, parser, run

SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("source", pa.string()),
        ("type", pa.string()),
        ("pos_id", pa.string()),
        ("time", pa.timestamp("ms", "UTC")),
        ("sequence", pa.int64()),
        ("data", pa.string()),  # JSON
        ("place", pa.int64()),  # in the stream
    ]
)
# The first and the last place of what is in it.
NAME = re.compile(r"events-\d{19}-\d{19}(?:-\d+)?\.parquet")


def row(message) -> dict:
    event = event_of(message)
    return {
        "id": event["id"], "source": event["source"], "type": event["type"], "pos_id": event.get("subject"),
        "time": datetime.fromisoformat(event["time"]), "sequence": event["sequence"],
        "data": json.dumps(event["data"], separators=(",", ":")), "place": message.metadata.sequence.stream,
    }  # fmt: skip


@functools.cache
def bounds(file: Path) -> tuple[str, str]:
    """The lowest and the highest id in a file."""
    groups = pq.read_metadata(file)
    found = [groups.row_group(n).column(0).statistics for n in range(groups.num_row_groups)]
    return min(one.min for one in found), max(one.max for one in found)


def landed(folder: Path, ids: list[str]) -> set[str]:
    """Those ids that are in a file already, after a kill or as an event that was published again.

    An id begins with the time at which it was made (UUID version 7), so that few files can hold it.
    """
    ids, known = sorted(ids), set()
    for file in folder.iterdir():
        if NAME.fullmatch(file.name):
            lowest, highest = bounds(file)
            if bisect.bisect_left(ids, lowest) < bisect.bisect_right(ids, highest):
                known.update(pq.read_table(file, columns=["id"])["id"].to_pylist())
    return known.intersection(ids)


def land(folder: Path, rows: list[dict]) -> int:
    """Writes those rows that no file has; returns how many."""
    if not rows:
        return 0
    known = landed(folder, [row["id"] for row in rows])
    fresh = list({row["id"]: row for row in rows if row["id"] not in known}.values())
    if not fresh:
        return 0
    places = [row["place"] for row in fresh]
    stem = f"events-{min(places):019}-{max(places):019}"
    # A stream that was made again counts from 1.
    target = next(path for n in range(1000) if not (path := folder / f"{stem}{f'-{n}' if n else ''}.parquet").exists())
    draft = folder / ".draft"
    pq.write_table(pa.Table.from_pylist(fresh, SCHEMA), draft, compression="zstd")
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    draft.rename(target)
    sync = os.open(folder, os.O_RDONLY)
    os.fsync(sync)
    os.close(sync)
    return len(fresh)


async def main(args) -> None:
    folder = Path(args.folder)
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"Another land.py writes to {folder}.")
    async with Events() as events:
        there = await events.info(args.consumer)
        if there is None:
            sys.exit(f"There is no consumer {args.consumer}: see docs/analysts.md, What you may do.")
        if there.config.ack_policy != AckPolicy.EXPLICIT:
            sys.exit(f"{args.consumer} does not remember what was read: give land.py another with --consumer.")
        events.consumer = args.consumer
        if args.from_start:
            await events.at(1)
        held, since, total = [], time.monotonic(), 0

        async def settle() -> None:
            nonlocal held, since, total
            total += land(folder, [row(message) for message in held])
            for message in held:
                await message.ack()
            await events.nc.flush()
            held, since = [], time.monotonic()

        async for batch in events.batches(until_now=args.until_now):
            held += batch
            # Long before the 30 seconds after which they would come again.
            if len(held) >= args.rows or time.monotonic() - since > 10 or (args.until_now and not batch):
                await settle()
        await settle()
    print(f"{total} events landed in {folder}")


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("folder", help="where the files are; is made")
    p.add_argument("--until-now", action="store_true", help="end when nothing waits any more")
    p.add_argument("--from-start", action="store_true", help="begin at the first event that is kept")
    p.add_argument("--rows", type=number, default=10_000, help="events of a file, at most about (default: %(default)s)")
    p.add_argument("--consumer", default="analyst-parquet", help="name of the consumer (default: %(default)s)")
    args = p.parse_args()
    if args.rows > 18_000:
        p.error("--rows may be 18000 at most: NATS hands out 20000 events that are not acknowledged")
    run(main(args))
