#!/usr/bin/env python3
"""Lets a NATS user read the events of one location.

    python3 deploy/nats/location.py harbor-grill                                  the user `location` of users.conf
    python3 deploy/nats/location.py harbor-grill --user analyst-harbor-grill      a further one: prints its entry for users.conf

Makes the consumer that belongs to the user and has its name, filtered on the location, or leaves it as it is. Run it as
`ops`: SAFFRON_OPS_NATS_URL, or SAFFRON_OPS_NATS_URL_FILE with a file that holds it. Needs nats-py
(docs/analysts/requirements.txt).
"""

import argparse
import asyncio
import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import nats
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError

ENTRY = """    {{
      user: {user}, password: ${variable}
      permissions: {{
        publish: {{ allow: [
          "$JS.API.CONSUMER.INFO.EVENTS.{user}", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.{user}"
          "$JS.ACK.EVENTS.{user}.*.*.*.*.*", "$JS.ACK.*.*.EVENTS.{user}.*.*.*.*.*.*"
        ] }}
        subscribe: {{ allow: ["_INBOX_{user}.>"] }}
      }}
    }}"""
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def users_conf() -> Path:
    return Path(__file__).resolve().parent / "users.conf"


def entry(user: str) -> str:
    """What users.conf has to say of a user that reads one location."""
    return ENTRY.format(user=user, variable=f"SAFFRON_NATS_{user.upper().replace('-', '_')}_PASSWORD")


def secret(name: str) -> str:
    """A variable, or what stands in the file that `<name>_FILE` names."""
    if os.environ.get(name):
        return os.environ[name]
    if os.environ.get(f"{name}_FILE"):
        return Path(os.environ[f"{name}_FILE"]).read_text().strip()
    sys.exit(f"{name} is not set")


async def make_consumer(url: str, user: str, pos_id: str) -> str:
    """Makes the consumer, or says what is wrong with the one that is there."""
    nc = await nats.connect(url, inbox_prefix=f"_INBOX_{urlsplit(url).username}".encode(), connect_timeout=5, max_reconnect_attempts=1)
    try:
        js = nc.jetstream(timeout=5)
        filter_subject = f"saffron.v1.{pos_id}.>"
        try:
            there = (await js.consumer_info("EVENTS", user)).config.filter_subject
            if there != filter_subject:
                sys.exit(f"There is a consumer {user} already, and it reads {there}. Choose another --user, or remove it first.")
            return f"The consumer {user} reads {filter_subject} already."
        except NotFoundError:
            pass
        config = ConsumerConfig(
            name=user, durable_name=user, filter_subject=filter_subject, deliver_policy=DeliverPolicy.ALL,
            ack_policy=AckPolicy.EXPLICIT, ack_wait=30, max_ack_pending=20_000, max_deliver=-1,
        )  # fmt: skip
        await js.add_consumer("EVENTS", config)
        return f"The consumer {user} reads {filter_subject}."
    finally:
        await nc.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pos_id", help="posID of the location")
    parser.add_argument("--user", default="location", help="the NATS user; its consumer has the same name (default: %(default)s)")
    args = parser.parse_args()
    for what, name in (("posID", args.pos_id), ("user", args.user)):
        if not NAME.fullmatch(name):
            parser.error(f"{name!r} is no {what}: letters, digits, - and _ only")
    print(asyncio.run(make_consumer(secret("SAFFRON_OPS_NATS_URL"), args.user, args.pos_id)))
    if f'user: {args.user},' not in users_conf().read_text():
        print("\nPut this into the list of deploy/nats/users.conf, give the server its password, and let it read the file again\n"
              f"(nats-server --signal reload; a new variable needs a restart):\n\n{entry(args.user)}")


if __name__ == "__main__":
    main()
