#!/usr/bin/env python3
"""Reads events again from a moment on, oldest first, and prints each as a line of JSON.

    python3 replay.py --since 2026-11-01 --until-now > events.jsonl
    python3 replay.py --since 2026-11-01T12:00:00Z --count 100

--since is when an event came in, not the business date of its check: an import of last year's checks is of today.
"""

import sys

from saffron_events import Events, moment, number, parser, run


async def main(args) -> None:
    async with Events() as events:
        await events.open_at(args.consumer, args.since)
        seen = 0
        async for batch in events.batches(until_now=args.until_now):
            for message in batch:
                sys.stdout.write(message.data.decode() + "\n")
                seen += 1
                if seen == args.count:
                    return
            sys.stdout.flush()


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("--since", type=moment, required=True, help="a date or a time; UTC, unless it names a zone")
    p.add_argument("--until-now", action="store_true", help="end when nothing waits any more")
    p.add_argument("--count", type=number, help="end after this many")
    p.add_argument("--consumer", default="analyst-replay", help="name of the consumer (default: %(default)s)")
    run(main(p.parse_args()))
