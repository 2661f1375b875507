"""Alerts, runbooks, dashboards and autoscaling speak of the metrics of docs/telemetry.md, and of each other."""

import json
import os
import re
import subprocess
import unittest

import yaml

import made
import manifests

FOLDER = manifests.REPO / "deploy/observability"
RULES = yaml.safe_load((FOLDER / "rules.yaml").read_text())
ALERTS = {rule["alert"]: rule for group in RULES["groups"] for rule in group["rules"]}
SERIES = re.compile(r"\b((?:saffron|http|rpc|db|cnpg|barman)_[a-z0-9_]+)")
# Labels, and what Prometheus itself has.
NO_METRICS = {"http_response_status_code", "http_route", "http_request_method", "rpc_method", "rpc_response_status_code", "db_client_connection_state"}


def promtool(*args: str) -> subprocess.CompletedProcess:
    return subprocess.run([os.environ["PROMTOOL"], *args], cwd=FOLDER, capture_output=True, text=True, check=False)


def listed() -> dict:
    """The metrics of the page and their labels."""
    found = {}
    page = (manifests.REPO / "docs/telemetry.md").read_text().split("\n## Traces\n")[0]
    for line in page.splitlines():
        if line.startswith("| `"):
            names, _, labels, _ = [cell.strip() for cell in line.strip("|").split("|")]
            for name in re.findall(r"`([a-z_]+)`", names):
                assert name not in found, f"{name} is there twice"
                found[name] = set(re.findall(r"`([a-z_]+)`", labels))
    for name in re.findall(r"`((?:cnpg|barman)_[a-z_]+)`", page):
        found[name] = {"pod"}
    return found


def used(expression: str) -> set:
    names = {re.sub(r"_(bucket|sum|count)$", "", name) if not name.endswith("_connection_count") and not name.endswith("failed_count") else name for name in SERIES.findall(expression)}
    return names - NO_METRICS


def dashboards() -> dict:
    return {path.stem: json.loads(path.read_text()) for path in sorted((FOLDER / "dashboards").glob("*.json"))}


def panels() -> list:
    return [(name, panel) for name, board in dashboards().items() for panel in board["panels"] if panel["type"] != "row"]


class Rules(unittest.TestCase):
    def test_prometheus_reads_them(self):
        done = promtool("check", "rules", "rules.yaml")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{len(ALERTS)} rules found", done.stdout)

    def test_they_fire_when_they_have_to(self):
        done = promtool("test", "rules", "rules_test.yaml")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_alert_has_a_test_of_firing_and_of_silence(self):
        tests = yaml.safe_load((FOLDER / "rules_test.yaml").read_text())["tests"]
        seen = {}
        for test in tests:
            for each in test["alert_rule_test"]:
                seen.setdefault(each["alertname"], set()).add(bool(each["exp_alerts"]))
        self.assertEqual(seen, {alert: {True, False} for alert in ALERTS})

    def test_the_operator_gets_the_same(self):
        self.assertEqual(made.MADE.read_text(), made.rules(), "run `python3 k8s/tests/run.py --write`")
        rule = manifests.named("production", "PrometheusRule", "saffron")
        self.assertEqual(rule["spec"], RULES)

    def test_a_service_without_a_pod_is_down_whichever_it_is(self):
        named = re.findall(r'absent\(up\{job="saffron", service="(\w+)"\}\)', ALERTS["SaffronServiceDown"]["expr"])
        self.assertEqual(sorted(named), sorted(each["metadata"]["name"] for each in manifests.of_kind("production", "Deployment")))
        (scraped,) = [each for each in yaml.safe_load((FOLDER / "prometheus.yaml").read_text())["scrape_configs"] if each["job_name"] == "saffron"]
        self.assertEqual(sorted(named), sorted(each["labels"]["service"] for each in scraped["static_configs"]))

    def test_every_alert_has_a_runbook_and_every_runbook_an_alert(self):
        page = (manifests.REPO / "docs/runbooks.md").read_text()
        entries = dict(re.findall(r"^## (\w+)\n(.+)$", page, re.M))
        self.assertEqual(list(entries), list(ALERTS), "the same, in the same order")
        for alert, rule in ALERTS.items():
            self.assertEqual(rule["annotations"]["runbook"], f"docs/runbooks.md#{alert.lower()}")
            self.assertIn(rule["labels"]["severity"], {"page", "ticket"})
            self.assertTrue(rule["annotations"]["summary"] and entries[alert])
        for name in re.findall(r"\bSaffron[A-Z]\w+", page):
            self.assertIn(name, ALERTS)


class Metrics(unittest.TestCase):
    def test_alerts_dashboards_and_autoscaling_use_what_the_page_lists(self):
        expressions = [(alert, rule["expr"]) for alert, rule in ALERTS.items()]
        expressions += [(f"{name}: {panel['title']}", target["expr"]) for name, panel in panels() for target in panel["targets"]]
        for each in manifests.of_kind("production", "ScaledObject"):
            for trigger in each["spec"]["triggers"]:
                if trigger["type"] == "prometheus":
                    expressions.append((each["metadata"]["name"], trigger["metadata"]["query"]))
        known = listed()
        for where, expression in expressions:
            for name in used(expression):
                self.assertIn(name, known, where)
            for name, matchers in re.findall(r"\b([a-z_]+)\{([^}]*)\}", expression):
                base = name if name in known else re.sub(r"_(bucket|sum|count)$", "", name)
                labels = set(re.findall(r"([a-z_]+)\s*[=!]~?\"", matchers))
                allowed = known.get(base, {"alertname", "alertstate"}) | {"job", "service", "instance", "le"}
                self.assertLessEqual(labels, allowed, f"{where}: {name}")
        everything = set().union(*(used(expression) for _, expression in expressions))
        self.assertEqual(set(known) - everything, {"rpc_client_call_duration_seconds"}, "listed, and not used")

    def test_the_scrape_adds_what_rules_ask_for(self):
        (endpoint,) = manifests.named("production", "PodMonitor", "saffron")["spec"]["podMetricsEndpoints"]
        self.assertEqual({each["targetLabel"] for each in endpoint["relabelings"]}, {"service", "job"})
        (job,) = [each["replacement"] for each in endpoint["relabelings"] if each["targetLabel"] == "job"]
        self.assertEqual(job, "saffron")


class Dashboards(unittest.TestCase):
    def test_there_are_three_and_grafana_gets_them(self):
        boards = dashboards()
        self.assertEqual({board["uid"] for board in boards.values()}, {"saffron-house", "saffron-live", "saffron-queues"})
        data = manifests.named("production", "ConfigMap", "saffron-dashboards")["data"]
        self.assertEqual({name.removesuffix(".json"): json.loads(text) for name, text in data.items()}, boards)

    def test_panels_have_a_title_a_unit_and_a_source_and_do_not_overlap(self):
        for name, board in dashboards().items():
            self.assertEqual(len({panel["id"] for panel in board["panels"]}), len(board["panels"]))
            taken = set()
            for panel in board["panels"]:
                place = panel["gridPos"]
                cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
                self.assertEqual(taken & cells, set(), f"{name}: {panel['title']}")
                self.assertLessEqual(place["x"] + place["w"], 24)
                taken |= cells
        for name, panel in panels():
            self.assertTrue(panel["title"] and panel["fieldConfig"]["defaults"]["unit"])
            for target in panel["targets"]:
                self.assertEqual(target["datasource"]["uid"], "${datasource}")

    def test_prometheus_can_read_their_queries(self):
        """As recording rules, which promtool parses."""
        rules = [{"record": f"panel:{at}", "expr": target["expr"]} for at, (_, panel) in enumerate(panels()) for target in panel["targets"]]
        text = yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]})
        path = f"/dev/stdin"
        done = subprocess.run([os.environ["PROMTOOL"], "check", "rules", path], input=text, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
