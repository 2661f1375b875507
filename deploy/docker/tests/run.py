#!/usr/bin/env python3
"""Checks docker-compose.yml, the Dockerfile and what they mount. No engine is needed; prove.py beside this folder starts it all.

    python3 deploy/docker/tests/run.py                    all checks
    python3 deploy/docker/tests/run.py test_compose       one file of them

The tools are those of k8s/tests, fetched as there.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[2]


def main() -> int:
    spec = importlib.util.spec_from_file_location("k8s_run", REPO / "k8s/tests/run.py")
    k8s = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(k8s)
    folder = k8s.environment()
    env = dict(os.environ)
    env["PATH"] = f"{folder / 'bin'}{os.pathsep}{env['PATH']}"
    env["PROMTOOL"] = str(k8s.promtool(folder))
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    env["PYTHONPATH"] = str(REPO / "k8s/tests")
    files = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
    return subprocess.run([folder / "bin/python", "-m", "unittest", "-v", *files], cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
