"""The started system, as the tests see it."""

import asyncio
import contextlib
import itertools
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

import nats
from nats.js.errors import NotFoundError

SCRIPTS = Path(__file__).resolve().parent.parent
REPO = SCRIPTS.parent.parent
BASE_URL = os.environ.get("SAFFRON_BASE_URL", "http://localhost:8080")
# Who sees which of the demo's locations.
PEOPLE = ("owner@saffron.example", "other@saffron.example")
PASSWORD = "saffron-demo"
LOCATION = REPO / "deploy/nats/location.py"


def variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise AssertionError(f"{name} is not set: see run.py")
    return value


def url(user: str) -> str:
    return variable(f"SAFFRON_{user.upper()}_NATS_URL")


class Peer:
    """A connection as one of the users, with what it was refused."""

    def __init__(self, user: str) -> None:
        self.user, self.refusals = user, []

    async def __aenter__(self) -> "Peer":
        async def on_error(error: Exception) -> None:
            self.refusals.append(str(error))

        address = url(self.user)
        prefix = f"_INBOX_{urlsplit(address).username}".encode()
        self.nc = await nats.connect(address, inbox_prefix=prefix, error_cb=on_error, connect_timeout=5, max_reconnect_attempts=2)
        self.js = self.nc.jetstream(timeout=5)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.nc.close()

    async def refusal(self) -> str:
        """What the server has against the last thing: it says so before it answers a ping; the client tells a little later."""
        await self.nc.flush()
        for _ in range(20):
            if self.refusals:
                break
            await asyncio.sleep(0.005)
        return "".join(self.refusals).lower()


def as_user(user: str, work):
    """Runs `work(peer)` with a connection of its own."""

    async def run():
        async with Peer(user) as peer:
            return await work(peer)

    return asyncio.run(run())


def environment(user: str) -> dict:
    return {**os.environ, "SAFFRON_ANALYST_NATS_URL": url(user)}


def script(name: str, *args: object, user: str = "analyst", text: str | None = None, check: bool = True) -> str:
    """Runs a script to its end; gives what it printed."""
    command = [sys.executable, SCRIPTS / name, *map(str, args)]
    done = subprocess.run(command, env=environment(user), input=text, capture_output=True, text=True, timeout=180, check=False)
    if check and done.returncode != 0:
        raise AssertionError(f"{name} {args}: {done.stderr}")
    return done.stdout if check else done.stdout + done.stderr


def started(name: str, *args: object, user: str = "analyst") -> subprocess.Popen:
    """Starts a script."""
    command = [sys.executable, SCRIPTS / name, *map(str, args)]
    return subprocess.Popen(command, env=environment(user), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def call(path: str, body: object, bearer: str | None = None) -> dict:
    """POSTs JSON to the gateway."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {bearer}"} if bearer else {})
    request = urllib.request.Request(f"{BASE_URL}{path}", json.dumps(body).encode(), headers)
    try:
        answer = urllib.request.urlopen(request, timeout=20)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{path} {error.code} {error.read()!r}") from None
    with answer:
        return json.loads(answer.read(), parse_float=Decimal)["body"]


def main_api(name: str, body: object) -> dict:
    return call(f"/api-restaurant-pos/restaurantpro/{name}", body)


def session(person: str) -> str:
    return main_api("login", {"username": person, "password": PASSWORD})["sessionGuid"]


def daily_report(sales: Iterable[tuple[str, str]], people: Iterable[str] = PEOPLE) -> dict:
    """What the app shows of these (location, day): gross sales, net sales, payments and guests, where there were any."""
    sales, rows = list(sales), {}
    for person in people:
        guid = session(person)
        own = {location["posID"] for location in main_api(f"get-restaurant-list/{guid}", {})}
        # A person's report ends where their locations do: where the sun is first, a day begins earlier.
        days = sorted({day for pos_id, day in sales if pos_id in own})
        # It has ten years at most, and days of an import may be older.
        years = (list(days_of) for _, days_of in itertools.groupby(days, key=lambda day: day[:4]))
        for first, last in ((found[0], found[-1]) for found in years):
            for row in main_api("get-daily-sales-labor", {"sessionID": guid, "startDate": first, "endDate": last}):
                figures = tuple(Decimal(row[name]) for name in ("grossSales", "netSales", "grossPayment", "grossCover"))
                if any(figures):
                    rows[row["posID"], row["businessDate"]] = figures
    return rows


class Till:
    """A location of its own, and its till."""

    def __init__(self) -> None:
        self.pos_id = f"analysts-{uuid.uuid4().hex[:10]}"
        body = {"posID": self.pos_id, "name": "Analysts' Test", "timeZone": "America/New_York"}
        answer = call("/provision/v1/locations", body, variable("SAFFRON_PROVISIONING_KEY"))
        self.key, self.link_code = answer["ingestKey"], answer["linkCode"]

    def check(self, check_id: str, amount: str, revision: int = 1, **more: object) -> None:
        data = {
            "posID": self.pos_id, "posCheckID": check_id, "revision": revision, "closeTime": "2026-07-18T12:59:30", "covers": 2,
            "items": [{"posItemID": "soup", "name": "Soup", "quantity": 1, "price": float(amount), "amount": float(amount)}],
            "payments": [{"type": "Cash", "amount": float(amount)}], **more,
        }  # fmt: skip
        event = {"specversion": "1.0", "id": uuid.uuid4().hex, "source": "till", "type": "check.closed", "data": data}
        call("/ingest/v1/events", event, self.key)


def fresh_location_consumer(pos_id: str) -> None:
    """Gives the user `location` a consumer that begins at the oldest event of a location."""

    async def remove(ops: Peer) -> None:
        with contextlib.suppress(NotFoundError):
            await ops.js.delete_consumer("EVENTS", "location")

    as_user("ops", remove)
    subprocess.run([sys.executable, LOCATION, pos_id], check=True, capture_output=True, timeout=60)


def eventually(look, seconds: float = 60):
    """The first answer of `look` that is true."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found or time.monotonic() > end:
            return found
        time.sleep(0.1)
