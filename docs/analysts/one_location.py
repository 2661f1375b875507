#!/usr/bin/env python3
"""Prints the events of one location, one line an event.

    python3 one_location.py --pos-id harbor-grill --until-now     as an analyst of all locations: all that is kept, looked through
    python3 one_location.py --consumer location                   as the analyst of one location: what this user has not read yet

The second form reads a consumer that an operator has made. It remembers what was read: each event is acknowledged once it
is printed, and comes no more.
"""

import sys

from saffron_events import Events, event_of, line_of, number, parser, run


async def main(args) -> None:
    async with Events() as events:
        if args.pos_id:
            state = await events.open(args.consumer or "analyst-spare")
            await events.at(state.first_seq)
        elif await events.info(args.consumer) is None:
            sys.exit(f"There is no consumer {args.consumer}: an operator makes it with deploy/nats/location.py.")
        else:
            events.consumer = args.consumer
        seen = 0
        # What is read by a consumer that remembers is read for good: no more than is asked for.
        size = 1000 if args.pos_id else min(args.count or 1000, 1000)
        async for batch in events.batches(size=size, until_now=args.until_now):
            for message in batch:
                if args.pos_id and message.subject.split(".")[2] != args.pos_id:
                    continue
                print(line_of(event_of(message)), flush=True)
                if not args.pos_id:
                    await message.ack()
                seen += 1
                if seen == args.count:
                    break
            if seen == args.count:
                break
        await events.nc.flush()


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("--pos-id", help="posID of the location")
    p.add_argument("--consumer", help="name of the consumer (default with --pos-id: analyst-spare)")
    p.add_argument("--until-now", action="store_true", help="end when nothing waits any more")
    p.add_argument("--count", type=number, help="end after this many")
    args = p.parse_args()
    if not (args.pos_id or args.consumer):
        p.error("give --pos-id or --consumer")
    run(main(args))
