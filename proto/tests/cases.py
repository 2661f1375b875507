"""Random requests to every call, and what no answer may be: a failure of ours, or other than the document says."""

import json
import os
import random
import sys
import time
from collections import Counter

import hypothesis
import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from world import BASE_URL, REPO, World, card_signature, text_signature

CHECKS = [status_code_conformance, content_type_conformance, response_headers_conformance, response_schema_conformance]
# The refusals of docs/api.md, which the document calls `default`.
REFUSALS = {400, 401, 403, 404, 405, 409, 413, 415, 429}
# These end sessions, or make the next tries wait: after all others.
LAST = [
    "endSession", "logout", "endOtherSessions", "changePassword", "confirmAddress", "confirmSignUp", "resetPassword", "forgotPassword",
    "signup", "login",
]
# How often a part that is busy is asked again, as its answer says.
PATIENCE = 5
# How often what was made up is replaced by what there is, and how often all of it.
TRUE, WHOLLY = 0.9, 0.5
# An event of a till that is taken.
EVENT = {
    "specversion": "1.0", "source": "api", "type": "check.closed",
    "data": {"revision": 1, "closeTime": "2026-07-18T12:00:00", "items": [{"posItemID": "i", "name": "Soup", "amount": 3}],
             "payments": [{"type": "Cash", "amount": 3}]},
}


def names(operation) -> str:
    return operation.definition.raw.get("operationId", operation.label)


class Cases:
    """One run."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.seed = world, seed
        self.statuses: Counter = Counter()
        self.done = self.waited = 0

    def fill(self, value: object, rng: random.Random, share: float) -> None:
        """Puts values that there are in the place of made up ones."""
        if isinstance(value, dict):
            for field in list(value):
                known = self.world.known(field, rng) if rng.random() < share else None
                if known is None:
                    self.fill(value[field], rng, share)
                else:
                    value[field] = known
        elif isinstance(value, list):
            for part in value:
                self.fill(part, rng, share)

    def prepare(self, case, rng: random.Random) -> None:
        """Gets a case beyond the first refusal, mostly."""
        world, name = self.world, names(case.operation)
        share = 1.0 if rng.random() < WHOLLY else TRUE
        if rng.random() < 0.03:
            return
        if name == "ingestEvents" and rng.random() < 0.7:
            case.body = self.event(case.body, rng)
        for part in (case.path_parameters, case.query, case.body):
            self.fill(part, rng, share)
        if isinstance(case.body, dict):
            for field in ("sessionID", "posID"):
                schema = json.dumps(case.operation.definition.raw)
                if field in case.body or (rng.random() < 0.5 and "/components/schemas/" in schema):
                    case.body[field] = world.known(field, rng)
            if name == "unlinkRestaurant" and rng.random() < 0.97:
                case.body["posID"] = world.spare
        if case.path_parameters and "sessionID" in case.path_parameters:
            case.path_parameters["sessionID"] = world.session
        keys = {"ingestEvents": world.ingest_key, "ingestChanges": world.ingest_key}
        key = keys.get(name, world.session)
        if name == "provisionLocation":
            key = os.environ.get("SAFFRON_PROVISIONING_KEY", "")
        if case.path.startswith(("/ingest", "/provision", "/payments", "/push", "/notification")):
            case.headers["Authorization"] = f"Bearer {key}"

    def event(self, made_up: object, rng: random.Random) -> object:
        """An event of a till of which something may be made up."""
        event = json.loads(json.dumps(EVENT))
        event["id"] = f"e-{rng.randrange(10**12)}"
        event["data"] |= {"posID": self.world.spare, "posCheckID": f"c-{rng.randrange(10**4)}"}
        if rng.random() < 0.7:
            place = rng.choice([event, event["data"], event["data"]["items"][0], event["data"]["payments"][0]])
            place[rng.choice(list(place))] = made_up
        return event

    def sign(self, case, sent: dict) -> None:
        """Signs what the providers would, over the very bytes that are sent."""
        name = names(case.operation)
        if name not in ("takeWebhook", "takeText", "takeTextStatus"):
            return
        request = requests.Request(**{key: value for key, value in sent.items() if key in ("method", "url", "headers", "data", "json")})
        body = self.world.http.prepare_request(request).body or b""
        body = body.encode() if isinstance(body, str) else body
        if name == "takeWebhook":
            sent["headers"]["Stripe-Signature"] = card_signature(body)
        elif sent.get("data") and isinstance(sent["data"], dict):
            sent["headers"]["X-Twilio-Signature"] = text_signature(f"{BASE_URL}{case.path}", sent["data"])

    def ask(self, case) -> requests.Response:
        sent = case.as_transport_kwargs(base_url=BASE_URL)
        sent.pop("cookies", None)
        self.sign(case, sent)
        for _ in range(PATIENCE):
            answer = self.world.http.request(**sent, timeout=60, stream=True, allow_redirects=False)
            pause = answer.headers.get("retry-after", "")
            if answer.status_code != 503 or not pause.isdigit() or case.path == "/readyz":
                break
            # Somebody else keeps the machine busy, or the request does: then it stays so.
            self.waited += 1
            time.sleep(int(pause))
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            # It has no end.
            answer._content = b""
            answer.close()
        return answer

    def wrong(self, case, answer: requests.Response) -> list[str]:
        """What is wrong with an answer."""
        found, status = [], answer.status_code
        documented = {int(code) for code in case.operation.definition.raw["responses"] if code.isdigit()}
        if status not in documented | REFUSALS:
            found.append(f"status {status} is not documented")
        if status == 429 and not answer.headers.get("retry-after", "").isdigit():
            found.append("429 without Retry-After")
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as group:
            found += [" ".join(f"{failure.title}: {failure.message}".split()) for failure in group.exceptions]
        if answer.headers.get("content-type", "").startswith("application/json"):
            body = answer.json()
            said = body.get("status", body.get("statuscode", status)) if isinstance(body, dict) else status
            if isinstance(said, int) and said != status:
                found.append(f"the envelope says {said}, HTTP {status}")
            if status < 300:
                self.world.learn(body)
        return found

    def run(self, operation, count: int) -> list[str]:
        """So many requests of one call; what was wrong, each kind once, with the request that showed it."""
        found: dict[str, str] = {}
        half = (count + 1) // 2
        right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        self.try_all(right, half, self.seed, found)
        try:
            wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
            self.try_all(wrong, half, self.seed, found)
        except (hypothesis.errors.Unsatisfiable, schemathesis.errors.SchemathesisError):
            # A call without anything to make up has no wrong requests.
            self.try_all(right, half, self.seed + 1, found)
        return [f"{what}\n      {how}" for what, how in found.items()]

    def try_all(self, cases, count: int, seed: int, found: dict[str, str]) -> None:
        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=count, deadline=None, database=None, phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck), derandomize=False,
        )
        @hypothesis.given(case=cases, dice=st.integers(0, 2**32 - 1))
        def one(case, dice: int) -> None:
            self.prepare(case, random.Random(dice))
            answer = self.ask(case)
            self.done += 1
            self.statuses[answer.status_code] += 1
            for what in self.wrong(case, answer):
                found.setdefault(what[:300], f"{answer.status_code} {answer.text[:300]!r} to {case.as_curl_command()[:600]}")

        one()


def document() -> dict:
    """The document without what proves a call: made up proofs get nowhere, and `prepare` puts in true ones."""
    read = json.loads((REPO / "proto/openapi.json").read_text())
    for path in read["paths"].values():
        for call in path.values():
            call.pop("security", None)
    return read


def main() -> int:
    count, seed = int(os.environ.get("SAFFRON_TEST_ROUNDS", "1000")), int(os.environ.get("SAFFRON_TEST_SEED", "0"))
    operations = [result.ok() for result in schemathesis.openapi.from_dict(document()).get_all_operations()]
    operations = [one for one in operations if not sys.argv[1:] or names(one) in sys.argv[1:]]
    operations.sort(key=lambda one: (LAST.index(names(one)) + 1 if names(one) in LAST else 0, names(one)))
    world = World()
    cases, failed, begun = Cases(world, seed), 0, time.monotonic()
    for operation in operations:
        before, at = cases.done, time.monotonic()
        world.revive()
        wrong = cases.run(operation, -(-count // len(operations)))
        failed += bool(wrong)
        for what in wrong:
            print(f"    {what}")
        print(f"{names(operation)} ({cases.done - before} requests, {time.monotonic() - at:.1f} s) ... {'FAIL' if wrong else 'ok'}", flush=True)
    statuses = ", ".join(f"{status}: {number}" for status, number in sorted(cases.statuses.items()))
    print(f"{cases.done} requests to {len(operations)} calls from seed {seed} in {time.monotonic() - begun:.0f} s; answers {statuses}; asked again {cases.waited}")
    if cases.done < count:
        print(f"that is fewer than the {count} that were asked for")
    return 1 if failed or not operations or cases.done < count else 0


if __name__ == "__main__":
    sys.exit(main())
