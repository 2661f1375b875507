#!/usr/bin/env python3
"""Lets a NATS user of an analyst read the events of one location, or of all.

    python3 deploy/nats/location.py harbor-grill                              the user `location` of users.conf
    python3 deploy/nats/location.py harbor-grill --user analyst-harbor-grill  a further one: prints its account for users.conf
    python3 deploy/nats/location.py --all --user analyst-finance              the same, for all locations

Makes the consumer that belongs to the user and has its name, filtered on the location, or leaves it as it is. Run it as
`ops`: SAFFRON_OPS_NATS_URL, or SAFFRON_OPS_NATS_URL_FILE with a file that holds it. Needs nats-py
(docs/analysts/requirements.txt).
"""

import argparse
import asyncio
import json
import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import nats
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import APIError, NotFoundError

ACCOUNT = """  {account} {{
    imports: [
      {{ service: {{ account: SAFFRON, subject: "$JS.API.INFO" }} }}
      {{ service: {{ account: SAFFRON, subject: "$JS.API.CONSUMER.INFO.EVENTS.{user}" }} }}
      {{ service: {{ account: SAFFRON, subject: "$JS.API.CONSUMER.MSG.NEXT.EVENTS.{user}" }} }}
      {{ service: {{ account: SAFFRON, subject: "$JS.ACK.EVENTS.{user}.*.*.*.*.*" }} }}
      {{ service: {{ account: SAFFRON, subject: "$JS.ACK.*.*.EVENTS.{user}.*.*.*.*.*.*" }} }}
    ]
    users: [
      {{
        user: {user}, password: ${variable}
        permissions: {{
          publish: {{ allow: [
            "$JS.API.CONSUMER.INFO.EVENTS.{user}", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.{user}"
            "$JS.ACK.EVENTS.{user}.*.*.*.*.*", "$JS.ACK.*.*.EVENTS.{user}.*.*.*.*.*.*"
          ] }}
          subscribe: {{ allow: ["_INBOX_{user}.>"] }}
        }}
      }}
    ]
  }}
"""
POS_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
# Of a further user: what NATS, an environment variable and an account can be called after, and no service's.
USER = re.compile(r"location|analyst-[a-z0-9]+(-[a-z0-9]+)*")
# A pull ends before the server forgets where its answers go (response_threshold in users.conf).
LONGEST_PULL = 60


def users_conf() -> Path:
    return Path(__file__).resolve().parent / "users.conf"


def account(user: str) -> str:
    """What users.conf has to say of a user with a consumer of its own: an account for it alone."""
    name = user.upper().replace("-", "_")
    return ACCOUNT.format(account=name, user=user, variable=f"SAFFRON_NATS_{name}_PASSWORD")


def secret(name: str) -> str:
    """A variable, or what stands in the file that `<name>_FILE` names."""
    if os.environ.get(name):
        return os.environ[name]
    if os.environ.get(f"{name}_FILE"):
        return Path(os.environ[f"{name}_FILE"]).read_text().strip()
    sys.exit(f"{name} is not set")


async def make_consumer(url: str, user: str, filter_subject: str) -> str:
    """Makes the consumer, or says what is wrong with the one that is there."""
    nc = await nats.connect(url, inbox_prefix=f"_INBOX_{urlsplit(url).username}".encode(), connect_timeout=5, max_reconnect_attempts=1)
    try:
        js = nc.jetstream(timeout=5)
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
        # nats-py knows no max_expires.
        request = {"stream_name": "EVENTS", "config": {**config.as_dict(), "max_expires": LONGEST_PULL * 1_000_000_000}}
        answer = json.loads((await nc.request(f"$JS.API.CONSUMER.CREATE.EVENTS.{user}", json.dumps(request).encode(), timeout=5)).data)
        if "error" in answer:
            raise APIError.from_error(answer["error"])
        return f"The consumer {user} reads {filter_subject}."
    finally:
        await nc.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("pos_id", nargs="?", help="posID of the location")
    which.add_argument("--all", action="store_true", help="every location")
    parser.add_argument("--user", default="location", help="the NATS user; its consumer has the same name (default: %(default)s)")
    args = parser.parse_args()
    if args.pos_id is not None and not POS_ID.fullmatch(args.pos_id):
        parser.error(f"{args.pos_id!r} is no posID: letters, digits, - and _ only")
    if not USER.fullmatch(args.user):
        parser.error(f"{args.user!r} is no name for a further user: analyst- and then small letters, digits and - only")
    filter_subject = "saffron.v1.>" if args.all else f"saffron.v1.{args.pos_id}.>"
    print(asyncio.run(make_consumer(secret("SAFFRON_OPS_NATS_URL"), args.user, filter_subject)))
    if f"user: {args.user}," not in users_conf().read_text():
        print(f"\nPut this into `accounts` of deploy/nats/users.conf; docs/analysts.md (For operators) tells the rest:\n\n{account(args.user)}")


if __name__ == "__main__":
    main()
