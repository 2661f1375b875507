"""Network policies: each overlay allows exactly the edges of docs/edges.md, at both ends of each."""

import ipaddress
import re
import unittest

import manifests
from manifests import OVERLAYS, PART, of_kind, pod, workloads

PUBLIC = (
    ("0.0.0.0/0", ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16")),
    ("::/0", ("::1/128", "fc00::/7", "fe80::/10")),
)
ANY = (("0.0.0.0/0", ()), ("::/0", ()))


def pairs(cell: str) -> tuple:
    found = re.fullmatch(r"`([^=`]+)=([^=`]+)`", cell)
    assert found, f"{cell} is no label"
    return (found.groups(),)


def peers() -> dict:
    """How network policies know who is no part of Saffron. Two names may be one peer to them."""
    found = {}
    for row in manifests.table("edges.md", "peer"):
        for name in row["peer"].split(", "):
            assert name not in found, f"{name} is there twice"
            if row["addresses"]:
                assert not row["namespace"] and not row["pods"]
                found[name] = {"public": PUBLIC, "any": ANY, "its node": "node"}[row["addresses"]]
            else:
                found[name] = (pairs(row["namespace"]), () if row["pods"] == "every" else pairs(row["pods"]))
    return found


def named(cell: str) -> list:
    """The parts and peers of a cell. `every service` is each that has a database, `every service but a and b` the others."""
    found = []
    for name in cell.split(", "):
        every, _, without = name.partition(" but ")
        services = [service["name"] for service in manifests.TABLE if service["name"] not in without.split(" and ")]
        found += services if every == "every service" else [name]
    return found


def listed(overlay: str) -> set:
    """The edges of the table: who, whom, port, protocol."""
    known, parts, found = peers(), set(manifests.SERVICES) | {"migrate", "streams", "backup", "postgres", "pooler", "nats"}, set()
    for row in manifests.table("edges.md", "from"):
        assert row["where"] in {"all", "production", "local"}, row
        if row["where"] not in {"all", overlay}:
            continue
        for who in named(row["from"]):
            for whom in named(row["to"]):
                for port in row["port"].split(", "):
                    number, _, protocol = port.partition(" ")
                    ends = [end if end in parts else known[end] for end in (who, whom)]
                    if not set(ends) & {"pooler"} or overlay == "production":
                        found.add((*ends, int(number), protocol or "TCP"))
    return found


def selects(selector: dict, labels: dict) -> bool:
    for key, value in selector.get("matchLabels", {}).items():
        if labels.get(key) != value:
            return False
    for each in selector.get("matchExpressions", []):
        assert each["operator"] == "In", "only In is read here"
        if labels.get(each["key"]) not in each["values"]:
            return False
    return True


def addresses(rule: list) -> tuple:
    return tuple((each["ipBlock"]["cidr"], tuple(each["ipBlock"].get("except", []))) for each in rule)


def ends_of(overlay: str, rule: list) -> set:
    """Whom the `from` or `to` of a rule means: parts, or peers as `peers` gives them."""
    assert rule, "an empty list means everybody"
    if any("ipBlock" in each for each in rule):
        # Both families together are one peer.
        return {addresses(rule)}
    found = set()
    for each in rule:
        if "namespaceSelector" in each:
            labels = [tuple(each.get(kind, {}).get("matchLabels", {}).items()) for kind in ("namespaceSelector", "podSelector")]
            assert labels[0], "a selector without labels means every namespace"
            found.add(tuple(labels))
        else:
            chosen = {part for part, labels in manifests.pods(overlay).items() if selects(each["podSelector"], labels)}
            assert chosen, f"no pod is meant by {each}"
            found |= chosen
    return found


def allowed(overlay: str, direction: str) -> set:
    """What policies let out of parts (egress), or into them (ingress)."""
    found = set()
    for policy in of_kind(overlay, "NetworkPolicy"):
        name, spec = policy["metadata"]["name"], policy["spec"]
        parts = [part for part, labels in manifests.pods(overlay).items() if selects(spec["podSelector"], labels)]
        assert parts, f"{name} is about no pod"
        assert direction not in spec or direction.capitalize() in spec["policyTypes"], f"{name}: policyTypes"
        for rule in spec.get(direction, []):
            assert set(rule) == {"ports", "to" if direction == "egress" else "from"}, f"{name} leaves something open"
            for end in ends_of(overlay, rule["to" if direction == "egress" else "from"]):
                for port in rule["ports"]:
                    assert isinstance(port["port"], int) and "endPort" not in port, f"{name}: a port has a number here"
                    for part in parts:
                        ends = (part, end) if direction == "egress" else (end, part)
                        found.add((*ends, port["port"], port["protocol"]))
    return found


class Edges(unittest.TestCase):
    maxDiff = None

    def both(self, overlay: str):
        parts = set(manifests.pods(overlay))
        edges = {edge for edge in listed(overlay) if edge[0] != "node"}
        return parts, edges

    def test_policies_let_out_exactly_what_the_table_lists(self):
        for overlay in OVERLAYS:
            with self.subTest(overlay=overlay):
                parts, edges = self.both(overlay)
                self.assertEqual(allowed(overlay, "egress"), {edge for edge in edges if edge[0] in parts})

    def test_policies_let_in_exactly_what_the_table_lists(self):
        for overlay in OVERLAYS:
            with self.subTest(overlay=overlay):
                parts, edges = self.both(overlay)
                self.assertEqual(allowed(overlay, "ingress"), {edge for edge in edges if edge[1] in parts})

    def test_everything_else_is_denied(self):
        for overlay in OVERLAYS:
            spec = manifests.named(overlay, "NetworkPolicy", "default-deny")["spec"]
            self.assertEqual(spec, {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]})
            for policy in of_kind(overlay, "NetworkPolicy"):
                self.assertEqual(policy["metadata"]["namespace"], manifests.NAMESPACE)

    def test_every_edge_of_the_table_has_a_part_of_ours_at_an_end(self):
        for overlay in OVERLAYS:
            parts = set(manifests.pods(overlay))
            for edge in listed(overlay):
                self.assertTrue(edge[0] in parts or edge[1] in parts, edge)

    def test_the_kubelet_is_listed_where_probes_are(self):
        for overlay in OVERLAYS:
            probed = set()
            for workload in workloads(overlay):
                template = pod(workload)
                for container in template["spec"]["containers"]:
                    ports = {port["name"]: port["containerPort"] for port in container.get("ports", [])}
                    for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
                        for how in ("httpGet", "grpc", "tcpSocket"):
                            if how in container.get(kind, {}):
                                port = container[kind][how]["port"]
                                probed.add((template["metadata"]["labels"][PART], ports.get(port, port)))
            if "nats" in manifests.MADE_BY_OTHERS[overlay]:
                probed.add(("nats", manifests.nats_values()["config"]["monitor"]["port"]))
            self.assertEqual({edge[1:3] for edge in listed(overlay) if edge[0] == "node"}, probed)


    def test_no_edge_is_listed_twice(self):
        rows = [(who, whom, row["port"], row["where"]) for row in manifests.table("edges.md", "from") for who in named(row["from"]) for whom in named(row["to"])]
        self.assertEqual(len(rows), len(set(rows)))


class Ends(unittest.TestCase):
    """That the ends of edges are where the manifests say."""

    def test_ports_of_edges_are_ports_of_containers(self):
        for overlay in OVERLAYS:
            open_ports = {}
            for workload in workloads(overlay):
                template = pod(workload)
                part = template["metadata"]["labels"][PART]
                open_ports[part] = {port["containerPort"] for container in template["spec"]["containers"] for port in container.get("ports", [])}
            for _, whom, port, _ in listed(overlay):
                if whom in open_ports:
                    self.assertIn(port, open_ports[whom], f"{overlay}: {whom}")

    def test_every_address_in_an_environment_is_an_edge(self):
        """A service has the address of another: then it may connect to the port to which that Service leads."""
        for overlay in OVERLAYS:
            edges = listed(overlay)
            services = {each["metadata"]["name"]: each for each in of_kind(overlay, "Service")}
            opened = {}
            for workload in workloads(overlay):
                template = pod(workload)
                for container in template["spec"]["containers"]:
                    for port in container.get("ports", []):
                        opened[template["metadata"]["labels"][PART], port["name"]] = port["containerPort"]
            for workload in of_kind(overlay, "Deployment"):
                part = pod(workload)["metadata"]["labels"][PART]
                for container in pod(workload)["spec"]["containers"]:
                    for variable in container["env"]:
                        found = re.fullmatch(r"http://([a-z]+)(?::(\d+))?", variable.get("value", ""))
                        if found:
                            host, port = found.group(1), int(found.group(2) or 80)
                            ports = {each["port"]: each["targetPort"] for each in services[host]["spec"]["ports"]}
                            self.assertIn(port, ports, variable)
                            self.assertIn((part, host, opened[host, ports[port]], "TCP"), edges, variable)

    def test_secrets_lead_where_edges_do(self):
        """Addresses of Postgres and NATS, as the production overlay's secrets are made."""
        hosts = {"saffron-pooler": "pooler", "saffron-postgres-rw": "postgres", "nats": "nats"}
        edges = listed("production")
        for secret in of_kind("production", "ExternalSecret"):
            data = secret["spec"]["target"]["template"]["data"]
            part = secret["metadata"]["name"].removeprefix("saffron-")
            for name, value in data.items():
                if name.endswith(("_DATABASE_URL", "_NATS_URL")):
                    host, port = re.search(r"@([a-z-]+):(\d+)", value).groups()
                    self.assertIn((part, hosts[host], int(port), "TCP"), edges, name)

    def test_trusted_proxies_are_a_small_network(self):
        """An address that is trusted may claim any other: a network that clients share would let each choose its own."""
        settings = [each["data"] for overlay in OVERLAYS for each in of_kind(overlay, "ConfigMap") if "SAFFRON_GATEWAY_TRUSTED_PROXIES" in each.get("data", {})]
        self.assertGreater(len(settings), 0)
        for data in settings:
            for network in data["SAFFRON_GATEWAY_TRUSTED_PROXIES"].split(","):
                self.assertLessEqual(ipaddress.ip_network(network.strip()).num_addresses, 256, network)

    def test_postgres_takes_roles_only_over_tls(self):
        rules = [rule.split() for rule in manifests.named("production", "Cluster", "saffron-postgres")["spec"]["postgresql"]["pg_hba"]]
        self.assertGreater(len(rules), 0)
        self.assertEqual([rule for rule in rules if rule[0] != "hostssl" and rule[-1] != "reject"], [])
