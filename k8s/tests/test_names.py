"""Names: variables of the manifests are read by the code; keys of Secrets are made."""

import json
import os
import re
import subprocess
import unittest

import yaml

import manifests
from manifests import OVERLAYS, containers, of_kind, pod, workloads

SECRETS_DIR = "/run/secrets/saffron/"
# The volume of what CloudNativePG makes.
AUTHORITY = "postgres-authority"


def read_by_the_code() -> tuple:
    """The variables that the code reads, and those of them that may stand in a file."""
    kinds = [item for program in manifests.VARIABLES.values() for item in program.items()]
    return {name for name, _ in kinds}, {name for name, kind in kinds if kind in ("secret", "optionalSecret")}


def environment(container: dict, overlay: str) -> dict:
    """Name and value of every variable; of a Secret's the place."""
    found = {}
    for each in container.get("envFrom", []):
        if "configMapRef" in each:
            found.update(manifests.named(overlay, "ConfigMap", each["configMapRef"]["name"])["data"])
    for each in container.get("env", []):
        found[each["name"]] = each.get("value", "")
    return found


def ours(overlay: str):
    for workload in workloads(overlay):
        for container in containers(workload):
            if manifests.is_ours(container):
                yield workload, container


def by_the_script() -> list:
    """What the script of the local overlay makes."""
    script = manifests.REPO / "k8s/overlays/local/secrets.sh"
    done = subprocess.run(["bash", script], capture_output=True, text=True, check=True, env={"PATH": os.environ["PATH"]})
    return [each for each in yaml.safe_load_all(done.stdout) if each]


def made_secrets(overlay: str) -> dict:
    """The keys of every Secret: as ExternalSecrets make them, or the script of the local overlay."""
    if overlay == "production":
        return {each["metadata"]["name"]: set(each["spec"]["target"]["template"]["data"]) for each in of_kind(overlay, "ExternalSecret")}
    return {each["metadata"]["name"]: set(each["stringData"]) for each in by_the_script() if each["kind"] == "Secret"}


class Variables(unittest.TestCase):
    def test_every_variable_is_read_by_the_code(self):
        known, files = read_by_the_code()
        for overlay in OVERLAYS:
            for workload, container in ours(overlay):
                for name in environment(container, overlay):
                    with self.subTest(overlay=overlay, workload=workload["metadata"]["name"], variable=name):
                        if name.endswith("_FILE"):
                            self.assertIn(name.removesuffix("_FILE"), files)
                        elif name.startswith("SAFFRON_"):
                            self.assertIn(name, known)
                        else:
                            self.assertRegex(name, r"^AWS_(REGION|ENDPOINT|ACCESS_KEY_ID|SECRET_ACCESS_KEY)$")

    def test_every_service_has_its_required_variables(self):
        for overlay in OVERLAYS:
            for workload, container in ours(overlay):
                if workload["kind"] == "Deployment":
                    service = workload["metadata"]["name"]
                    declared = {name.removesuffix("_FILE") for name in environment(container, overlay)}
                    self.assertEqual(manifests.required(service) - declared, set(), f"{overlay}: {service}")

    def test_commands_are_those_of_the_binary(self):
        commands = re.findall(r"^    ([A-Z][a-z]+)(?:\([A-Z]\w+\))?,$", (manifests.REPO / "services/saffron/src/cli.rs").read_text(), re.M)
        commands += [service["name"].capitalize() for service in manifests.TABLE]
        for overlay in OVERLAYS:
            for _, container in ours(overlay):
                for word in container["args"]:
                    # Where backups go.
                    if word not in {each["mountPath"] for each in container["volumeMounts"]}:
                        self.assertIn(word.capitalize(), commands)
                self.assertNotIn("command", container, "the image says which program it is")

    def test_services_listen_where_their_ports_are(self):
        for overlay in OVERLAYS:
            for workload, container in ours(overlay):
                ports = {port["containerPort"] for port in container.get("ports", [])}
                listens = {int(value.rsplit(":", 1)[1]) for name, value in environment(container, overlay).items() if name.endswith("_LISTEN")}
                self.assertEqual(ports, listens, workload["metadata"]["name"])

    def test_streams_are_on_every_node_and_fit(self):
        settings = (manifests.REPO / "k8s/overlays/production/settings.env").read_text()
        size = lambda name: int(re.search(rf"^SAFFRON_STREAM_{name}=(\d+)$", settings, re.M).group(1))
        values = manifests.nats_values()["config"]
        self.assertEqual(size("REPLICAS"), values["cluster"]["replicas"])
        bytes_of = lambda text: int(text.removesuffix("Gi")) << 30
        files = sum(size(f"{stream}_BYTES") for stream in ("POS", "EVENTS", "DLQ"))
        store = values["jetstream"]["fileStore"]
        self.assertLessEqual(files, bytes_of(store["maxSize"]))
        self.assertLess(bytes_of(store["maxSize"]), bytes_of(store["pvc"]["size"]))
        push = manifests.number_in_code("services/libs/kit", r"push_bytes: (\d+) \* MIB")
        self.assertLessEqual(push, int(values["jetstream"]["memoryStore"]["maxSize"].removesuffix("Mi")))


class Secrets(unittest.TestCase):
    def test_every_secret_that_is_mounted_holds_what_is_read_from_it(self):
        for overlay in OVERLAYS:
            made = made_secrets(overlay)
            for workload, container in ours(overlay):
                with self.subTest(overlay=overlay, workload=workload["metadata"]["name"]):
                    secrets = [each for each in pod(workload)["spec"]["volumes"] if "secret" in each or "projected" in each]
                    (volume,) = [each for each in secrets if each["name"] != AUTHORITY]
                    declared = volume.get("secret") or volume["projected"]
                    names = [each["secret"]["name"] for each in declared["sources"]] if "sources" in declared else [declared["secretName"]]
                    keys = set().union(*(made[name] for name in names))
                    env = environment(container, overlay)
                    read = {value.removeprefix(SECRETS_DIR) for name, value in env.items() if name.endswith("_FILE")}
                    refs = {each["valueFrom"]["secretKeyRef"]["key"] for each in container["env"] if "secretKeyRef" in each.get("valueFrom", {})}
                    self.assertEqual(read | refs, keys)
                    for name, value in env.items():
                        if name.endswith("_FILE"):
                            self.assertEqual(value, f"{SECRETS_DIR}{name.removesuffix('_FILE')}")
                    self.assertIn({"name": volume["name"], "mountPath": SECRETS_DIR.rstrip("/"), "readOnly": True}, container["volumeMounts"])
                    self.assertEqual(declared["defaultMode"], 0o440)

    def test_postgres_is_verified_by_the_authority_that_is_mounted_under_a_name_of_its_certificate(self):
        cluster = manifests.named("production", "Cluster", "saffron-postgres")
        name = cluster["metadata"]["name"]
        names = {f"{name}-rw", f"{name}-r", f"{name}-ro", *cluster["spec"]["certificates"]["serverAltDNSNames"]}
        urls = {each["metadata"]["name"]: each["spec"]["target"]["template"]["data"] for each in of_kind("production", "ExternalSecret")}
        asked = set()
        for workload, container in ours("production"):
            reads = {variable.removesuffix("_FILE") for variable in environment(container, "production") if "_DATABASE_URL" in variable}
            asked |= reads
            volumes = {each["name"]: each for each in pod(workload)["spec"]["volumes"]}
            if not reads:
                self.assertNotIn(AUTHORITY, volumes)
                continue
            with self.subTest(workload=workload["metadata"]["name"]):
                # The operator's Secret has the authority's key too.
                declared = {"secretName": f"{name}-ca", "defaultMode": 0o440, "items": [{"key": "ca.crt", "path": "ca.crt"}]}
                self.assertEqual(volumes[AUTHORITY]["secret"], declared)
                (mount,) = [each for each in container["volumeMounts"] if each["name"] == AUTHORITY]
                self.assertTrue(mount["readOnly"])
                for variable in reads:
                    url = urls[f"saffron-{workload['metadata']['name']}"][variable]
                    ((host, query),) = re.findall(r"@([a-z-]+):5432/\w+\?(.*)$", url)
                    self.assertIn(host, names)
                    self.assertEqual(query, f"sslmode=verify-full&sslrootcert={mount['mountPath']}/ca.crt")
        self.assertEqual(len(asked), len(manifests.SERVICES) - 1)

    def test_every_config_map_that_is_named_is_there(self):
        for overlay in OVERLAYS:
            there = {each["metadata"]["name"]: set(each["data"]) for each in of_kind(overlay, "ConfigMap")}
            if overlay == "local":
                there |= {each["metadata"]["name"]: set(each["data"]) for each in by_the_script() if each["kind"] == "ConfigMap"}
            for workload in workloads(overlay):
                for container in containers(workload):
                    for each in container.get("env", []):
                        if "configMapKeyRef" in each.get("valueFrom", {}):
                            reference = each["valueFrom"]["configMapKeyRef"]
                            self.assertIn(reference["key"], there[reference["name"]])
                    for each in container.get("envFrom", []):
                        self.assertTrue("secretRef" in each or each["configMapRef"]["name"] in there)
                for volume in pod(workload)["spec"].get("volumes", []):
                    self.assertTrue("configMap" not in volume or volume["configMap"]["name"] in there)

    def test_servers_find_their_secrets(self):
        made = made_secrets("production")
        cluster = manifests.named("production", "Cluster", "saffron-postgres")["spec"]
        for role in cluster["managed"]["roles"]:
            self.assertEqual(made[role["passwordSecret"]["name"]], {"username", "password"})
        names = {role["name"] for role in cluster["managed"]["roles"]}
        databases = {each["spec"]["name"]: each["spec"]["owner"] for each in of_kind("production", "Database")}
        self.assertEqual(databases, {name: name for name in names})
        self.assertEqual(names, {f"saffron_{service}" for service in manifests.SERVICES if service != "gateway"})
        self.assertEqual(made["saffron-backup"], {"accessKeyId", "secretAccessKey"})
        users = set(re.findall(r"\$(SAFFRON_NATS_[A-Z0-9_]+_PASSWORD)", (manifests.REPO / "deploy/nats/users.conf").read_text()))
        for overlay in OVERLAYS:
            self.assertEqual(made_secrets(overlay)["saffron-nats-users"], users)
        env = manifests.nats_values()["container"]["env"]
        self.assertEqual({name for name in env if name.startswith("SAFFRON_")}, users)
        for name in users:
            self.assertEqual(env[name]["valueFrom"]["secretKeyRef"], {"name": "saffron-nats-users", "key": name})

    def test_the_page_lists_what_the_store_has_to_hold(self):
        wanted = {}
        for secret in of_kind("production", "ExternalSecret"):
            for each in secret["spec"]["data"]:
                wanted.setdefault(each["remoteRef"]["key"], set()).add(each["remoteRef"]["property"])
        listed = {}
        for row in manifests.table("kubernetes.md", "entry"):
            every = {service["name"] for service in manifests.TABLE} if "every service" in row["properties"] else set()
            listed[row["entry"].strip("`")] = every | set(re.findall(r"`([A-Za-z]+|analyst-[a-z0-9-]+)`", row["properties"]))
        self.assertEqual(listed, wanted)

    def test_the_runbook_finds_the_address_of_operators(self):
        page = (manifests.REPO / "docs/runbooks.md").read_text()
        ((secret, key, before, after),) = re.findall(r"kubectl get secret (\S+) -o jsonpath='\{\.data\.(\w+)\}' \| base64 -d \| sed 's/([^/]+)/([^/]+)/'", page)
        (port,) = re.findall(r"kubectl port-forward pod/nats-0 (\d+)", page)
        urls = {
            "production": manifests.named("production", "ExternalSecret", secret)["spec"]["target"]["template"]["data"][key],
            "local": next(each["stringData"][key] for each in by_the_script() if each["metadata"]["name"] == secret),
        }
        for url in urls.values():
            self.assertTrue(url.startswith("nats://ops:"))
            self.assertTrue(url.replace(before, after).endswith(f"@127.0.0.1:{port}"), "the password is changed by it, or the host is not")
        self.assertEqual(manifests.named("local", "StatefulSet", "nats")["metadata"]["name"], "nats")

    def test_the_page_lists_the_paths_with_session_ids(self):
        """Proxies before the gateway must not write them down."""
        paths = json.loads((manifests.REPO / "proto/openapi.json").read_text())["paths"]
        wanted = {re.sub(r".*/([^/]+/\{)", r"…/\1", path) for path in paths if "{sessionID}" in path}
        self.assertEqual(set(re.findall(r"`(…/[^`]*\{sessionID\}[^`]*)`", (manifests.REPO / "docs/kubernetes.md").read_text())), wanted)

    def test_no_secret_is_in_the_repository(self):
        for overlay in OVERLAYS:
            self.assertEqual(of_kind(overlay, "Secret"), [])
