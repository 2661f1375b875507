#!/usr/bin/env python3
"""Tries every call of the HTTP API, as proto/openapi.json describes it, with random requests, against a started system.

    cargo dev run -- python3 proto/tests/run.py
    cargo dev run -- python3 proto/tests/run.py getItemsList     some operations only

Read from the environment: SAFFRON_BASE_URL (http://localhost:8080), SAFFRON_TEST_ROUNDS (how many requests: 1000),
SAFFRON_TEST_SEED (0), and the keys and secrets that `cargo dev run` gives: with them requests get beyond the first refusal. The
system has the demo's people, and rates that do not slow the requests down. It is written to: take one that may be thrown away.
Python 3.11 or later with pip; the packages of requirements.txt are fetched into SAFFRON_PACKAGES (.saffron/packages), with
hashes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[1]


def packages() -> Path:
    given = os.environ.get("SAFFRON_PACKAGES")
    home = Path(os.environ.get("SAFFRON_HOME") or REPO / ".saffron")
    return Path(given) if given else home / "packages"


def environment() -> Path:
    """A virtual environment with the packages, made once for each state of requirements.txt."""
    wanted = HERE / "requirements.txt"
    digest = hashlib.sha256(wanted.read_bytes() + sys.version.encode()).hexdigest()[:16]
    folder = packages() / f"api-{digest}"
    if not (folder / "complete").exists():
        print("api: fetching schemathesis (once, some 30 MB)", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, "--only-binary", ":all:", "--require-hashes", "-r", wanted], check=True)
        (folder / "complete").touch()
    return folder


def main() -> int:
    if sys.version_info < (3, 11):
        sys.exit("Python 3.11 or later is needed")
    python = environment() / "bin/python"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([python, HERE / "cases.py", *sys.argv[1:]], cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
