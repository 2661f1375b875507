#!/usr/bin/env python3
"""Prints the events of one location, one line an event; the server filters.

    python3 one_location.py --pos-id harbor-grill --until-now     as an analyst of all locations: all that is kept
    python3 one_location.py --consumer location                   as the analyst of one location: what this user has not read yet

The second form reads a consumer that an operator has made. It remembers what was read: each event is acknowledged once it
is printed, and comes no more.
"""

import sys

from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from saffron_events import Events, event_of, line_of, number, parser, run


async def main(args) -> None:
    async with Events() as events:
        if args.pos_id:
            await events.make(
                ConsumerConfig(
                    name=args.consumer or "analyst-spare", filter_subject=f"saffron.v1.{args.pos_id}.>", deliver_policy=DeliverPolicy.ALL,
                    ack_policy=AckPolicy.NONE, mem_storage=True, inactive_threshold=60,
                )  # fmt: skip
            )
        elif await events.info(args.consumer) is None:
            sys.exit(f"There is no consumer {args.consumer}: an operator makes it with deploy/nats/location.py.")
        else:
            events.consumer = args.consumer
        seen = 0
        async for batch in events.batches(size=min(args.count or 1000, 1000), until_now=args.until_now):
            for message in batch:
                print(line_of(event_of(message)), flush=True)
                if not args.pos_id:
                    await message.ack()
                seen += 1
                if seen == args.count:
                    break
            if seen == args.count:
                break
        await events.nc.flush()
        if args.pos_id:
            await events.remove()


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("--pos-id", help="posID of the location; makes a consumer that filters on it")
    p.add_argument("--consumer", help="name of the consumer (default with --pos-id: analyst-spare)")
    p.add_argument("--until-now", action="store_true", help="end when nothing waits any more")
    p.add_argument("--count", type=number, help="end after this many")
    args = p.parse_args()
    if not (args.pos_id or args.consumer):
        p.error("give --pos-id or --consumer")
    run(main(args))
