"""What deploy/nats/users.conf says, held against what the code publishes and reads. Needs no started system."""

import re
import sys
import unittest

from world import REPO, SCRIPTS

sys.path.insert(0, str(REPO / "deploy/nats"))
import location  # noqa: E402

CONF = (REPO / "deploy/nats/users.conf").read_text()
STREAMS = (REPO / "services/libs/kit/src/nats/streams.rs").read_text()
EVENTS = "\n".join(path.read_text() for path in [REPO / "services/libs/core/src/event.rs", *(REPO / "services/libs/core/src/event").glob("*.rs")])


def users() -> dict[str, tuple[set[str], set[str]]]:
    """What each may publish, and subscribe to."""
    found = {}
    plain = re.sub(r"^\s*#.*$", "", CONF, flags=re.MULTILINE)
    for user, body in re.findall(r"user: ([\w-]+), password: \$\w+\n(.*?)\n    \}", plain, re.DOTALL):
        publish, subscribe = re.search(r"publish: \{ allow: \[(.*?)\] \}.*subscribe: \{ allow: \[(.*?)\] \}", body, re.DOTALL).groups()
        found[user] = set(re.findall(r'"([^"]+)"', publish)), set(re.findall(r'"([^"]+)"', subscribe))
    return found


def services() -> set[str]:
    return {path.parent.parent.name for path in (REPO / "services").glob("*/src/lib.rs")} - {"saffron"}


class Users(unittest.TestCase):
    def test_one_user_a_service_and_nobody_else(self) -> None:
        self.assertEqual(set(users()), services() | {"analyst", "location", "ops"})
        self.assertEqual(len(re.findall(r"\buser:", CONF)), len(users()))

    def test_passwords_come_from_the_environment(self) -> None:
        for user, password in re.findall(r"user: ([\w-]+), password: (\S+)", CONF):
            self.assertEqual(password, f"$SAFFRON_NATS_{user.upper()}_PASSWORD")

    def test_nobody_hears_another_s_answers(self) -> None:
        for user, (_, subscribe) in users().items():
            self.assertEqual(subscribe - {"heartbeat.v1.>"}, {f"_INBOX_{user}.>"})

    def test_a_service_publishes_its_own_domain_alone(self) -> None:
        domains = set(re.findall(r'const DOMAIN: &\'static str = "(\w+)"', EVENTS))
        for user, (publish, _) in users().items():
            own = {subject for subject in publish if subject.startswith("saffron.")}
            self.assertEqual(own, {f"saffron.v1.*.{user}.*"} if user in services() - {"gateway"} else set())
            domains.discard(user)
        self.assertEqual(domains, set(), "nobody may publish these")

    def test_consumers_are_read_by_those_they_belong_to(self) -> None:
        declared = STREAMS[STREAMS.index("EVENT_CONSUMERS") : STREAMS.index("pub const IN_HAND")]
        of_events = {f"{name}-events" for name in re.findall(r'\(\s*"(\w+)",\s*&\[', declared)}
        of_facts = set(re.findall(r'"(\w+)"', STREAMS[STREAMS.index("FACT_CONSUMERS") : STREAMS.index("];", STREAMS.index("FACT_CONSUMERS"))]))
        read = {}
        for user, (publish, _) in users().items():
            read[user] = {subject.split(".")[-1] for subject in publish if subject.startswith("$JS.API.CONSUMER.MSG.NEXT.EVENTS.")}
            facts = any(subject.startswith("$JS.API.CONSUMER.MSG.NEXT.POS.") for subject in publish)
            self.assertEqual(facts, user in of_facts, user)
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
        for user in ("analyst", "location"):
            for subject in users()[user][0]:
                self.assertRegex(subject, rf"^\$JS\.(API\.STREAM\.INFO\.EVENTS$|API\.CONSUMER\.[A-Z.]+\.EVENTS\.{user}|ACK\.)")
        self.assertFalse([subject for subject in users()["location"][0] if "CREATE" in subject or "STREAM" in subject])

    def test_the_entry_of_a_further_user_is_as_the_one_that_is_there(self) -> None:
        self.assertIn(location.entry("location"), CONF)
        self.assertIn("$SAFFRON_NATS_ANALYST_HARBOR_GRILL_PASSWORD", location.entry("analyst-harbor-grill"))

    def test_what_is_installed_is_pinned(self) -> None:
        wanted = set((SCRIPTS / "requirements.in").read_text().split())
        pinned = (SCRIPTS / "requirements.txt").read_text()
        self.assertEqual(set(re.findall(r"^(\S+==\S+) \\$", pinned, re.MULTILINE)), wanted)
        self.assertNotIn("--find-links", pinned)
