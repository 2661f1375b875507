"""docker-compose.yml as it is without any variable set, and what can be asked of it."""

import functools
import importlib.util
import os
import re
import subprocess
import tempfile
from pathlib import Path

import yaml

import manifests

REPO = manifests.REPO
SERVICES = manifests.SERVICES
STAND_INS = ["cards", "mail", "texts", "push", "square", "clover", "toast", "demo"]
JOBS = ["secrets", "databases", "migrate", "streams"]
TOOLS = ["backup"]
SERVERS = ["postgres", "nats"]
OBSERVABILITY = ["otel-collector", "prometheus", "grafana"]
SECRETS = "/run/secrets/saffron"


def filled(text: str) -> str:
    """With the defaults of its variables."""
    return re.sub(r"\$\{(\w+):-([^}]*)\}", r"\2", text)


@functools.cache
def file() -> dict:
    text = (REPO / "docker-compose.yml").read_text()
    assert "$" not in re.sub(r"\$\{\w+:-[^}]*\}", "", text), "a variable without a default"
    return yaml.safe_load(filled(text))


def part(name: str) -> dict:
    return file()["services"][name]


def environment(name: str) -> dict:
    return part(name).get("environment", {})


def mounts(name: str) -> dict:
    """What lies at a path: source, and whether it is read only."""
    found = {}
    for each in part(name).get("volumes", []):
        source, target, *mode = each.split(":")
        found[target] = (source, mode == ["ro"])
    return found


def conditions(name: str) -> dict:
    return {other: each["condition"] for other, each in part(name).get("depends_on", {}).items()}


@functools.cache
def made() -> dict:
    """What secrets.sh makes: content by folder and file, in the second of two runs."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"PATH": os.environ["PATH"], "SECRETS": folder}
        runs = []
        for _ in range(2):
            subprocess.run(["bash", REPO / "deploy/docker/secrets.sh"], env=env, check=True, capture_output=True)
            runs.append({str(path.relative_to(folder)): path.read_text() for path in Path(folder).rglob("*") if path.is_file()})
        assert runs[0] == runs[1], "another run makes other secrets"
        modes = {path.stat().st_mode & 0o777 for path in Path(folder).glob("[!k]*/*")}
        assert modes == {0o444}, modes
        assert (Path(folder) / "kept").stat().st_mode & 0o777 == 0o700
    found = {}
    for path, text in runs[0].items():
        party, name = path.split("/")
        found.setdefault(party, {})[name] = text
    return found


@functools.cache
def proof():
    """prove.py as a module."""
    spec = importlib.util.spec_from_file_location("prove", REPO / "deploy/docker/prove.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
