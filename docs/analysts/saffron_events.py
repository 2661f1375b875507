"""What the scripts beside this file have in common: the connection, and reading EVENTS in batches.

SAFFRON_ANALYST_NATS_URL       nats://user:password@host:port
SAFFRON_ANALYST_NATS_URL_FILE  a file that holds it, instead
"""

import argparse
import asyncio
import json
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import nats
from nats.errors import NoRespondersError
from nats.js.api import AckPolicy, StreamState
from nats.js.errors import NotFoundError

STREAM = "EVENTS"


def url() -> str:
    """The server and the user, from the environment."""
    name = "SAFFRON_ANALYST_NATS_URL"
    if os.environ.get(name):
        return os.environ[name]
    if os.environ.get(f"{name}_FILE"):
        return Path(os.environ[f"{name}_FILE"]).read_text().strip()
    sys.exit(f"{name} is not set: nats://user:password@host:port")


class Events:
    """A connection that reads EVENTS.

    async with Events() as events:
        await events.open_at("analyst-replay", datetime(2026, 11, 1, tzinfo=UTC))
        async for batch in events.batches(until_now=True): ...
    """

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.consumer = ""

    async def __aenter__(self) -> "Events":
        address = url()

        async def on_error(error: Exception) -> None:
            self.refusals.append(str(error))

        try:
            # Each user has an inbox prefix of its own: no user can listen to another's answers.
            inbox = f"_INBOX_{urlsplit(address).username}".encode()
            self.nc = await nats.connect(
                address, inbox_prefix=inbox, error_cb=on_error, connect_timeout=5, allow_reconnect=False, max_reconnect_attempts=1
            )
        except (nats.errors.Error, OSError, TimeoutError, ValueError):
            sys.exit("NATS does not answer, or does not know this user and password: see SAFFRON_ANALYST_NATS_URL")
        # From here on a server that is away is waited for: a minute at least.
        self.nc.options.update(allow_reconnect=True, max_reconnect_attempts=30)
        self.js = self.nc.jetstream(timeout=5)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.nc.close()

    async def ask(self, request):
        """Awaits an answer of JetStream. A user who may not ask gets none: the refusal comes beside it."""
        before = len(self.refusals)
        try:
            return await request
        except (TimeoutError, NoRespondersError):
            why = "; ".join(self.refusals[before:]) or "NATS does not answer"
            sys.exit(f"{why}. What a user may do stands in deploy/nats/users.conf.")

    async def info(self, name: str):
        """The consumer, or None if there is none of that name."""
        try:
            return await self.ask(self.js.consumer_info(STREAM, name))
        except NotFoundError:
            return None

    async def at(self, place: int) -> None:
        """Lets the consumer go on at a place in the stream."""
        request = json.dumps({"seq": max(place, 1)}).encode()
        answer = await self.ask(self.nc.request(f"$JS.API.CONSUMER.RESET.{STREAM}.{self.consumer}", request, timeout=5))
        if error := json.loads(answer.data).get("error"):
            sys.exit(f"{self.consumer}: {error.get('description')}")

    async def open(self, name: str) -> StreamState:
        """Takes a consumer that remembers nothing, and that is not being read; `at` has to say where it begins."""
        # A reader that was killed is missed a second later.
        for _ in range(5):
            there = await self.info(name)
            if not (there and there.num_waiting):
                break
            await asyncio.sleep(0.5)
        else:
            sys.exit(f"Another script reads as {name} now: give this one another name with --consumer.")
        if there is None:
            sys.exit(f"There is no consumer {name}: see docs/analysts.md, What you may do.")
        if there.config.ack_policy != AckPolicy.NONE:
            sys.exit(f"{name} remembers what was read, for land.py: give this script another name with --consumer.")
        self.consumer = name
        return (await self.ask(self.js.stream_info(STREAM))).state

    async def open_at(self, name: str, since: datetime) -> None:
        """The same, from the first event on that came in at `since` or later."""
        state = await self.open(name)
        low, high = state.first_seq, state.last_seq + 1
        pull = await self.js.pull_subscribe_bind(name, STREAM)
        while low < high:
            middle = (low + high) // 2
            await self.at(middle)
            try:
                (message,) = await pull.fetch(1, timeout=5)
            except TimeoutError:
                high = middle
                continue
            # Places of what is no more are empty: the message may be of a later one.
            if message.metadata.timestamp < since:
                low = message.metadata.sequence.stream + 1
            else:
                high = middle
        await pull.unsubscribe()
        await self.at(low)

    async def batches(self, size: int = 1000, wait: float = 1.0, until_now: bool = False):
        """Lists of messages, as they come, until nothing waits (`until_now`) or SIGINT or SIGTERM. A list may be empty."""
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        pull = await self.js.pull_subscribe_bind(self.consumer, STREAM)
        while not stop.is_set():
            if self.nc.is_closed:
                sys.exit("NATS was away for too long: run this again.")
            try:
                messages = await pull.fetch(size, timeout=wait)
            except TimeoutError:
                messages = []
            except nats.errors.Error:
                # The connection broke, and comes back by itself; or the consumer is gone.
                messages = []
                await asyncio.sleep(0.5)
            yield messages
            if not messages and self.nc.is_connected:
                try:
                    info = await self.info(self.consumer)
                except nats.errors.Error:
                    continue
                if info is None:
                    sys.exit(f"The consumer {self.consumer} is gone: run this again when your operator has made it again.")
                # What an earlier run got and did not acknowledge comes again after 30 seconds, and is waited for.
                if until_now and info.num_pending + info.num_ack_pending == 0:
                    return


def event_of(message) -> dict:
    """The CloudEvent in a message."""
    return json.loads(message.data)


def line_of(event: dict) -> str:
    """An event for people: time, location, type and what it says."""
    said = " ".join(f"{name}={value}" for name, value in event["data"].items() if name != "posID")
    return f"{event['time'][:19]}Z {event.get('subject', '-'):20} {event['type']} {said}"


def moment(text: str) -> datetime:
    """A date or a time until now for argparse; one without a zone is UTC.

    A later one is refused: NATS would begin at the next event instead of waiting for that time.
    """
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date such as 2026-11-01, nor a time such as 2026-11-01T12:00:00Z") from None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    if at > datetime.now(UTC):
        raise argparse.ArgumentTypeError(f"{text!r} is later than now; name a time that has passed")
    return at


def number(text: str) -> int:
    """A whole number from 1 for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1")
    return int(text)


def run(main) -> None:
    """Runs a script; a reader that goes away, such as `head`, ends it."""
    try:
        asyncio.run(main)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser(text: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
