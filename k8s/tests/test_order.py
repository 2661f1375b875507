"""What is applied before what: with kubectl, Argo CD and Flux, as docs/kubernetes.md tells it."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

import manifests
from manifests import OVERLAYS, named, of_kind

STEP, WAVE = "saffron/step", "argocd.argoproj.io/sync-wave"
PAGE = (manifests.REPO / "docs/kubernetes.md").read_text()


def step(each: dict) -> str:
    return each["metadata"].get("labels", {}).get(STEP, "")


def wave(each: dict) -> int:
    return int(each["metadata"].get("annotations", {}).get(WAVE, "0"))


def deployments_named(value, key: str = "") -> set:
    """The Deployments that something refers to, at any depth: `{kind: Deployment, name: …}`, or the target of a ScaledObject,
    whose kind is that one unless it is said."""
    if isinstance(value, list):
        return set().union(*(deployments_named(each) for each in value))
    if not isinstance(value, dict):
        return set()
    is_one = value.get("kind", "Deployment" if key == "scaleTargetRef" else "") == "Deployment"
    found = {value["name"]} if is_one and "name" in value else set()
    return found.union(*(deployments_named(each, inner) for inner, each in value.items()))


def naming(objects) -> list:
    return [(each, name) for each in objects for name in sorted(deployments_named(each.get("spec")))]


class Order(unittest.TestCase):
    def test_what_names_a_deployment_comes_after_it(self):
        """KEDA refuses a ScaledObject by CPU whose Deployment it does not find."""
        for overlay in OVERLAYS:
            objects = manifests.objects(overlay)
            for each, name in naming(objects):
                with self.subTest(overlay=overlay, kind=each["kind"], name=name):
                    deployment = named(overlay, "Deployment", name)
                    # The first apply takes all but this label, the second everything, in the order of the file.
                    self.assertEqual(step(each), "services")
                    self.assertGreater(objects.index(each), objects.index(deployment))
                    self.assertGreater(wave(each), wave(deployment))
        self.assertEqual({name for _, name in naming(manifests.objects("production"))}, set(manifests.SERVICES))

    def test_services_come_after_the_jobs(self):
        for overlay in OVERLAYS:
            jobs = of_kind(overlay, "Job")
            self.assertEqual([step(each) for each in jobs], ["before", "before"])
            for each in manifests.objects(overlay):
                self.assertEqual(step(each) == "services", each["kind"] in ("Deployment", "ScaledObject"), each["metadata"]["name"])
                if step(each) == "services":
                    self.assertGreater(wave(each), max(wave(job) for job in jobs))
                elif each not in jobs:
                    self.assertLess(wave(each), min(wave(job) for job in jobs), "a Job waits for it")

    def test_the_namespace_can_be_made_before_the_rest(self):
        (path,) = re.findall(r"kubectl apply --server-side -f (k8s/\S+)", PAGE)
        early = yaml.safe_load((manifests.REPO / path).read_text())
        self.assertEqual(early, named("production", "Namespace", manifests.NAMESPACE))

    def test_the_page_applies_by_that_label(self):
        self.assertEqual(re.findall(r"kubectl apply .*-l '([^']+)'", PAGE), [f"{STEP}!=services"] * 2)

    def test_the_first_kustomization_of_flux_has_all_but_the_services(self):
        (block,) = [each for each in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S) if "$patch: delete" in each]
        with tempfile.TemporaryDirectory() as folder:
            overlay = os.path.relpath(manifests.REPO / "k8s/overlays/production", os.path.realpath(folder))
            text = re.sub(r"resources: \[[^\]]+\]", f"resources: [{overlay}]", block)
            (Path(folder) / "kustomization.yaml").write_text(text)
            done = subprocess.run(["kubectl", "kustomize", os.path.realpath(folder)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        left = list(yaml.safe_load_all(done.stdout))
        wanted = [each for each in manifests.objects("production") if step(each) != "services"]
        self.assertEqual(left, wanted)
        self.assertEqual(naming(left), [])
