#!/usr/bin/env python3
"""Runs docs/analysts' scripts against a started system, and tries what their users are refused.

    cargo dev run -- python3 docs/analysts/tests/run.py
    cargo dev run -- python3 docs/analysts/tests/run.py test_refused     one file of them

Read from the environment: SAFFRON_ANALYST_NATS_URL, SAFFRON_LOCATION_NATS_URL, SAFFRON_OPS_NATS_URL, SAFFRON_PROVISIONING_KEY and
SAFFRON_BASE_URL (http://localhost:8080). The system has the demo's users. The tests add a location to it, and the consumer
`location`. Python 3.11 or later with pip; the packages of requirements.txt are fetched into SAFFRON_PACKAGES
(.saffron/packages), with hashes.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[2]

sys.dont_write_bytecode = True
sys.path.insert(0, str(REPO / "deploy/python"))
import packages


def main() -> int:
    wanted = HERE.parent / "requirements.txt"
    python = packages.environment("analysts", wanted, "nats-py, pyarrow and duckdb (once, some 80 MB)") / "bin/python"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    files = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
    return subprocess.run([python, "-m", "unittest", "-v", *files], cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
