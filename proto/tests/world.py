"""The started system as the cases see it: who is signed in, and which ids there really are."""

import base64
import hashlib
import hmac
import io
import os
import random
import struct
import time
import zlib
from pathlib import Path

import requests

REPO = Path(__file__).resolve().parents[2]

BASE_URL = os.environ.get("SAFFRON_BASE_URL", "http://localhost:8080")
MAIN_API = "/api-restaurant-pos/restaurantpro/"
PERSON = {"username": "owner@saffron.example", "password": "saffron-demo"}
# Sessions that may be ended by the calls that end them.
SESSIONS = 12
# Values of a kind that are remembered.
MOST = 40

# What a field takes whose values answers give under another name.
SAME_AS = {
    "cursor": ["nextCursor"],
    "starting_after": ["id"],
    "ending_before": ["id"],
    "promoCode": ["promoCode"],
    "emails": ["email"],
    "phone": ["cellPhoneNumber", "phone"],
    "name": ["imageUrl"],
    "imageUrl": ["imageUrl"],
}
# What answers are remembered of.
KINDS = {
    "posID", "posItemID", "posCheckID", "posCustomerID", "posCommunicationID", "campaignID", "deviceID", "handle", "id",
    "nextCursor", "promoCode", "email", "cellPhoneNumber", "phone", "firstName", "imageUrl", "kind", "businessDate", "version",
    "name", "website", "price",
}
# Lists by which the ids are known before the first case.
FIRST = [
    ("get-customers-list", {"limit": 20}), ("get-items-list", {"limit": 20}), ("get-communications", {"limit": 20}),
    ("get-promotions", {"limit": 20}), ("get-campaigns", {"limit": 20}), ("get-sessions", {}), ("get-devices", {}),
    ("get-item-edits", {"limit": 20}), ("get-inside-sales", {"limit": 20, "startDate": "2026-01-01", "endDate": "2030-01-01"}),
]


class World:
    """What is known by now."""

    def __init__(self) -> None:
        self.http = requests.Session()
        self.http.trust_env = False
        self.values: dict[str, list] = {}
        self.sessions = [self.sign_in() for _ in range(SESSIONS)]
        self.session = self.sessions.pop()
        self.learn(self.main_api(f"get-restaurant-list/{self.session}", {}))
        self.places = [value for value in self.values.get("posID", [])]
        self.spare, self.ingest_key = self.spare_location()
        for place in self.places:
            for name, body in FIRST:
                self.learn(self.main_api(name, {"sessionID": self.session, "posID": place, **body}, check=False))
            for path in ("payment_intents", "payouts"):
                bearer = {"authorization": f"Bearer {self.session}"}
                url = f"{BASE_URL}/payments/v1/{path}"
                self.learn(self.http.get(url, params={"posID": place}, headers=bearer, timeout=30).json())
        self.days = sorted({value for value in self.values.get("businessDate", []) if isinstance(value, str)})[-MOST:]

    def main_api(self, name: str, body: dict, check: bool = True) -> object:
        answer = self.http.post(f"{BASE_URL}{MAIN_API}{name}", json=body, timeout=30)
        if check and answer.status_code != 200:
            raise AssertionError(f"{name}: {answer.status_code} {answer.text}")
        return answer.json()["body"]

    def sign_in(self) -> str:
        return self.main_api("login", PERSON)["sessionGuid"]

    def spare_location(self) -> tuple[str, str]:
        """A location of the person's own that may be unlinked, and the key of its till."""
        name = f"api-{random.SystemRandom().randrange(10**9)}"
        bearer = {"authorization": f"Bearer {os.environ.get('SAFFRON_PROVISIONING_KEY', '')}"}
        body = {"posID": name, "name": "Spare", "timeZone": "America/New_York"}
        answer = self.http.post(f"{BASE_URL}/provision/v1/locations", json=body, headers=bearer, timeout=30)
        if answer.status_code != 200:
            raise AssertionError(f"no location of our own: {answer.status_code} {answer.text}")
        given = answer.json()["body"]
        self.main_api("link-restaurant", {"sessionID": self.session, "posID": name, "linkCode": given["linkCode"]})
        return name, given["ingestKey"]

    def revive(self) -> None:
        """Takes another session if this one was ended."""
        body = {"sessionID": self.session}
        answer = self.http.post(f"{BASE_URL}{MAIN_API}get-profile", json=body, timeout=30)
        if answer.status_code == 401 and self.sessions:
            self.session = self.sessions.pop()
            self.revive()

    def learn(self, value: object) -> None:
        """Remembers the ids in an answer."""
        if isinstance(value, list):
            for part in value[:50]:
                self.learn(part)
        elif isinstance(value, dict):
            for key, part in value.items():
                if key in KINDS and isinstance(part, (str, int)) and not isinstance(part, bool):
                    known = self.values.setdefault(key, [])
                    if part not in known:
                        known.append(part)
                        del known[:-MOST]
                else:
                    self.learn(part)

    def known(self, field: str, rng: random.Random) -> object | None:
        """A value that the field could have in truth."""
        made = MADE.get(field)
        if made:
            return made(self, rng)
        found = [value for kind in SAME_AS.get(field, [field]) for value in self.values.get(kind, [])]
        return rng.choice(found) if found else None


def day(world: World, rng: random.Random) -> str:
    return rng.choice(world.days) if world.days else "2026-07-18"


def picture(_: World, rng: random.Random) -> str:
    """A small PNG, sometimes damaged."""
    side = rng.choice([1, 7, 64])
    rows = b"".join(b"\0" + bytes(rng.randrange(256) for _ in range(3 * side)) for _ in range(side))
    png = io.BytesIO(b"")
    png.write(b"\x89PNG\r\n\x1a\n")
    for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
        png.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    text = png.getvalue()
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
    return base64.b64encode(text).decode()


def emails(world: World, rng: random.Random) -> list:
    known = world.values.get("email", [])
    return rng.sample(known, min(len(known), rng.randrange(1, 4))) if known else []


def recipients(world: World, rng: random.Random) -> list:
    known = world.values.get("cellPhoneNumber", [])
    chosen = rng.sample(known, min(len(known), rng.randrange(1, 4))) if known else []
    return [{"phone": phone, "firstName": "Ana"} for phone in chosen]


def items(world: World, rng: random.Random) -> list:
    known, places = world.values.get("posItemID", []), world.places
    chosen = rng.sample(known, min(len(known), rng.randrange(1, 4))) if known else []
    return [
        {"posID": rng.choice(places), "posItemID": item, "imageUrl": world.known("imageUrl", rng) or "", "name": "Soup",
         "originalPrice": 9.5, "price": 8}
        for item in chosen
    ]


# Fields whose true values are made rather than learnt.
MADE = {
    "sessionID": lambda world, rng: world.session,
    "posID": lambda world, rng: rng.choice(world.places),
    "startDate": day,
    "endDate": day,
    "image": picture,
    "emails": emails,
    "recipients": recipients,
    "items": items,
    "limit": lambda world, rng: rng.choice([1, 3, 500]),
    "validUntil": lambda world, rng: "2031-01-01T00:00:00",
    "validFrom": lambda world, rng: "2026-01-01T00:00:00",
    "idempotencyKey": lambda world, rng: f"key-{rng.randrange(10**12)}",
    "rewardPercent": lambda world, rng: rng.choice([0, 2.5, 100]),
    "created[gt]": lambda world, rng: int(time.time()) - 86400 * rng.randrange(30),
    "created[lte]": lambda world, rng: int(time.time()),
}


def card_signature(body: bytes) -> str:
    """As the card provider signs a webhook now."""
    secret = os.environ.get("SAFFRON_PAYMENTS_WEBHOOK_SECRETS", "").split(",")[0]
    now = str(int(time.time()))
    code = hmac.new(secret.encode(), now.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={now},v1={code}"


def text_signature(url: str, form: dict) -> str:
    """As the SMS provider signs what it posts."""
    token = os.environ.get("SAFFRON_MARKETING_SMS_TOKEN", "")
    said = url + "".join(f"{key}{form[key]}" for key in sorted(form))
    return base64.b64encode(hmac.new(token.encode(), said.encode(), hashlib.sha1).digest()).decode()
