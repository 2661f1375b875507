#!/usr/bin/env python3
"""Prints events as they happen, one line an event.

    python3 live.py
    python3 live.py --type saffron.reports.check_recorded.v1 --count 10
"""

from saffron_events import Events, event_of, line_of, number, parser, run


async def main(args) -> None:
    async with Events() as events:
        state = await events.open(args.consumer)
        await events.at(state.last_seq + 1)
        seen = 0
        async for batch in events.batches():
            for event in map(event_of, batch):
                if args.type and event["type"] != args.type:
                    continue
                print(line_of(event), flush=True)
                seen += 1
                if seen == args.count:
                    return


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("--type", help="only events of this type")
    p.add_argument("--count", type=number, help="end after this many")
    p.add_argument("--consumer", default="analyst-live", help="name of the consumer (default: %(default)s)")
    run(main(p.parse_args()))
