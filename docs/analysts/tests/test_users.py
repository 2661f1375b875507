"""What deploy/nats/users.conf says, held against what the code publishes and reads. Needs no started system."""

import json
import re
import sys
import unittest

from world import REPO, SCRIPTS

sys.path.insert(0, str(REPO / "deploy/nats"))
import location  # noqa: E402

CONF = (REPO / "deploy/nats/users.conf").read_text()
STREAMS = (REPO / "services/libs/kit/src/nats/streams.rs").read_text()
PARTITIONS = int(re.search(r"const PARTITIONS: u8 = (\d+);", (REPO / "services/libs/core/src/id.rs").read_text()).group(1))
EVENTS = "\n".join(path.read_text() for path in [REPO / "services/libs/core/src/event.rs", *(REPO / "services/libs/core/src/event").glob("*.rs")])


PLAIN = re.sub(r"^\s*#.*\n", "", CONF, flags=re.MULTILINE)


def accounts(text: str = PLAIN) -> dict[str, str]:
    """What users.conf says of each account."""
    return dict(re.findall(r"^  (\w+) \{\n(.*?)^  \}\n", text, re.MULTILINE | re.DOTALL))


def users(text: str = PLAIN) -> dict[str, tuple[set[str], set[str]]]:
    """What each may publish, and subscribe to."""
    found = {}
    for user, body in re.findall(r"user: ([\w-]+), password: \$\w+\n(.*?)\n      \}", text, re.DOTALL):
        publish, subscribe = re.search(r"publish: \{ allow: \[(.*?)\] \}.*subscribe: \{ allow: \[(.*?)\] \}", body, re.DOTALL).groups()
        found[user] = set(re.findall(r'"([^"]+)"', publish)), set(re.findall(r'"([^"]+)"', subscribe))
    return found


def analysts() -> set[str]:
    """The two that are always there, and those that an operator adds with location.py."""
    return users().keys() - services() - {"ops"}


def services() -> set[str]:
    return {path.parent.parent.name for path in (REPO / "services").glob("*/src/lib.rs")} - {"saffron"}


class Users(unittest.TestCase):
    def test_one_user_a_service_and_nobody_else_in_the_account_of_the_streams(self) -> None:
        self.assertEqual(set(users(accounts()["SAFFRON"])), services() | {"ops"})
        self.assertEqual(len(re.findall(r"\buser:", PLAIN)), len(users()))
        self.assertEqual(re.findall(r"^(\w+)", PLAIN, re.MULTILINE), ["accounts"])
        self.assertEqual(re.findall(r"^  (\w+)", PLAIN, re.MULTILINE), list(accounts()))
        self.assertEqual(re.findall(r"jetstream: (\w+)", PLAIN), ["enabled"])
        self.assertIn("jetstream: enabled", accounts()["SAFFRON"])
        self.assertNotIn("imports", accounts()["SAFFRON"])

    def test_each_analyst_has_an_account_alone(self) -> None:
        self.assertLessEqual({"analyst", "location"}, analysts())
        self.assertEqual({user.upper().replace("-", "_") for user in analysts()}, accounts().keys() - {"SAFFRON"})
        for user in analysts():
            text = accounts()[user.upper().replace("-", "_")]
            self.assertEqual(set(users(text)), {user})
            self.assertNotIn("exports", text)
            services = re.findall(r'\{ service: \{ account: SAFFRON, subject: "([^"]+)" \} \}', text)
            self.assertEqual(len(services), text.count("account:"), "an import of another form")
            self.assertEqual(set(services), users()[user][0] | {"$JS.API.INFO"}, "what it may say, and what comes into SAFFRON, are the same")

    def test_a_further_analyst_is_as_location_is(self) -> None:
        for user in analysts() - {"analyst"}:
            self.assertIn(location.account(user), PLAIN)
        more = PLAIN.rstrip().removesuffix("}") + location.account("analyst-of-this-test") + "}\n"
        self.assertEqual(users(more).keys() - users().keys(), {"analyst-of-this-test"})
        self.assertIn("$SAFFRON_NATS_ANALYST_OF_THIS_TEST_PASSWORD", accounts(more)["ANALYST_OF_THIS_TEST"])
        for wrong in ("ops", "analyst", "payments", "payments-events", "analyst-Blue", "analyst_blue", "analyst-"):
            self.assertIsNone(location.USER.fullmatch(wrong), wrong)

    def test_what_saffron_gives_away_is_to_read_what_is_there(self) -> None:
        exports = re.findall(r'^      \{ (\w+): "([^"]+)"', accounts()["SAFFRON"].split("users:")[0], re.MULTILINE)
        self.assertEqual(exports, [
            ("service", "$JS.API.INFO"), ("service", "$JS.API.STREAM.INFO.EVENTS"), ("service", "$JS.API.CONSUMER.INFO.EVENTS.*"), ("service", "$JS.API.CONSUMER.RESET.EVENTS.*"),
            ("service", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.*"), ("service", "$JS.ACK.EVENTS.*.*.*.*.*.*"), ("service", "$JS.ACK.*.*.EVENTS.*.*.*.*.*.*.*"),
        ])  # fmt: skip

    def test_a_pull_ends_before_its_way_back_is_forgotten(self) -> None:
        (forgotten,) = {int(minutes) * 60 for minutes in re.findall(r'response_threshold: "(\d+)m"', PLAIN)}
        (longest,) = re.findall(r"max_expires: Duration::from_secs\((\d+)\)", STREAMS)
        self.assertLess(int(longest), forgotten)
        self.assertLess(location.LONGEST_PULL, forgotten)

    def test_passwords_come_from_the_environment(self) -> None:
        for user, password in re.findall(r"user: ([\w-]+), password: (\S+)", CONF):
            self.assertEqual(password, f"$SAFFRON_NATS_{user.upper().replace('-', '_')}_PASSWORD")

    def test_nobody_hears_another_s_answers(self) -> None:
        for user, (_, subscribe) in users().items():
            self.assertEqual(subscribe - {"heartbeat.v1.>"}, {f"_INBOX_{user}.>"})

    def test_a_service_publishes_its_own_domain_alone(self) -> None:
        domains = set(re.findall(r'const DOMAIN: &\'static str = "(\w+)"', EVENTS))
        for user, (publish, _) in users().items():
            own = {subject for subject in publish if subject.startswith("saffron.")}
            self.assertEqual(own, {f"saffron.v1.*.{user}.*"} if user in services() - {"gateway"} else set())
            domains.discard(user)
        self.assertEqual(domains, set(), "no user may publish these")

    def test_consumers_are_read_by_those_they_belong_to(self) -> None:
        table = json.loads((REPO / "deploy/services.json").read_text())["services"]
        of_events = {f"{each['name']}-events" for each in table if each["events"]}
        of_facts = {each["name"] for each in table if each["facts"]}
        read = {}
        for user, (publish, _) in users().items():
            read[user] = {subject.split(".")[-1] for subject in publish if subject.startswith("$JS.API.CONSUMER.MSG.NEXT.EVENTS.")}
            facts = {subject.split(".")[-1] for subject in publish if subject.startswith("$JS.API.CONSUMER.MSG.NEXT.POS.")}
            self.assertEqual(facts, {f"{user}-facts-{n:02}" for n in range(PARTITIONS)} if user in of_facts else set(), user)
        self.assertEqual(set().union(*(read[user] for user in services())), of_events)
        for user, names in read.items():
            self.assertTrue(all(name == user or name.startswith(f"{user}-") for name in names), (user, names))

    def test_acknowledgements_are_counted_token_by_token(self) -> None:
        for user, (publish, _) in users().items():
            for subject in publish:
                if subject.startswith("$JS.ACK"):
                    self.assertNotIn(">", subject)
                    tokens = subject.split(".")
                    self.assertIn((len(tokens), tokens[2] == "*"), {(9, False), (12, True)}, (user, subject))

    def test_an_analyst_publishes_to_jetstream_alone(self) -> None:
        for user in analysts():
            for subject in users()[user][0]:
                self.assertRegex(
                    subject, rf"^\$JS\.(API\.STREAM\.INFO\.EVENTS$|API\.CONSUMER\.(INFO|RESET|MSG\.NEXT)\.EVENTS\.{user}(-[a-z]+)?$|ACK\.[*.]*EVENTS\.{user}(-[a-z]+)?\.)"
                )
        for user in analysts() - {"analyst"}:
            self.assertFalse([subject for subject in users()[user][0] if "RESET" in subject or "STREAM" in subject])

    def test_the_analyst_s_consumers_are_those_that_are_made(self) -> None:
        declared = STREAMS[STREAMS.index("ANALYST_CONSUMERS") : STREAMS.index("];", STREAMS.index("ANALYST_CONSUMERS"))]
        read = {subject.split(".")[-1] for subject in users()["analyst"][0] if ".MSG.NEXT." in subject}
        self.assertEqual(read, set(re.findall(r'\(\s*"([\w-]+)"', declared)))

    def test_what_is_installed_is_pinned(self) -> None:
        wanted = set((SCRIPTS / "requirements.in").read_text().split())
        pinned = (SCRIPTS / "requirements.txt").read_text()
        self.assertEqual(set(re.findall(r"^(\S+==\S+) \\$", pinned, re.MULTILINE)), wanted)
        self.assertNotIn("--find-links", pinned)
