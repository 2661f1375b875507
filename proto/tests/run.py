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

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[1]

sys.dont_write_bytecode = True
sys.path.insert(0, str(REPO / "deploy/python"))
import packages


def main() -> int:
    python = packages.environment("api", HERE / "requirements.txt", "schemathesis (once, some 30 MB)") / "bin/python"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([python, HERE / "cases.py", *sys.argv[1:]], cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
