#!/usr/bin/env python3
"""Checks k8s/, deploy/observability and the pages of docs/ that speak of them. No cluster is needed.

    python3 k8s/tests/run.py                     all checks
    python3 k8s/tests/run.py test_network        one file of them
    python3 k8s/tests/run.py --write             makes again what is made: components/monitoring/rules.yaml

Python 3.11 or later with pip, bash and openssl are all that has to be there. The tools are fetched into SAFFRON_PACKAGES (.saffron/packages):
those of requirements.txt by pip, with hashes; promtool, where there is none, out of Debian's package.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(REPO / "deploy/python"))
import packages

NO_PROMTOOL = """promtool is missing. It comes with Prometheus: install it (Debian: apt-get install prometheus; else
https://prometheus.io/download), so that `promtool` is on the PATH, and run this again."""


def environment() -> Path:
    """The tools of requirements.txt."""
    return packages.environment("k8s", HERE / "requirements.txt", "kubectl and the checkers (once, some 500 MB)")


def promtool(folder: Path) -> Path:
    """promtool of the machine, or of Debian's package, which is unpacked and not installed: no service starts."""
    found = shutil.which("promtool")
    if found:
        return Path(found)
    inside = folder / "prometheus"
    if not (inside / "usr/bin/promtool").exists():
        if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
            sys.exit(NO_PROMTOOL)
        print("k8s: fetching promtool", flush=True)
        inside.mkdir(parents=True, exist_ok=True)
        download = ["apt-get", "-q", "download", "prometheus"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        if subprocess.run(download, cwd=inside, **quiet).returncode != 0:
            # The lists of packages may be missing or old; only root may fetch them.
            subprocess.run(["apt-get", "-q", "update"], check=False, **quiet)
            if subprocess.run(download, cwd=inside, **quiet).returncode != 0:
                sys.exit(NO_PROMTOOL)
        package = next(inside.glob("prometheus_*.deb"))
        subprocess.run(["dpkg-deb", "-x", package, inside], check=True)
        package.unlink()
    return inside / "usr/bin/promtool"


def main() -> int:
    for program in ("bash", "openssl"):
        if not shutil.which(program):
            sys.exit(f"{program} is missing: k8s/overlays/local/secrets.sh needs it (Debian: apt-get install {program})")
    folder = environment()
    env = dict(os.environ)
    env["PATH"] = f"{folder / 'bin'}{os.pathsep}{env['PATH']}"
    env["PROMTOOL"] = str(promtool(folder))
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    python = folder / "bin/python"
    if "--write" in sys.argv[1:]:
        return subprocess.run([python, HERE / "made.py"], env=env, check=False).returncode
    files = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
    return subprocess.run([python, "-m", "unittest", "-v", *files], cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
