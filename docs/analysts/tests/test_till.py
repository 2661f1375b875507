"""The example till of docs/tills, against a started system: what it sends counts once, and what is refused is kept."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

from world import BASE_URL, REPO, Till, eventually, main_api, session

OWNER = "owner@saffron.example"
DAY = "2026-07-18"


def check(till: Till, check_id: str, amount: float, **more: object) -> str:
    """A line of the till's file."""
    data = {
        "posID": till.pos_id, "posCheckID": check_id, "revision": 1, "closeTime": f"{DAY}T12:59:30", "covers": 2,
        "items": [{"posItemID": "soup", "name": "Soup", "amount": amount}], "payments": [{"type": "Cash", "amount": amount}], **more,
    }  # fmt: skip
    return json.dumps({"type": "check.closed", "data": data}) + "\n"


class ExampleTill(unittest.TestCase):
    def setUp(self) -> None:
        self.till = Till()
        self.guid = session(OWNER)
        main_api("link-restaurant", {"sessionID": self.guid, "posID": self.till.pos_id, "linkCode": self.till.link_code})
        self.addCleanup(main_api, "unlink-restaurant", {"sessionID": self.guid, "posID": self.till.pos_id})

    def send(self, file: Path, url: str = BASE_URL) -> str:
        env = {**os.environ, "SAFFRON_INGEST_KEY": self.till.key}
        command = [sys.executable, str(REPO / "docs/tills/till.py"), url, str(file)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=180, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def figures(self) -> tuple[Decimal, Decimal, Decimal]:
        span = {"sessionID": self.guid, "posID": self.till.pos_id, "startDate": DAY, "endDate": DAY}
        rows = main_api("get-daily-sales-labor", span)
        return tuple(Decimal(rows[0].get(name, 0)) for name in ("netSales", "grossGratuity", "outOfBalance")) if rows else ()

    def expect(self, *figures: str) -> None:
        wanted = tuple(Decimal(figure) for figure in figures)
        self.assertTrue(eventually(lambda: self.figures() == wanted), self.figures())

    def test_facts_count_once_and_the_refused_are_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "facts.jsonl"
            gratuity = [{"name": "Party", "kind": "gratuity", "amount": 36}]
            party = check(self.till, "c1", 200, serviceCharges=gratuity, payments=[{"type": "Visa", "amount": 236, "tip": 10}], seat=4)
            file.write_text(party + check(self.till, "c2", 18.5) + check(self.till, "c3", 9, covers=-1) + check(self.till, "c4", 1.5))
            self.assertIn("data.seat", self.send(file))
            self.expect("220", "36", "0")
            refused = [json.loads(line) for line in Path(f"{file}.refused").read_text().splitlines()]
            self.assertEqual([(one["field"], json.loads(one["line"])["data"]["posCheckID"]) for one in refused], [("data.covers", "c3")])
            # From the beginning: the same lines are the same events.
            Path(f"{file}.sent").unlink()
            with file.open("a") as more:
                more.write(check(self.till, "c2", 20, revision=2))
            self.send(file)
            self.expect("221.5", "36", "0")
