"""The overlays as kubectl renders them, and what can be asked of them."""

import functools
import json
import re
import subprocess
from pathlib import Path

import yaml

REPO = Path(__file__).resolve().parents[2]
OVERLAYS = ["local", "production"]
PART = "saffron/part"
NAMESPACE = "saffron"
# The services that own a database, each with its consumers.
TABLE = json.loads((REPO / "deploy/services.json").read_text())["services"]
SERVICES = ["gateway", *(service["name"] for service in TABLE)]
# What each program reads: `optional`, `required`, or a `secret`, which may stand in a file.
VARIABLES = json.loads((REPO / "deploy/variables.json").read_text())["programs"]
# Pods that others make from our manifests: CloudNativePG, and the chart of NATS (its values).
MADE_BY_OTHERS = {"local": [], "production": ["postgres", "pooler", "nats"]}


@functools.cache
def text(overlay: str) -> str:
    folder = REPO / "k8s/overlays" / overlay
    done = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"kubectl kustomize {overlay}: {done.stderr}")
    return done.stdout


@functools.cache
def objects(overlay: str) -> tuple:
    return tuple(yaml.safe_load_all(text(overlay)))


def of_kind(overlay: str, *kinds: str) -> list:
    return [each for each in objects(overlay) if each["kind"] in kinds]


def named(overlay: str, kind: str, name: str) -> dict:
    (found,) = [each for each in of_kind(overlay, kind) if each["metadata"]["name"] == name]
    return found


def workloads(overlay: str) -> list:
    """What makes pods."""
    return of_kind(overlay, "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")


def pod(workload: dict) -> dict:
    """Metadata and spec of its pods."""
    spec = workload["spec"]
    if workload["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    return spec["template"]


def containers(workload: dict) -> list:
    spec = pod(workload)["spec"]
    return [*spec.get("initContainers", []), *spec["containers"], *spec.get("ephemeralContainers", [])]


def is_ours(container: dict) -> bool:
    """Whether the program in it is Saffron's."""
    return container["image"].rsplit(":", 1)[0].split("/")[-1] in ("saffron", "saffron-backup")


def pods(overlay: str) -> dict:
    """The labels of every part's pods."""
    found = {}
    for workload in workloads(overlay):
        labels = pod(workload)["metadata"]["labels"]
        found[labels[PART]] = labels
    for part in MADE_BY_OTHERS[overlay]:
        assert part not in found, f"{part} is in the manifests"
        found[part] = {PART: part}
    return found


def nats_values() -> dict:
    return yaml.safe_load((REPO / "k8s/components/nats-cluster/values.yaml").read_text())


def code(pattern: str, *globs: str) -> list:
    """What a pattern finds in the code of services and kit, tests left out."""
    found = []
    for glob in globs or ["services/*/src/**/*.rs", "services/libs/*/src/**/*.rs"]:
        for path in sorted(REPO.glob(glob)):
            # A unit test names variables that are none.
            source = path.read_text().split("#[cfg(test)]")[0]
            found += re.findall(pattern, source, re.S)
    return found


def required(service: str) -> set:
    """The variables that a service does not start without."""
    return {name for name, kind in VARIABLES[service].items() if not kind.startswith("optional")}


def number_in_code(crate: str, pattern: str) -> int:
    """The one number that a pattern finds in a crate, whichever file it stands in."""
    found = {number for path in (REPO / crate / "src").rglob("*.rs") for number in re.findall(pattern, path.read_text())}
    if len(found) != 1:
        raise AssertionError(f"{crate}: {sorted(found)} is not the one number of {pattern}")
    return int(found.pop().replace("_", ""))


def table(page: str, first_column: str) -> list:
    """The rows of the table of a page whose first column is called so, each a dict by column."""
    lines = (REPO / "docs" / page).read_text().splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith(f"| {first_column} |")]
    assert len(starts) == 1, f"{page} has {len(starts)} tables that begin with {first_column}"
    cells = lambda line: [cell.strip() for cell in line.strip().strip("|").split("|")]
    head = cells(lines[starts[0]])
    rows = []
    for line in lines[starts[0] + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(head, cells(line), strict=True)))
    return rows
