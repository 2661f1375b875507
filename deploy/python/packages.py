"""The packages that tests in Python stand on: a virtual environment for each list of them, made once. Python 3.11 or later with
pip is all that has to be there. They lie in SAFFRON_PACKAGES, or in `packages` of SAFFRON_HOME (.saffron)."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]


def place() -> Path:
    """The folder that all instances share."""
    given = os.environ.get("SAFFRON_PACKAGES")
    home = Path(os.environ.get("SAFFRON_HOME") or REPO / ".saffron")
    return Path(given) if given else home / "packages"


def environment(name: str, wanted: Path, what: str) -> Path:
    """The folder of a virtual environment with what a requirements.txt lists, by its hashes; another state of the file, or
    another Python, is another environment. `what` tells a person who waits what is fetched, and how much."""
    if sys.version_info < (3, 11):
        sys.exit("Python 3.11 or later is needed")
    digest = hashlib.sha256(wanted.read_bytes() + sys.version.encode()).hexdigest()[:16]
    folder = place() / f"{name}-{digest}"
    if not (folder / "complete").exists():
        print(f"{name}: fetching {what}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, "--only-binary", ":all:", "--require-hashes", "-r", wanted], check=True)
        (folder / "complete").touch()
    return folder
