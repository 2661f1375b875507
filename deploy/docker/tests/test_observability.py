"""The collector, Prometheus and Grafana of docker-compose.yml, by their settings: neither is started here."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

from composition import REPO, SERVICES, environment, mounts, part

FOLDER = REPO / "deploy/observability"


def settings(name: str) -> dict:
    return yaml.safe_load((FOLDER / name).read_text())


class Prometheus(unittest.TestCase):
    def test_it_reads_its_settings_and_the_rules(self):
        (rules,) = settings("prometheus.yaml")["rule_files"]
        self.assertEqual(mounts("prometheus")[rules], ("./deploy/observability/rules.yaml", True))
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(FOLDER / "rules.yaml", folder)
            text = (FOLDER / "prometheus.yaml").read_text().replace(rules, "rules.yaml")
            own = Path(folder) / "prometheus.yaml"
            own.write_text(text)
            done = subprocess.run([os.environ["PROMTOOL"], "check", "config", own], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            own.write_text(text.replace("scrape_interval", "scrape_intervall"))
            done = subprocess.run([os.environ["PROMTOOL"], "check", "config", own], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)

    def test_it_asks_every_service_where_it_listens(self):
        (job,) = [each for each in settings("prometheus.yaml")["scrape_configs"] if each["job_name"] == "saffron"]
        asked = {each["labels"]["service"]: each["targets"] for each in job["static_configs"]}
        port = {service: environment(service)["SAFFRON_METRICS_LISTEN"].rsplit(":", 1)[1] for service in SERVICES}
        self.assertEqual(asked, {service: [f"{service}:{port[service]}"] for service in SERVICES})

    def test_it_starts_with_these_settings(self):
        (flag,) = [each for each in part("prometheus")["command"] if each.startswith("--config.file=")]
        self.assertEqual(mounts("prometheus")[flag.split("=")[1]][0], "./deploy/observability/prometheus.yaml")


class Collector(unittest.TestCase):
    def test_pipelines_use_what_is_declared_and_nothing_is_declared_in_vain(self):
        declared = settings("otel-collector.yaml")
        used = {"receivers": set(), "processors": set(), "exporters": set()}
        pipelines = declared["service"]["pipelines"]
        self.assertEqual(set(pipelines), {"traces", "metrics"})
        for pipeline in pipelines.values():
            for kind, names in pipeline.items():
                used[kind] |= set(names)
            self.assertEqual(pipeline["processors"][0], "memory_limiter", "nothing comes before the limit")
        for kind, names in used.items():
            self.assertEqual(names, set(declared[kind]), kind)

    def test_services_send_to_where_it_listens(self):
        declared = settings("otel-collector.yaml")
        port = declared["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"].rsplit(":", 1)[1]
        for service in SERVICES:
            self.assertEqual(environment(service)["SAFFRON_OTLP_URL"], f"http://otel-collector:{port}")
        self.assertEqual(part("otel-collector")["command"], [f"--config={next(iter(mounts('otel-collector')))}"])


class Grafana(unittest.TestCase):
    def test_it_finds_prometheus_and_our_dashboards(self):
        (source,) = settings("grafana/datasources.yaml")["datasources"]
        self.assertEqual((source["type"], source["url"], source["isDefault"]), ("prometheus", "http://prometheus:9090", True))
        (provider,) = settings("grafana/dashboards.yaml")["providers"]
        where = provider["options"]["path"]
        self.assertEqual(mounts("grafana")[where], ("./deploy/observability/dashboards", True))
        home = environment("grafana")["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
        self.assertTrue((FOLDER / "dashboards" / home.removeprefix(f"{where}/")).is_file())
        for path in (FOLDER / "dashboards").glob("*.json"):
            (variable,) = [each for each in json.loads(path.read_text())["templating"]["list"] if each["type"] == "datasource"]
            self.assertEqual(variable["query"], source["type"], path.name)
        for kind in ("datasources", "dashboards"):
            self.assertEqual(mounts("grafana")[f"/etc/grafana/provisioning/{kind}/saffron.yaml"][0], f"./deploy/observability/grafana/{kind}.yaml")

    def test_who_looks_may_change_nothing(self):
        declared = environment("grafana")
        self.assertEqual((declared["GF_AUTH_ANONYMOUS_ORG_ROLE"], declared["GF_AUTH_DISABLE_LOGIN_FORM"]), ("Viewer", "true"))
        self.assertEqual(declared["GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION"], "true")
