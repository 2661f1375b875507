"""The users of analysts may read EVENTS, and are refused everything else, by an error each time. Answers come to them alone."""

import contextlib
import json
import unittest

from nats.js.errors import APIError, NotFoundError
from world import REPO, Peer, Till, as_user, fresh_location_consumer

TABLE = json.loads((REPO / "deploy/services.json").read_text())["services"]
SERVICES = ("gateway", "ops", *(service["name"] for service in TABLE))
CONSUMERS = tuple(name for service in TABLE for name in service["consumers"]["EVENTS"])
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
        "$JS.API.ACCOUNT.PURGE.SAFFRON",
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
        pos_id = self.till.pos_id
        subjects = [*refused_to_both(pos_id), *of_a_consumer("EVENTS", "location", pos_id)]
        for name in OWN:
            own = of_a_consumer("EVENTS", name, pos_id)
            may = {f"$JS.API.CONSUMER.{verb}.EVENTS.{name}" for verb in ("INFO", "RESET", "MSG.NEXT")}
            may |= {subject for subject in own if subject.startswith((f"$JS.ACK.EVENTS.{name}.", f"$JS.ACK._.any.EVENTS.{name}."))}
            self.assertLess(may, {*own})
            subjects += [subject for subject in own if subject not in may]
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
        fresh_location_consumer(self.till.pos_id)

        async def read(peer):
            pull = await peer.js.pull_subscribe_bind("location", "EVENTS")
            return [message.subject for message in await pull.fetch(100, timeout=5)]

        subjects = as_user("location", read)
        self.assertEqual({subject.split(".")[2] for subject in subjects}, {self.till.pos_id})
        self.assertGreater(len(subjects), 1)

    def test_answers_stay_with_the_analyst(self) -> None:
        """A user that may ask names where the answer goes, and NATS does not check it."""
        mark = self.till.pos_id
        stored = {
            "EVENTS": f"saffron.v1.{mark}.auth.analysts_test", "POS": f"pos.v1.0.{mark}.analysts_test",
            "PUSH": f"push.v1.location.{mark}.analysts_test", "DLQ": f"dlq.v1.analysts-test.{mark}",
        }  # fmt: skip
        received_by = {f"heartbeat.v1.{mark}": "ops", f"_INBOX_ops.{mark}": "ops", f"_INBOX_analyst.{mark}": "analyst", f"_INBOX_location.{mark}": "location"}
        orders = [f"$JS.API.STREAM.{verb}.ANALYSTS_TEST" for verb in ("PURGE", "DELETE")]
        orders += [f"$JS.API.CONSUMER.{verb}.ANALYSTS_TEST.held" for verb in ("MSG.NEXT", "DELETE")]

        def questions(user: str) -> list[tuple[str, bytes]]:
            name = {"analyst": "analyst-parquet", "location": "location"}[user]
            next_, one = f"$JS.API.CONSUMER.MSG.NEXT.EVENTS.{name}", b'{"batch":1,"no_wait":true}'
            found = [(f"$JS.API.CONSUMER.INFO.EVENTS.{name}", b""), (next_, one), (f"$JS.ACK.EVENTS.{name}.1.1.1.1.0", b"+NXT " + one)]
            if user == "analyst":
                found += [("$JS.API.STREAM.INFO.EVENTS", b""), (f"$JS.API.CONSUMER.RESET.EVENTS.{name}", b'{"seq":1}')]
            # The answer is a status without a body: taken for an order, one without conditions.
            return [*found, (next_, b"{")]

        async def ask(peer, other) -> None:
            targets = [*stored.values(), *orders, *(subject for subject in received_by if not subject.startswith(f"_INBOX_{peer.user}."))]
            own = await peer.nc.subscribe(peer.nc.new_inbox())
            for subject, body in questions(peer.user):
                for target in targets:
                    await peer.nc.publish(subject, body, reply=target)
                    await peer.nc.publish(subject, body, headers={"Nats-Trace-Dest": target})
                # The server answers in order.
                await peer.nc.publish(subject, body, reply=own.subject)
                await own.next_msg(timeout=5)
            peer.refusals.clear()
            await peer.nc.publish(subject, body, reply="$JS.ACK.ANALYSTS_TEST.held.1.1.1.1.0")
            self.assertIn("reply", await peer.refusal())
            await other.nc.flush()

        async def work(ops):
            received = []

            async def hear(message) -> None:
                received.append(message.subject)

            async def counts() -> dict:
                found = {}
                for stream, subject in stored.items():
                    info = await ops.js.stream_info(stream, subjects_filter=subject)
                    found[stream] = sum((info.state.subjects or {}).values())
                return found

            with contextlib.suppress(NotFoundError):
                await ops.js.delete_stream("ANALYSTS_TEST")
            await ops.js.add_stream(name="ANALYSTS_TEST", subjects=["analysts-test"], storage="memory")
            try:
                await ops.js.publish("analysts-test", b"{}")
                await ops.js.add_consumer("ANALYSTS_TEST", name="held", durable_name="held", ack_policy="explicit")
                async with Peer("analyst") as analyst, Peer("location") as location:
                    peers = {"ops": ops, "analyst": analyst, "location": location}
                    for subject, user in received_by.items():
                        await peers[user].nc.subscribe(subject, cb=hear)
                        await peers[user].nc.flush()
                    await ask(analyst, location)
                    await ask(location, analyst)
                    await ops.nc.flush()
                    self.assertEqual(await counts(), dict.fromkeys(stored, 0))
                    self.assertEqual(received, [])
                    self.assertEqual((await ops.js.stream_info("ANALYSTS_TEST")).state.messages, 1)
                    held = await ops.js.consumer_info("ANALYSTS_TEST", "held")
                    self.assertEqual((held.delivered.consumer_seq, held.num_ack_pending), (0, 0))
                    # Else the test looks at the wrong thing.
                    places = {stream: (await ops.js.publish(subject, b"{}")).seq for stream, subject in stored.items()}
                    self.assertEqual(await counts(), dict.fromkeys(stored, 1))
                    for stream, place in places.items():
                        await ops.js.delete_msg(stream, place)
                    await ops.nc.publish(f"heartbeat.v1.{mark}", b"{}")
                    await ops.nc.request("$JS.API.STREAM.PURGE.ANALYSTS_TEST", b"", timeout=5)
                    self.assertEqual((await ops.js.stream_info("ANALYSTS_TEST")).state.messages, 0)
                    self.assertEqual(received, [f"heartbeat.v1.{mark}"])
            finally:
                with contextlib.suppress(NotFoundError):
                    await ops.js.delete_stream("ANALYSTS_TEST")

        as_user("ops", work)

    def test_a_message_in_another_s_hand_stays_there(self) -> None:
        """What a service has in hand is acknowledged by no other: else it would be lost."""

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
            state = (await peer.js.stream_info("EVENTS")).state
            answer = await peer.nc.request("$JS.API.CONSUMER.RESET.EVENTS.analyst-parquet", b'{"seq":1}', timeout=5)
            self.assertNotIn("error", json.loads(answer.data))
            pull = await peer.js.pull_subscribe_bind("analyst-parquet", "EVENTS")
            for message in await pull.fetch(1, timeout=5):
                await message.ack_sync(timeout=5)
            info = await peer.js.consumer_info("EVENTS", "analyst-parquet")
            self.assertEqual((info.num_ack_pending, info.ack_floor.stream_seq), (0, state.first_seq))
            # Thousands of answers to one question.
            wanted = min(state.messages - 1, 3000)
            messages = await pull.fetch(wanted, timeout=30)
            self.assertEqual(len({message.metadata.sequence.stream for message in messages}), wanted)
            for message in messages:
                await message.ack()
            self.assertEqual(peer.refusals, [])

        async def waits(peer):
            await peer.nc.request("$JS.API.CONSUMER.RESET.EVENTS.analyst-spare", json.dumps({"seq": 2**40}).encode(), timeout=5)
            inbox = await peer.nc.subscribe(peer.nc.new_inbox())
            question = {"batch": 1, "expires": 20_000_000_000, "idle_heartbeat": 500_000_000}
            await peer.nc.publish("$JS.API.CONSUMER.MSG.NEXT.EVENTS.analyst-spare", json.dumps(question).encode(), reply=inbox.subject)
            said = [(await inbox.next_msg(timeout=5)).headers["Status"] for _ in range(3)]
            self.assertEqual(said, ["100", "100", "100"], "signs of life, while nothing comes")
            question = {"batch": 1, "expires": 90_000_000_000}
            answer = await peer.nc.request("$JS.API.CONSUMER.MSG.NEXT.EVENTS.analyst-spare", json.dumps(question).encode(), timeout=5)
            self.assertEqual(answer.headers["Status"], "409", "longer than the server knows the way back")

        async def location(peer):
            with self.assertRaises((APIError, TimeoutError)):
                await peer.js.delete_consumer("EVENTS", "location")
            self.assertTrue(peer.refusals)
            peer.refusals.clear()
            await peer.js.consumer_info("EVENTS", "location")
            self.assertEqual(peer.refusals, [])

        as_user("analyst", analyst)
        as_user("analyst", waits)
        as_user("location", location)
