#!/usr/bin/env python3
"""Runs docs/analysts' scripts against a started system, and tries what their users are refused.

    cargo dev run -- python3 docs/analysts/tests/run.py
    cargo dev run -- python3 docs/analysts/tests/run.py test_refused     one file of them

Read from the environment: SAFFRON_ANALYST_NATS_URL, SAFFRON_LOCATION_NATS_URL, SAFFRON_OPS_NATS_URL, SAFFRON_PROVISIONING_KEY and
SAFFRON_BASE_URL (http://localhost:8080). The system has the demo's users. The tests add a location to it, and the consumer
`location`. Python 3.11 or later with pip; the packages of requirements.txt are fetched into SAFFRON_PACKAGES
(.saffron/packages), with hashes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[2]


def packages() -> Path:
    given = os.environ.get("SAFFRON_PACKAGES")
    home = Path(os.environ.get("SAFFRON_HOME") or REPO / ".saffron")
    return Path(given) if given else home / "packages"


def environment() -> Path:
    """A virtual environment with the packages, made once for each state of requirements.txt."""
    wanted = HERE.parent / "requirements.txt"
    digest = hashlib.sha256(wanted.read_bytes() + sys.version.encode()).hexdigest()[:16]
    folder = packages() / f"analysts-{digest}"
    if not (folder / "complete").exists():
        print("analysts: fetching nats-py, pyarrow and duckdb (once, some 80 MB)", flush=True)
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
    files = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
    return subprocess.run([python, "-m", "unittest", "-v", *files], cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
