"""Connections to Postgres: what docs/kubernetes.md counts, counted again from the manifests and the code's pools."""

import re
import unittest

import manifests
from manifests import containers, named, of_kind, pod

OWNERS = [service for service in manifests.SERVICES if service != "gateway"]
# CloudNativePG's instance manager and its exporter; what Postgres keeps for superusers.
OPERATOR, SUPERUSERS = 10, 3


def pool_by(env: dict, service: str) -> int:
    """The pool of a service with these variables."""
    usual = manifests.number_in_code("services/libs/kit", r"_DATABASE_CONNECTIONS\"\), (\d+)\)")
    return int(env.get(f"SAFFRON_{service.upper()}_DATABASE_CONNECTIONS", usual))


def pool_of(overlay: str, service: str) -> int:
    env = {}
    (container,) = containers(named(overlay, "Deployment", service))
    for each in container.get("envFrom", []):
        env.update(named(overlay, "ConfigMap", each["configMapRef"]["name"])["data"])
    env.update({each["name"]: each.get("value") for each in container["env"]})
    return pool_by(env, service)


def room(pools: list) -> int:
    """What one server without a pooler has to take: every pool, two more of one service while it is rolled, and the migrations."""
    return sum(pools) + max(pools) * 2 + len(OWNERS) + SUPERUSERS


def replicas(overlay: str, service: str) -> int:
    """As many as there may be, with the one more of a roll-out."""
    deployment = named(overlay, "Deployment", service)
    scaled = [each for each in of_kind(overlay, "ScaledObject") if each["spec"]["scaleTargetRef"]["name"] == service]
    most = scaled[0]["spec"]["maxReplicaCount"] if scaled else deployment["spec"]["replicas"]
    return most + deployment["spec"]["strategy"]["rollingUpdate"]["maxSurge"]


def host_of(service: str) -> str:
    data = named("production", "ExternalSecret", f"saffron-{service}")["spec"]["target"]["template"]["data"]
    return re.search(r"@([a-z-]+):", data[f"SAFFRON_{service.upper()}_DATABASE_URL"]).group(1)


def production() -> dict:
    pooler = named("production", "Pooler", "saffron-pooler")["spec"]
    settings = {key: int(value) for key, value in pooler["pgbouncer"]["parameters"].items()}
    clients = {service: replicas("production", service) * pool_of("production", service) for service in OWNERS}
    pooled = [service for service in OWNERS if host_of(service) == "saffron-pooler"]
    most = pooler["instances"] + pooler["deploymentStrategy"]["rollingUpdate"]["maxSurge"]
    through = most * len(pooled) * settings["default_pool_size"]
    # CloudNativePG tells PgBouncer to look passwords up as a user of its own (auth_user, auth_dbname): a pool as any other.
    asking = most * settings["default_pool_size"]
    direct = sum(clients[service] for service in OWNERS if service not in pooled)
    limit = int(named("production", "Cluster", "saffron-postgres")["spec"]["postgresql"]["parameters"]["max_connections"])
    return {
        "pooler": pooler, "settings": settings, "clients": clients, "pooled": pooled, "through": through, "asking": asking, "direct": direct,
        "migrations": len(OWNERS), "all": through + asking + direct + len(OWNERS) + OPERATOR + SUPERUSERS, "limit": limit,
    }


class Connections(unittest.TestCase):
    def test_they_fit_into_postgres(self):
        counted = production()
        self.assertLessEqual(counted["all"], counted["limit"])

    def test_one_instance_of_the_pooler_takes_all_clients(self):
        """The others may be away: each connection is made again where there is room."""
        counted = production()
        clients = sum(counted["clients"][service] for service in counted["pooled"])
        self.assertLessEqual(clients, counted["settings"]["max_client_conn"])

    def test_a_pool_on_one_instance_of_the_pooler_lets_a_service_work(self):
        self.assertGreaterEqual(production()["settings"]["default_pool_size"], 8)

    def test_statements_that_are_kept_fit_into_the_pooler(self):
        # The default of sqlx, which is not changed.
        self.assertEqual(manifests.code(r"statement_cache_capacity"), [])
        self.assertGreater(production()["settings"]["max_prepared_statements"], 100)
        for service in OWNERS:
            kept = len(list((manifests.REPO / f"services/{service}/.sqlx").glob("*.json")))
            self.assertLess(kept, production()["settings"]["max_prepared_statements"])

    def test_the_local_postgres_has_room(self):
        (container,) = containers(named("local", "StatefulSet", "postgres"))
        (limit,) = [int(each.split("=")[1]) for each in container["args"] if each.startswith("max_connections=")]
        self.assertLessEqual(room([pool_of("local", service) for service in OWNERS]), limit)

    def test_what_a_connection_asks_for_is_there_behind_the_pooler(self):
        """PgBouncer drops the options that kit connects with: the server and the pooler have them instead."""
        pg = "services/libs/kit/src/pg"
        seconds = lambda name: manifests.number_in_code("services/libs/kit", rf"const {name}: Duration = Duration::from_secs\((\d+)\);")
        (options,) = re.findall(r"\.options\(\[(.*?)\]\)", (manifests.REPO / pg / "mod.rs").read_text(), re.S)
        self.assertEqual(re.findall(r'"(\w+)"', options), ["statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"])
        server = named("production", "Cluster", "saffron-postgres")["spec"]["postgresql"]["parameters"]
        pooler = production()["settings"]
        self.assertEqual(pooler["query_timeout"], seconds("STATEMENT"))
        self.assertEqual(pooler["idle_transaction_timeout"], seconds("IN_TRANSACTION"))
        self.assertEqual(server["lock_timeout"], f"{seconds('LOCK')}s")
        (usual,) = re.findall(r"const USUAL: .*?= \[(.*?)\n\];", (manifests.REPO / pg / "connect/planner.rs").read_text(), re.S)
        switches = dict(re.findall(r'\("(\w+)", "(\w+)"\)', usual))
        self.assertEqual(len(switches), 5)
        self.assertEqual(switches, {name: server.get(name) for name in switches})

    def test_who_needs_a_session_goes_past_the_pooler(self):
        """A setting of the session, or VACUUM after it, is another server connection's behind a transaction pooler."""
        for service in OWNERS:
            sessions = manifests.code(r"set_config\('[a-z_]+', \$\d, false\)|\bVACUUM\b|\bLISTEN [a-z]|pg_advisory_lock\(|\bSET SESSION\b", f"services/{service}/src/**/*.rs")
            self.assertEqual(host_of(service), "saffron-postgres-rw" if sessions else "saffron-pooler", service)
        data = named("production", "ExternalSecret", "saffron-migrate")["spec"]["target"]["template"]["data"]
        self.assertTrue(all("@saffron-postgres-rw:" in url for url in data.values()))

    def test_the_page_counts_the_same(self):
        counted = production()
        rows = {row["service"]: row for row in manifests.table("kubernetes.md", "service")}
        self.assertEqual(set(rows), set(OWNERS))
        for service, row in rows.items():
            self.assertEqual(int(row["replicas, at most"]), replicas("production", service), service)
            self.assertEqual(int(row["pool"]), pool_of("production", service), service)
            self.assertEqual(int(row["together"]), counted["clients"][service], service)
            self.assertEqual(row["goes to"], "pooler" if service in counted["pooled"] else "Postgres", service)
        rows = {row["to Postgres"]: int(row["connections"]) for row in manifests.table("kubernetes.md", "to Postgres")}
        self.assertEqual(list(rows.values()), [counted["through"], counted["asking"], counted["direct"], counted["migrations"], OPERATOR, SUPERUSERS, counted["all"], counted["limit"]])


class Autoscaling(unittest.TestCase):
    def test_there_is_a_trigger_for_every_durable_consumer_and_no_other(self):
        wanted = {
            (service["name"], stream, consumer)
            for service in manifests.TABLE
            for stream, consumers in service["consumers"].items()
            for consumer in consumers
        }
        users = (manifests.REPO / "deploy/nats/users.conf").read_text()
        found = set()
        for each in of_kind("production", "ScaledObject"):
            for trigger in each["spec"]["triggers"]:
                if trigger["type"] == "nats-jetstream":
                    data = trigger["metadata"]
                    found.add((each["spec"]["scaleTargetRef"]["name"], data["stream"], data["consumer"]))
                    port = manifests.nats_values()["config"]["monitor"]["port"]
                    self.assertEqual(data["natsServerMonitoringEndpoint"], f"nats-headless.{manifests.NAMESPACE}.svc.cluster.local:{port}")
                    self.assertIn(f"\n  {data['account']} {{\n    jetstream: enabled\n", users)
        self.assertEqual(found, wanted)

    def test_every_service_is_scaled_and_by_what_it_works_at(self):
        for each in of_kind("production", "ScaledObject"):
            spec = each["spec"]
            self.assertGreaterEqual(spec["minReplicaCount"], 2)
            self.assertNotIn("replicas", named("production", "Deployment", spec["scaleTargetRef"]["name"])["spec"])
        self.assertEqual({each["spec"]["scaleTargetRef"]["name"] for each in of_kind("production", "ScaledObject")}, set(manifests.SERVICES))

    def test_a_gateway_that_dies_fits_onto_the_others(self):
        streams = manifests.number_in_code("services/gateway", r'"SAFFRON_GATEWAY_STREAMS", ([\d_]+)')
        spec = named("production", "ScaledObject", "gateway")["spec"]
        (threshold,) = [int(each["metadata"]["threshold"]) for each in spec["triggers"] if each["type"] == "prometheus"]
        lowest = spec["minReplicaCount"]
        self.assertLessEqual(threshold * lowest / (lowest - 1), streams)
