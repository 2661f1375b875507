"""What is made from something else: the alert rules as the Prometheus operator reads them."""

import yaml

import manifests

RULES = manifests.REPO / "deploy/observability/rules.yaml"
MADE = manifests.REPO / "k8s/components/monitoring/rules.yaml"
HEAD = """# Made from deploy/observability/rules.yaml by `python3 k8s/tests/run.py --write`; edit that file.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: saffron
spec:
"""


def rules() -> str:
    """The rules as they stand, two columns further in, with the comments of their own file left out."""
    lines = RULES.read_text().splitlines()
    body = [line for line in lines if not line.startswith("#")]
    text = HEAD + "".join(f"  {line}\n" if line else "\n" for line in body)
    assert yaml.safe_load(text)["spec"] == yaml.safe_load(RULES.read_text())
    return text


if __name__ == "__main__":
    MADE.write_text(rules())
    print(f"written: {MADE.relative_to(manifests.REPO)}")
