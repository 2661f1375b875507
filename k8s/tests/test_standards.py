"""What others say of the manifests: the schemas of Kubernetes, checkov, and the NATS server of its settings."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import manifests
from manifests import OVERLAYS

KUBERNETES = "1.33"
# Whose shapes Kubernetes itself does not know.
OF_OPERATORS = {
    "Cluster", "Database", "Pooler", "ScheduledBackup", "ObjectStore", "ExternalSecret", "HTTPRoute", "PodMonitor",
    "PrometheusRule", "ScaledObject",
}


class Schemas(unittest.TestCase):
    def test_kubernetes_knows_every_field(self):
        for overlay in OVERLAYS:
            with self.subTest(overlay=overlay), tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(manifests.text(overlay))
                file.flush()
                done = subprocess.run(["kubernetes-validate", "--strict", "-k", KUBERNETES, file.name], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_only_operators_kinds_are_passed_over(self):
        kinds = {each["kind"] for overlay in OVERLAYS for each in manifests.objects(overlay) if "." in each["apiVersion"].split("/")[0] and not each["apiVersion"].split("/")[0].endswith("k8s.io")}
        self.assertLessEqual(kinds, OF_OPERATORS)
        self.assertIn("HTTPRoute", {each["kind"] for each in manifests.objects("production")})


class Checkov(unittest.TestCase):
    def findings(self, text: str) -> dict:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out.yaml"
            path.write_text(text)
            command = ["checkov", "-f", path, "--framework", "kubernetes", "--compact", "--quiet", "--skip-download", "-o", "json"]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LOG_LEVEL": "ERROR"})
            found = json.loads(done.stdout)
            if isinstance(found, list):
                (found,) = found
            return found

    def test_it_finds_nothing_that_is_not_explained(self):
        for overlay in OVERLAYS:
            with self.subTest(overlay=overlay):
                found = self.findings(manifests.text(overlay))
                self.assertEqual(found["summary"]["parsing_errors"], 0)
                self.assertGreater(found["summary"]["resource_count"], 20)
                failed = [f"{each['check_id']} {each['resource']}: {each['check_name']}" for each in found["results"]["failed_checks"]]
                self.assertEqual(failed, [])

    def test_every_skip_has_a_reason(self):
        for overlay in OVERLAYS:
            for each in manifests.objects(overlay):
                for note, value in each["metadata"].get("annotations", {}).items():
                    if note.startswith("checkov.io/skip"):
                        self.assertRegex(value, r"^CKV2?_K8S_\d+=.{20,}", each["metadata"]["name"])


class Nats(unittest.TestCase):
    """The settings that the server gets, read by the server itself."""

    def check(self, folder: Path, config: Path) -> None:
        users = re.findall(r"\$(SAFFRON_NATS_[A-Z0-9_]+_PASSWORD)", (manifests.REPO / "deploy/nats/users.conf").read_text())
        env = {**os.environ, **{name: '"s0"' for name in users}, "SERVER_NAME": "nats-0"}
        env |= {"SAFFRON_NATS_LISTEN": '"127.0.0.1:4222"', "SAFFRON_NATS_STORE": f'"{folder}"'}
        done = subprocess.run(["nats-server", "-t", "-c", config], env=env, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_of_the_local_overlay(self):
        data = manifests.named("local", "ConfigMap", "saffron-nats")["data"]
        with tempfile.TemporaryDirectory() as folder:
            for name, text in data.items():
                (Path(folder) / name).write_text(text)
            self.check(Path(folder), Path(folder) / "nats.conf")
            source = manifests.REPO / "deploy/nats"
            self.assertEqual(data, {name: (source / name).read_text() for name in ("nats.conf", "users.conf")})

    def test_of_the_chart(self):
        """As the chart lays them out: its own keys, ours merged in, users.conf mounted beside."""
        values = manifests.nats_values()
        config = values["config"]
        stream, merge = config["jetstream"], dict(config["merge"])
        include = merge.pop("$include")
        (mount,) = values["container"]["patch"]
        self.assertEqual(os.path.normpath(f"/etc/nats-config/{include}"), f"{mount['value']['mountPath']}/users.conf")
        own = "\n".join(f"{key}: {value}" for key, value in merge.items())
        routes = ", ".join(f"nats://nats-{node}.nats-headless:6222" for node in range(config["cluster"]["replicas"]))
        text = f"""
            include {include};
            server_name: $SERVER_NAME
            port: 4222
            http_port: {config['monitor']['port']}
            {own}
            cluster {{ name: nats, port: 6222, no_advertise: true, routes: [{routes}] }}
            jetstream {{
              store_dir: /data
              max_file_store: {stream['fileStore']['maxSize']}
              max_memory_store: {stream['memoryStore']['maxSize']}
              sync_interval: {stream['merge']['sync_interval']}
            }}
        """
        data = manifests.named("production", "ConfigMap", "saffron-nats")["data"]
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("nats-config/nats.conf", text), ("nats-users/users.conf", data["users.conf"])):
                path = Path(folder) / name
                path.parent.mkdir()
                path.write_text(content)
            self.check(Path(folder), Path(folder) / "nats-config/nats.conf")

    def test_the_chart_has_what_one_node_has(self):
        one = (manifests.REPO / "deploy/nats/nats.conf").read_text()
        config = manifests.nats_values()["config"]
        self.assertIn("sync_interval: always", one)
        self.assertEqual(config["jetstream"]["merge"]["sync_interval"], "always")
        self.assertIn(f"max_payload: {config['merge']['max_payload']}", one)
