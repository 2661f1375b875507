"""The users of analysts may read EVENTS, and are refused everything else, by an error each time."""

import json
import unittest

from nats.js.errors import APIError
from world import Peer, Till, as_user, fresh_location_consumer

SERVICES = ("gateway", "auth", "reports", "inventory", "customers", "payments", "marketing", "notifications", "ops")
CONSUMERS = ("payments-events", "customers-events", "marketing-events", "notifications-events")
STREAMS = ("POS", "DLQ", "PUSH", "KV_any")
OWN = ("analyst-live", "analyst-replay", "analyst-parquet", "analyst-spare")


def of_a_consumer(stream: str, name: str, pos_id: str) -> list[str]:
    """Everything that can be asked of, or done to, a consumer."""
    return [
        f"$JS.API.CONSUMER.INFO.{stream}.{name}",
        f"$JS.API.CONSUMER.CREATE.{stream}.{name}",
        f"$JS.API.CONSUMER.CREATE.{stream}.{name}.saffron.v1.{pos_id}.>",
        f"$JS.API.CONSUMER.DURABLE.CREATE.{stream}.{name}",
        f"$JS.API.CONSUMER.DELETE.{stream}.{name}",
        f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{name}",
        f"$JS.API.CONSUMER.PAUSE.{stream}.{name}",
        f"$JS.API.CONSUMER.RESET.{stream}.{name}",
        f"$JS.API.CONSUMER.UNPIN.{stream}.{name}",
        f"$JS.API.CONSUMER.LEADER.STEPDOWN.{stream}.{name}",
        f"$JS.ACK.{stream}.{name}.1.1.1.1.0",
        f"$JS.ACK._.any.{stream}.{name}.1.1.1.1.0.any",
        # The one form, made to look like the other: the server would read stream and consumer in the third and fourth place.
        f"$JS.ACK.{stream}.{name}.EVENTS.1.1.1.0",
        f"$JS.ACK.{stream}.{name}.EVENTS.analyst-live.1.1.1",
        f"$JS.ACK.{stream}.{name}.EVENTS.location.1.1.1",
        f"$JS.FC.{stream}.{name}.any",
    ]


def of_a_stream(stream: str, pos_id: str) -> list[str]:
    """Everything that can be asked of, or done to, a stream."""
    verbs = ("CREATE", "UPDATE", "DELETE", "PURGE", "MSG.GET", "MSG.DELETE", "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN", "PEER.REMOVE")
    return [
        *(f"$JS.API.STREAM.{verb}.{stream}" for verb in verbs),
        f"$JS.API.DIRECT.GET.{stream}",
        f"$JS.API.DIRECT.GET.{stream}.saffron.v1.{pos_id}.reports.check_recorded",
        f"$JS.API.CONSUMER.NAMES.{stream}",
        f"$JS.API.CONSUMER.LIST.{stream}",
        f"$JS.API.CONSUMER.CREATE.{stream}",
    ]


def refused_to_both(pos_id: str) -> list[str]:
    """What neither user may publish."""
    return [
        f"pos.v1.0.{pos_id}.batch",
        f"saffron.v1.{pos_id}.reports.check_recorded",
        "saffron.v1._.auth.sessions_ended",
        f"push.v1.location.{pos_id}.report_changed",
        "push.v1.person.any.communication_added",
        "push.v1.gateway._.session_ended",
        f"dlq.v1.reports-facts-00.{pos_id}",
        "heartbeat.v1.reports",
        *(f"_INBOX_{service}.any" for service in SERVICES),
        "_INBOX.any",
        "$KV.any.key",
        "$SYS.REQ.SERVER.PING",
        "$JS.API.INFO",
        "$JS.API.STREAM.NAMES",
        "$JS.API.STREAM.LIST",
        "$JS.API.META.LEADER.STEPDOWN",
        "$JS.API.ACCOUNT.PURGE.$G",
        *(f"$JS.API.STREAM.INFO.{stream}" for stream in STREAMS),
        *(subject for stream in (*STREAMS, "EVENTS", "OTHER") for subject in of_a_stream(stream, pos_id)),
        *(subject for stream in STREAMS for subject in of_a_consumer(stream, "reports-facts-00", pos_id)),
        *(subject for stream in STREAMS for name in (*OWN, "location") for subject in of_a_consumer(stream, name, pos_id)),
        *(subject for name in (*CONSUMERS, "any") for subject in of_a_consumer("EVENTS", name, pos_id)),
    ]


SUBSCRIPTIONS = (
    ">", "*", "*.>", "pos.v1.>", "saffron.v1.>", "push.v1.>", "dlq.v1.>", "heartbeat.v1.>", "$JS.>", "$JS.API.>", "$JS.ACK.>", "$JS.EVENT.>",
    "$SYS.>", "$KV.>", "_INBOX.>", *(f"_INBOX_{service}.>" for service in SERVICES),
)  # fmt: skip


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.till = Till()
        fresh_location_consumer(cls.till.pos_id)

    def all_refused(self, user: str, subjects: list[str], subscriptions: list[str]) -> None:
        """Tries each by itself: the server says no to each before it answers the next ping."""

        async def state(ops):
            streams = {each.config.name: each.config for each in await ops.js.streams_info()}
            return streams, {each.name: each.config for each in await ops.js.consumers_info("EVENTS")}

        async def tries(peer):
            passed = []
            for subject in subjects:
                peer.refusals.clear()
                await peer.nc.publish(subject, b"{}")
                if f'publish to "{subject.lower()}"' not in await peer.refusal():
                    passed.append(f"publish {subject}")
            for subject in subscriptions:
                for queue in ("", "together"):
                    peer.refusals.clear()
                    await peer.nc.subscribe(subject, queue=queue)
                    if f'subscription to "{subject.lower()}"' not in await peer.refusal():
                        passed.append(f"subscribe {subject} {queue}")
            return passed

        before = as_user("ops", state)
        self.assertEqual(as_user(user, tries), [])
        self.assertEqual(as_user("ops", state), before)

    def test_the_analyst(self) -> None:
        subjects = [*refused_to_both(self.till.pos_id), *of_a_consumer("EVENTS", "location", self.till.pos_id)]
        self.all_refused("analyst", subjects, [*SUBSCRIPTIONS, "_INBOX_location.>"])

    def test_the_analyst_of_one_location(self) -> None:
        pos_id = self.till.pos_id
        subjects = [*refused_to_both(pos_id), "$JS.API.STREAM.INFO.EVENTS"]
        subjects += [subject for name in OWN for subject in of_a_consumer("EVENTS", name, pos_id)]
        own = of_a_consumer("EVENTS", "location", pos_id)
        may = {"$JS.API.CONSUMER.INFO.EVENTS.location", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.location"}
        # Its own messages, in either form, or what the server reads as such.
        may |= {subject for subject in own if subject.startswith(("$JS.ACK.EVENTS.location.", "$JS.ACK._.any.EVENTS.location."))}
        self.assertLess({*may}, {*own})
        subjects += [subject for subject in own if subject not in may]
        self.all_refused("location", subjects, [*SUBSCRIPTIONS, "_INBOX_analyst.>"])

    def test_what_the_one_location_brings_is_of_that_location(self) -> None:
        async def read(peer):
            pull = await peer.js.pull_subscribe_bind("location", "EVENTS")
            return [message.subject for message in await pull.fetch(100, timeout=5)]

        subjects = as_user("location", read)
        self.assertEqual({subject.split(".")[2] for subject in subjects}, {self.till.pos_id})
        self.assertGreater(len(subjects), 1)

    def test_an_allowed_subject_is_no_way_to_another_stream_or_consumer(self) -> None:
        """JetStream itself refuses a body that says otherwise than its subject."""

        async def tries(peer):
            answers = {}
            for name, body in {
                "another stream": {"stream_name": "POS", "config": {"name": "analyst-spare"}},
                "another's name": {"stream_name": "EVENTS", "config": {"name": "payments-events", "durable_name": "payments-events"}},
                "a name of its own and another durable": {"stream_name": "EVENTS", "config": {"name": "analyst-spare", "durable_name": "payments-events"}},
                "another durable": {"stream_name": "EVENTS", "config": {"durable_name": "payments-events"}},
            }.items():
                answer = await peer.nc.request("$JS.API.CONSUMER.CREATE.EVENTS.analyst-spare", json.dumps(body).encode(), timeout=5)
                answers[name] = json.loads(answer.data).get("error", {}).get("code")
            return answers

        async def configs(ops):
            return {each.name: each.config for each in await ops.js.consumers_info("EVENTS")}

        before = as_user("ops", configs)
        answers = as_user("analyst", tries)
        self.assertEqual(set(answers.values()), {400}, answers)
        self.assertEqual(as_user("ops", configs), before)

    def test_a_message_in_another_s_hand_stays_there(self) -> None:
        """What a service has in hand is acknowledged by nobody else: else it would be lost."""

        async def work(ops):
            async def in_hand():
                return (await ops.js.consumer_info("POS", "analysts-test")).num_ack_pending

            await ops.js.add_consumer("POS", name="analysts-test", ack_policy="explicit", inactive_threshold=60)
            try:
                pull = await ops.js.pull_subscribe_bind("analysts-test", "POS")
                message = (await pull.fetch(1, timeout=5))[0]
                tokens = message.reply.split(".")
                self.assertEqual(await in_hand(), 1)
                for user in ("analyst", "location"):
                    async with Peer(user) as peer:
                        for at in (4, 5):
                            for word in ("EVENTS", "location", "analyst-parquet"):
                                await peer.nc.publish(".".join([*tokens[:at], word, *tokens[at + 1 :]]), b"")
                        await peer.nc.publish(message.reply, b"")
                        await peer.nc.flush()
                self.assertEqual(await in_hand(), 1)
                await message.ack_sync(timeout=5)
                self.assertEqual(await in_hand(), 0, "the test looks at the wrong thing")
            finally:
                await ops.js.delete_consumer("POS", "analysts-test")

        as_user("ops", work)

    def test_what_they_may_works(self) -> None:
        """Else every refusal above could come from a wrong password."""

        async def analyst(peer):
            await peer.js.stream_info("EVENTS")
            here = f"saffron.v1.{self.till.pos_id}.>"
            await peer.js.add_consumer("EVENTS", name="analyst-spare", durable_name="analyst-spare", filter_subject=here)
            pull = await peer.js.pull_subscribe_bind("analyst-spare", "EVENTS")
            for message in await pull.fetch(1, timeout=5):
                await message.ack_sync(timeout=5)
            info = await peer.js.consumer_info("EVENTS", "analyst-spare")
            await peer.js.delete_consumer("EVENTS", "analyst-spare")
            self.assertEqual((info.num_ack_pending, info.ack_floor.consumer_seq), (0, 1))
            self.assertEqual(peer.refusals, [])

        async def location(peer):
            with self.assertRaises((APIError, TimeoutError)):
                await peer.js.delete_consumer("EVENTS", "location")
            self.assertTrue(peer.refusals)
            peer.refusals.clear()
            await peer.js.consumer_info("EVENTS", "location")
            self.assertEqual(peer.refusals, [])

        as_user("analyst", analyst)
        as_user("location", location)
