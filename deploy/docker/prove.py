#!/usr/bin/env python3
"""Starts docker-compose.yml and tries it: sign-in, a till's check, the live stream, a backup that is restored, and how
containers are confined and end.

    python3 deploy/docker/prove.py                              with Docker, everything
    python3 deploy/docker/prove.py --keep                       and leaves it running
    python3 deploy/docker/prove.py --compose podman-compose --engine podman --stepwise --without otel-collector,prometheus,grafana

Only Python 3.11 or later and an engine are needed. It works on a project of its own, named `saffron-proof`, which it removes
with its volumes, on SAFFRON_PORT (8080). docs/containers.md says what else can be set.
"""

import argparse
import contextlib
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from urllib.parse import urlsplit

REPO = Path(__file__).resolve().parents[2]
PROJECT = "saffron-proof"
API = "/api-restaurant-pos/restaurantpro"
OWNER, PASSWORD = "owner@saffron.example", "saffron-demo"
SERVICES = [*(service["name"] for service in json.loads((REPO / "deploy/services.json").read_text())["services"]), "gateway"]
JOBS = ["secrets", "databases", "migrate", "streams"]
STAND_INS = ["cards", "mail", "texts", "push", "square", "clover", "toast", "demo"]
TOOLS = ["backup"]
OBSERVABILITY = ["otel-collector", "prometheus", "grafana"]
SERVERS = ["postgres", "nats"]
# The order that docker-compose.yml asks for, where the engine does not keep to it.
STEPS = [["secrets"], SERVERS, ["databases", "streams"], ["migrate"], SERVICES, ["cards", "mail", "texts", "push", "square", "clover", "toast"], ["demo"], OBSERVABILITY]
# No demo sends such a check.
DOLLARS = "1234.56"


class Failed(Exception):
    """Something is not as it has to be."""


def demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Failed(otherwise)


class Compose:
    """The project, through the engine's own commands."""

    def __init__(self, compose: str, engine: str) -> None:
        # Who names a profile may name its parts too, whatever reads the file.
        self.compose = [*compose.split(), "-p", PROJECT, "-f", str(REPO / "docker-compose.yml"), "--profile", "tools"]
        self.engine = engine

    def run(self, *args: str, check: bool = True, quiet: bool = False) -> subprocess.CompletedProcess:
        done = subprocess.run([*self.compose, *args], capture_output=quiet, text=True, check=False, cwd=REPO)
        demand(done.returncode == 0 or not check, f"{' '.join(args)}: exit code {done.returncode}\n{done.stderr or ''}")
        return done

    def container(self, service: str) -> str:
        """The container of a service, whatever compose calls it."""
        labels = ["com.docker.compose.project", "com.docker.compose.service"]
        ask = [self.engine, "ps", "-a", "-q", "--filter", f"label={labels[0]}={PROJECT}", "--filter", f"label={labels[1]}={service}"]
        ids = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.split()
        demand(len(ids) == 1, f"{service} has {len(ids)} containers")
        return ids[0]

    def inspect(self, service: str) -> dict:
        asked = subprocess.run([self.engine, "inspect", self.container(service)], capture_output=True, text=True, check=True)
        return json.loads(asked.stdout)[0]

    def inside(self, service: str, *command: str) -> subprocess.CompletedProcess:
        """Runs one of the image's own programs beside the service."""
        return subprocess.run([self.engine, "exec", self.container(service), *command], capture_output=True, text=True, check=False)

    def log(self, service: str) -> str:
        done = subprocess.run([self.engine, "logs", self.container(service)], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr


class Server:
    """An HTTP server, as its clients outside see it."""

    def __init__(self, url: str) -> None:
        self.address = urlsplit(url).netloc

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple:
        connection = http.client.HTTPConnection(self.address, timeout=30)
        with contextlib.closing(connection):
            sent = None if body is None else json.dumps(body)
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, sent, {"Content-Type": "application/json", **names})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def call(self, name: str, **body: object) -> object:
        status, _, text = self.ask("POST", f"{API}/{name}", body)
        demand(status == 200, f"{name}: {status} {text[:300]!r}")
        return json.loads(text)["body"]

    def is_well(self, path: str) -> bool:
        try:
            return self.ask("GET", path)[0] == 200
        except (OSError, http.client.HTTPException):
            return False


class Stream:
    """The live stream of a session; its events are read beside the rest."""

    def __init__(self, gateway: Server, session: str) -> None:
        self.events: Queue = Queue(10_000)
        self.connection = http.client.HTTPConnection(gateway.address, timeout=60)
        self.connection.request("GET", "/push/v1/stream", headers={"Authorization": f"Bearer {session}"})
        self.answer = self.connection.getresponse()
        demand(self.answer.status == 200, f"the stream answers {self.answer.status}")
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        kind, data = "", []
        with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            for raw in self.answer:
                line = raw.decode().rstrip("\r\n")
                name, _, value = line.partition(":")
                if name == "event":
                    kind = value.strip()
                elif name == "data":
                    data.append(value.strip())
                elif not line and data:
                    self.events.put((kind, json.loads("".join(data))))
                    kind, data = "", []

    def wait(self, is_right, patience: float) -> dict:
        end = time.monotonic() + patience
        received = []
        while (left := end - time.monotonic()) > 0:
            with contextlib.suppress(Empty):
                kind, data = self.events.get(timeout=left)
                if is_right(kind, data):
                    return data
                received.append(kind)
        raise Failed(f"the stream sent no such event within {patience:.0f} s; received {received}")


def eventually(what: str, patience: float, holds) -> None:
    """Checks twice a second, since there is no event to wait for."""
    end = time.monotonic() + patience
    while not holds():
        demand(time.monotonic() < end, f"{what}: not within {patience:.0f} s")
        time.sleep(0.5)


def say(text: str) -> None:
    print(f"proof: {text}", flush=True)


def has_ended(compose: Compose, job: str) -> bool:
    state = compose.inspect(job)["State"]
    demand(state["Running"] or state["ExitCode"] == 0, f"the job {job} ended with {state['ExitCode']}:\n{compose.log(job)}")
    return not state["Running"] and state["Status"] == "exited"


def starts(compose: Compose, gateway: Server, args: argparse.Namespace) -> None:
    began = time.monotonic()
    left_out = set(args.without.split(","))
    up = ["up", "-d", *(() if args.build else ("--no-build",))]
    steps = [[each for each in step if each not in left_out] for step in STEPS]
    if not args.stepwise:
        compose.run(*up, *(each for step in steps for each in step))
    for step in filter(None, steps if args.stepwise else []):
        compose.run(*up, "--no-deps", *step)
        for job in set(step) & set(JOBS):
            eventually(f"the job {job} ends", args.patience, lambda job=job: has_ended(compose, job))
    eventually("all services answer at /readyz", args.patience, lambda: gateway.is_well("/readyz"))
    say(f"all services answer, {time.monotonic() - began:.0f} s after the start")
    for job in JOBS:
        demand(has_ended(compose, job), f"the job {job} still runs")
    # The demo prints it when the past days are there.
    eventually("the demo is there", args.patience, lambda: "\nready" in compose.log("demo"))
    say(f"the demo is there, {time.monotonic() - began:.0f} s after the start")


def confined(compose: Compose) -> None:
    """No root, no rights, nothing to write to, no shell."""
    for service in [*SERVICES, *STAND_INS]:
        state = compose.inspect(service)
        host, user = state["HostConfig"], state["Config"]["User"]
        demand(user == "65532:65532", f"{service} runs as {user!r}")
        demand(host["ReadonlyRootfs"], f"{service} may write to its image")
        demand(not host["Privileged"] and not state.get("EffectiveCaps"), f"{service} has capabilities")
        demand(any("no-new-privileges" in each for each in host["SecurityOpt"]), f"{service} may gain privileges")
    for shell in ("sh", "/bin/sh", "/bin/bash", "/busybox/sh"):
        demand(compose.inside("gateway", shell, "-c", "exit 0").returncode != 0, f"the image has {shell}")
    for service in SERVICES:
        url = f"http://127.0.0.1:{os.environ.get('SAFFRON_PORT', '8080')}/readyz" if service == "gateway" else "grpc://127.0.0.1:8090"
        asked = compose.inside(service, "/usr/local/bin/saffron", "health", url)
        demand(asked.returncode == 0, f"the health check of {service}: {asked.stderr}")
    say(f"{len(SERVICES) + len(STAND_INS)} containers: uid 65532, no capability, root file system read-only, no shell; health checks answer")


def web_app(gateway: Server) -> None:
    status, headers, page = gateway.ask("GET", "/", Accept_Encoding="identity")
    demand(status == 200 and b"<title>" in page, f"the web app: {status}")
    asset = page.decode().split('src="/assets/')[1].split('"')[0]
    _, headers, _ = gateway.ask("GET", f"/assets/{asset}", Accept_Encoding="br")
    demand(headers["Content-Encoding"] == "br", f"{asset} is not sent as it was compressed")
    say("the web app is there, compressed beforehand")


def ingest_and_stream(compose: Compose, gateway: Server) -> None:
    user = gateway.call("login", username=OWNER, password=PASSWORD, firebaseNotificationToken="")
    session = user["sessionGuid"]
    locations = gateway.call(f"get-restaurant-list/{session}")
    demand(len(locations) == 3, f"{OWNER} has {len(locations)} locations")
    say(f"{OWNER} signed in and has {len(locations)} locations")
    location = locations[0]
    day = {"sessionID": session, "posID": location["posID"], "startDate": location["businessDate"], "endDate": location["businessDate"]}
    before = sum(row["grossSales"] for row in gateway.call("get-daily-sales-labor", **day))
    stream = Stream(gateway, session)
    sold = compose.inside("demo", "/usr/local/bin/saffron-sandbox", "pos", "check", "--pos-id", location["posID"], "--home", "/var/lib/sandbox", "--gross", DOLLARS)
    demand(sold.returncode == 0, f"the till was refused: {sold.stderr}")
    word, check, gross = sold.stdout.split()
    demand((word, gross) == ("check", DOLLARS), sold.stdout)

    def counts_it(kind: str, data: dict) -> bool:
        """The day's total grew by the check; what the demo sells besides is far less."""
        if kind != "report.changed" or data["posID"] != location["posID"] or data["businessDate"] != location["businessDate"]:
            return False
        return before + float(DOLLARS) <= data["totals"]["grossSales"] + 0.001 < before + 2 * float(DOLLARS)

    event = stream.wait(counts_it, 30)
    found = gateway.call("get-inside-sales", **day, limit=20, search=DOLLARS)["checkReportList"]
    demand(any(each["posCheckID"] == check for each in found), f"the reports do not know the check {check}")
    rows = gateway.call("get-daily-sales-labor", **day)
    demand(rows[0]["grossSales"] >= event["totals"]["grossSales"], f"the report says {rows[0]['grossSales']}, the stream {event['totals']['grossSales']}")
    say(f"a check of ${DOLLARS} was taken, the live stream sent the day's new total, and the reports agree")
    stream.connection.close()


def outside_world(gateway: Server) -> None:
    mails = Server("http://localhost:8106")
    taken = lambda: json.loads(mails.ask("GET", "/sandbox/v1/mails?limit=1")[2])["taken"]
    before = taken()
    gateway.call("forgot-password", email=OWNER)
    eventually("the mail with a new password's link is caught", 60, lambda: taken() > before)
    session = gateway.call("login", username=OWNER, password=PASSWORD, firebaseNotificationToken="")["sessionGuid"]
    location = gateway.call(f"get-restaurant-list/{session}")[0]["posID"]

    def has_payments() -> bool:
        status, _, text = gateway.ask("GET", f"/payments/v1/payment_intents?limit=5&posID={location}", Authorization=f"Bearer {session}")
        return status == 200 and len(json.loads(text)["data"]) == 5

    eventually("card payments are mirrored", 120, has_payments)
    say("a mail was caught, card payments are mirrored")


def backs_up(compose: Compose) -> str:
    """Everything while it runs; the folder of the backup."""
    done = compose.run("run", "--rm", "-T", "--no-deps", "backup", quiet=True)
    printed = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    for part in [*SERVICES[:-1], "POS", "EVENTS", "DLQ", "pictures", "files"]:
        demand(part in printed, f"the backup has no {part}:\n{done.stdout}")
    demand(printed.get("backup", "").startswith("/backups/"), f"the backup says no folder:\n{done.stdout}")
    used = compose.run("run", "--rm", "-T", "--no-deps", "backup", "restore", printed["backup"], check=False, quiet=True)
    demand(used.returncode != 0, "a restore went over services that run")
    say(f"{printed['backup']} was made while everything ran, and is not restored while it does")
    return printed["backup"]


def restores(compose: Compose, folder: str) -> None:
    """The last that is tried: everything else has ended."""
    compose.run("stop", *STAND_INS, *SERVICES, quiet=True)
    compose.run("run", "--rm", "-T", "--no-deps", "backup", "restore", folder, quiet=True)
    say("it is restored when nothing runs")


def ends(compose: Compose) -> None:
    """SIGTERM is answered: what is in hand is finished, and the process ends by itself."""
    for service in ("gateway", "reports"):
        began = time.monotonic()
        subprocess.run([compose.engine, "stop", "-t", "15", compose.container(service)], capture_output=True, check=True)
        state = compose.inspect(service)["State"]
        demand(state["ExitCode"] == 0, f"{service} ended with {state['ExitCode']}")
        demand(time.monotonic() - began < 14, f"{service} did not end by itself")
    say("gateway and reports ended at SIGTERM")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compose", default="docker compose", help="the command that reads compose files")
    parser.add_argument("--engine", default="docker", help="the engine's own command")
    parser.add_argument("--without", default="", help="services that are not started, separated by commas")
    parser.add_argument("--stepwise", action="store_true", help="wait for jobs here, since the engine does not (podman before 4.6)")
    parser.add_argument("--no-build", dest="build", action="store_false", help="take the images as they are")
    parser.add_argument("--keep", action="store_true", help="leave it running")
    parser.add_argument("--patience", type=float, default=900, help="seconds that a start may take (900)")
    args = parser.parse_args()
    os.environ.setdefault("SAFFRON_DEMO_DAYS", "10")
    gateway = Server(f"http://localhost:{os.environ.get('SAFFRON_PORT', '8080')}")
    compose = Compose(args.compose, args.engine)
    try:
        starts(compose, gateway, args)
        confined(compose)
        web_app(gateway)
        ingest_and_stream(compose, gateway)
        outside_world(gateway)
        backup = backs_up(compose)
        if not args.keep:
            ends(compose)
            restores(compose, backup)
        say("everything that was tried works")
    except Failed as failed:
        say(f"FAILED: {failed}")
        return 1
    finally:
        if not args.keep:
            compose.run("down", "--volumes", check=False, quiet=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
