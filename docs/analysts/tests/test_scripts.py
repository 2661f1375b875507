"""Every script of docs/analysts.md does what the page says, on the started system."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
from world import LOCATION, SCRIPTS, Till, as_user, daily_report, eventually, fresh_location_consumer, main_api, script, session, started

sys.path.insert(0, str(SCRIPTS))
import land  # noqa: E402

ALL = ("--since", "2020-01-01", "--until-now")
CHECK = "saffron.reports.check_recorded.v1"


def replayed(*args: object) -> list[dict]:
    return [json.loads(line) for line in script("replay.py", *(args or ALL)).splitlines()]


def landed(folder: str) -> list[dict]:
    return [row for file in sorted(Path(folder).glob("events-*.parquet")) for row in pq.read_table(file).to_pylist()]


def consumer(name: str):
    async def info(ops):
        return next((each for each in await ops.js.consumers_info("EVENTS") if each.name == name), None)

    return as_user("ops", info)


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        """A location with a check, its correction, a check that is voided, and a refund."""
        cls.till = Till()
        cls.till.check("c1", "30.00")
        cls.till.check("c2", "12.34")

        def recorded() -> int:
            return sum(event["type"] == CHECK for event in cls.of_the_till())

        assert eventually(lambda: recorded() == 2), "the checks are not published"
        cls.till.check("c1", "20.10", revision=2)
        cls.till.check("c3", "-5.00", refundOf="c2")
        cls.till.check("c4", "99.00", voided=True)
        assert eventually(lambda: recorded() == 5), "the checks are not published"

    @classmethod
    def of_the_till(cls) -> list[dict]:
        return [event for event in replayed() if event.get("subject") == cls.till.pos_id]

    def test_each_tells_how_it_is_used_and_refuses_what_it_does_not_know(self) -> None:
        names = sorted(path.name for path in SCRIPTS.glob("*.py") if path.name != "saffron_events.py")
        self.assertEqual(len(names), 6)
        for name in names:
            self.assertIn("usage:", script(name, "--help"))
            self.assertIn("error:", script(name, "--nonsense", check=False))
        self.assertIn("no date", script("replay.py", "--since", "yesterday", check=False))
        self.assertIn("no number from 1", script("replay.py", "--since", "2026-01-01", "--count", "0", check=False))

    def test_live_prints_what_happens_from_now_on(self) -> None:
        kind = "saffron.auth.location_provisioned.v1"
        with started("live.py", "--type", kind, "--count", 1) as live:
            self.assertTrue(eventually(lambda: (there := consumer("analyst-live")) and there.num_waiting))
            self.assertIn("Another script reads", script("live.py", "--count", 1, check=False))
            till = Till()
            self.addCleanup(live.kill)
            out, error = live.communicate(timeout=20)
        self.assertEqual((live.returncode, error), (0, ""))
        self.assertEqual(len(out.splitlines()), 1)
        self.assertIn(kind, out)
        self.assertIn(till.pos_id, out)
        self.assertEqual(consumer("analyst-live").num_waiting, 0)

    def test_live_ends_in_order_at_sigterm(self) -> None:
        with started("live.py") as live:
            self.assertTrue(eventually(lambda: (there := consumer("analyst-live")) and there.num_waiting))
            live.send_signal(signal.SIGTERM)
            self.assertEqual(live.communicate(timeout=10)[1], "")
        self.assertEqual(live.returncode, 0)

    def test_replay_begins_at_the_moment_and_ends_now(self) -> None:
        everything = replayed()

        async def kept(analyst):
            return (await analyst.js.stream_info("EVENTS")).state.messages

        self.assertLessEqual(abs(as_user("analyst", kept) - len(everything)), 20, "today's checks come in meanwhile")
        times = [event["time"] for event in everything]
        middle = datetime.fromisoformat(sorted(times)[len(times) // 2]) + timedelta(minutes=1)
        later = replayed("--since", middle.isoformat(), "--until-now")
        self.assertLess(len(later), len(everything))
        # --since is when the stream took the event; it was written a little before.
        self.assertTrue(all(datetime.fromisoformat(event["time"]) > middle - timedelta(seconds=30) for event in later))
        self.assertEqual([event["id"] for event in replayed("--since", "2020-01-01", "--count", 7)], [event["id"] for event in everything[:7]])

    def test_replay_refuses_a_time_that_has_not_come(self) -> None:
        soon = datetime.now(UTC) + timedelta(hours=1)
        refused = script("replay.py", "--since", soon.isoformat(), "--until-now", check=False)
        self.assertIn("is later than now", refused)

    def test_one_location_prints_that_location_alone(self) -> None:
        expected = len(self.of_the_till())
        lines = script("one_location.py", "--pos-id", self.till.pos_id, "--until-now").splitlines()
        self.assertEqual(len(lines), expected)
        self.assertTrue(all(self.till.pos_id in line for line in lines))

    def test_the_analyst_of_one_location_reads_each_event_once(self) -> None:
        fresh_location_consumer(self.till.pos_id)
        expected = script("one_location.py", "--pos-id", self.till.pos_id, "--until-now").splitlines()

        def read(*args: object) -> list[str]:
            return script("one_location.py", "--consumer", "location", *args, user="location").splitlines()

        self.assertEqual(read("--count", 2), expected[:2])
        self.assertEqual(read("--until-now"), expected[2:])
        self.assertEqual(read("--until-now"), [])
        again = subprocess.run([sys.executable, LOCATION, self.till.pos_id], capture_output=True, text=True, check=True)
        self.assertIn("already", again.stdout)
        other = subprocess.run([sys.executable, LOCATION, "demo-pizza"], capture_output=True, text=True, check=False)
        self.assertNotEqual(other.returncode, 0)
        self.assertIn("remembers what was read", script("live.py", "--consumer", "analyst-parquet", check=False))
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("does not remember", script("land.py", folder, "--consumer", "analyst-spare", check=False))
        self.assertIn("permissions violation", script("one_location.py", "--pos-id", "demo-pizza", user="location", check=False))

    def test_newest_drops_repeats_and_what_was_corrected(self) -> None:
        mine = self.of_the_till()
        shuffled = [*mine, *mine]
        random.shuffle(shuffled)
        text = "".join(json.dumps(event) + "\n" for event in shuffled)
        kept = [json.loads(line) for line in script("newest.py", "--all", text=text).splitlines()]
        self.assertEqual(sorted(event["id"] for event in kept), sorted(event["id"] for event in mine))
        newest = [json.loads(line) for line in script("newest.py", text=text).splitlines()]
        checks = {event["data"]["posCheckID"]: event["data"]["grossSales"] for event in newest if event["type"] == CHECK}
        self.assertEqual(checks, {"c1": 20.10, "c2": 12.34, "c3": -5.00, "c4": 0})
        self.assertEqual(len(newest), len(mine) - 1, "of c1 the first version goes, and nothing else")

    def test_landed_events_survive_kills_and_are_landed_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.forget("analyst-parquet")
            kills = 0
            for _ in range(6):
                with started("land.py", folder, "--rows", 100, "--until-now") as land:
                    eventually(lambda count=len(list(Path(folder).iterdir())): len(list(Path(folder).iterdir())) > count + 1, 3)
                    time.sleep(random.random() * 0.05)
                    land.kill()
                    land.communicate()
                    kills += land.returncode == -signal.SIGKILL
            self.assertGreater(kills, 0, "every run came to its end before it was killed")
            script("land.py", folder, "--until-now")
            before = landed(folder)
            expected = [event["id"] for event in replayed()]
            ids = [row["id"] for row in before]
            self.assertEqual(len(ids), len(set(ids)), "landed twice")
            self.assertEqual(set(expected[: len(ids)]) - set(ids), set(), "lost")
            # A consumer that remembers nothing brings everything again.
            out = script("land.py", folder, "--until-now", "--from-start")
            self.assertLess(int(out.split()[0]), 20, "today's checks come in meanwhile")
            after = [row["id"] for row in landed(folder)]
            self.assertEqual(len(after), len(set(after)), "landed twice")
            self.assertEqual(set(ids) - set(after), set())
            self.assertEqual(list(Path(folder).glob(".draft")), [])
        with tempfile.TemporaryDirectory() as folder:
            script("land.py", folder, "--until-now")
            self.assertLess(len(landed(folder)), 20, "today's checks come in meanwhile")
            script("land.py", folder, "--until-now", "--from-start")
            self.assertGreaterEqual({row["id"] for row in landed(folder)}, set(ids))

    def test_nothing_is_acknowledged_before_its_file_is_there(self) -> None:
        self.forget("analyst-parquet")
        with tempfile.TemporaryDirectory() as folder:
            full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # noqa: E731
            command = [sys.executable, SCRIPTS / "land.py", folder, "--until-now"]
            done = subprocess.run(command, preexec_fn=full, capture_output=True, timeout=60, check=False)
            self.assertNotEqual(done.returncode, 0, "it could write")
            self.assertEqual(landed(folder), [])
            there = consumer("analyst-parquet")
            self.assertGreater(there.delivered.consumer_seq, 0)
            self.assertEqual(there.ack_floor.consumer_seq, 0)

    def forget(self, name: str) -> None:
        async def again(ops):
            answer = await ops.nc.request(f"$JS.API.CONSUMER.RESET.EVENTS.{name}", b'{"seq":1}', timeout=5)
            self.assertNotIn("error", json.loads(answer.data))

        as_user("ops", again)

    def test_one_writer_at_a_time(self) -> None:
        self.forget("analyst-parquet")
        with tempfile.TemporaryDirectory() as folder, started("land.py", folder) as land:
            self.assertTrue(eventually(lambda: (there := consumer("analyst-parquet")) and there.num_waiting))
            self.assertIn("Another land.py", script("land.py", folder, check=False))
            land.send_signal(signal.SIGTERM)
            self.assertIn("landed", land.communicate(timeout=20)[0])

    def sales(self, folder: str) -> dict:
        rows = [line.split(",") for line in script("sales.py", folder, "--csv").splitlines()]
        self.assertEqual(rows[0], ["pos_id", "business_date", "gross_sales", "net_sales", "gross_payment", "covers"])
        found = {(row[0], row[1]): tuple(Decimal(value) for value in row[2:]) for row in rows[1:]}
        return {key: figures for key, figures in found.items() if any(figures)}

    def test_sales_equal_the_report_of_the_app(self) -> None:
        owner = session("owner@saffron.example")
        main_api("link-restaurant", {"sessionID": owner, "posID": self.till.pos_id, "linkCode": self.till.link_code})
        self.addCleanup(main_api, "unlink-restaurant", {"sessionID": owner, "posID": self.till.pos_id})
        with tempfile.TemporaryDirectory() as folder:
            self.forget("analyst-parquet")
            expected = {}

            def equal() -> bool:
                nonlocal expected
                script("land.py", folder, "--until-now")
                sales = self.sales(folder)
                expected = daily_report(sales)
                # Other tests' locations belong to no owner.
                return {key: figures for key, figures in sales.items() if key in expected} == expected

            # Today's checks come in between the one and the other.
            self.assertTrue(eventually(equal, 90), self.difference(self.sales(folder), expected))
            self.assertGreater(len({pos_id for pos_id, _ in expected}), 4, "the demo's locations and this one")
            mine = {key: figures for key, figures in self.sales(folder).items() if key[0] == self.till.pos_id}
            self.assertEqual(mine, {(self.till.pos_id, "2026-07-18"): (Decimal("27.44"), Decimal("27.44"), Decimal("27.44"), 4)})

    def difference(self, landed_: dict, report: dict) -> str:
        return "\n".join(f"{key}: landed {landed_.get(key)}, the app {figures}" for key, figures in report.items() if landed_.get(key) != figures)

    def test_what_is_published_again_long_after_is_landed_once(self) -> None:
        def rows(*numbers: int, at: int) -> list[dict]:
            return [dict.fromkeys(land.SCHEMA.names) | {"id": f"{number:032x}", "place": at + number} for number in numbers]

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            landings = [rows(1, 2, 3, at=0), rows(4, 6, at=0), rows(5, 7, at=0), rows(2, 6, 8, 8, at=100), rows(2, 8, at=200)]
            self.assertEqual([land.land(folder, each) for each in landings], [3, 2, 2, 1, 0])
            self.assertEqual(sorted(row["id"] for row in landed(name)), [f"{number:032x}" for number in range(1, 9)])

    def test_the_analyst_of_one_location_lands_it_too(self) -> None:
        fresh_location_consumer(self.till.pos_id)
        with tempfile.TemporaryDirectory() as folder:
            script("land.py", folder, "--until-now", "--consumer", "location", user="location")
            self.assertEqual({row["pos_id"] for row in landed(folder)}, {self.till.pos_id})
            self.assertEqual(len(self.sales(folder)), 1)

    def test_a_wrong_password_and_no_address_are_said(self) -> None:
        for address, said in ((None, "is not set"), ("nats://analyst:wrong@127.0.0.1:1", "does not answer")):
            env = {name: value for name, value in os.environ.items() if name != "SAFFRON_ANALYST_NATS_URL"}
            env |= {"SAFFRON_ANALYST_NATS_URL": address} if address else {}
            done = subprocess.run([sys.executable, SCRIPTS / "live.py"], env=env, capture_output=True, text=True, timeout=60, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
