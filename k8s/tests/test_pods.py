"""Pods: the restricted Pod Security standard field by field, probes, limits, and an end that fits the drain."""

import unittest

import manifests
from manifests import OVERLAYS, containers, of_kind, pod, workloads

# https://kubernetes.io/docs/concepts/security/pod-security-standards/, restricted with all that baseline asks for.
VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"}
SYSCTLS = {
    "kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.ip_unprivileged_port_start",
    "net.ipv4.tcp_syncookies", "net.ipv4.ping_group_range", "net.ipv4.ip_local_reserved_ports",
    "net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl",
    "net.ipv4.tcp_keepalive_probes",
}
SECCOMP = {"RuntimeDefault", "Localhost"}


def refusals(template: dict) -> list:
    """What of a pod the restricted standard refuses."""
    spec, found = template["spec"], []
    inside = spec.get("securityContext", {})
    every = [*spec.get("initContainers", []), *spec["containers"], *spec.get("ephemeralContainers", [])]

    def refuse(unless: bool, what: str) -> None:
        if not unless:
            found.append(what)

    for host in ("hostNetwork", "hostPID", "hostIPC"):
        refuse(not spec.get(host), host)
    refuse(spec.get("os", {}).get("name", "linux") == "linux", "os")
    refuse(not inside.get("windowsOptions", {}).get("hostProcess"), "hostProcess")
    for sysctl in inside.get("sysctls", []):
        refuse(sysctl["name"] in SYSCTLS, f"sysctl {sysctl['name']}")
    for volume in spec.get("volumes", []):
        kinds = set(volume) - {"name"}
        refuse(bool(kinds) and kinds <= VOLUMES, f"volume {volume['name']}")
    notes = template.get("metadata", {}).get("annotations", {})
    refuse(not any("apparmor.security.beta" in note for note in notes), "AppArmor by annotation")
    for container in every:
        name, own = container["name"], container.get("securityContext", {})
        effective = {**{key: inside[key] for key in ("runAsNonRoot", "runAsUser", "seccompProfile") if key in inside}, **own}
        capabilities = own.get("capabilities", {})
        refuse(not own.get("privileged"), f"{name}: privileged")
        refuse(own.get("allowPrivilegeEscalation") is False, f"{name}: allowPrivilegeEscalation")
        refuse(capabilities.get("drop") == ["ALL"], f"{name}: capabilities are not dropped")
        refuse(set(capabilities.get("add", [])) <= {"NET_BIND_SERVICE"}, f"{name}: capabilities are added")
        refuse(effective.get("runAsNonRoot") is True, f"{name}: runAsNonRoot")
        refuse(effective.get("runAsUser") != 0, f"{name}: runAsUser 0")
        refuse(effective.get("seccompProfile", {}).get("type") in SECCOMP, f"{name}: seccompProfile")
        refuse(own.get("procMount", "Default") == "Default", f"{name}: procMount")
        refuse(all(not port.get("hostPort") for port in container.get("ports", [])), f"{name}: hostPort")
        app_armor = {**inside.get("appArmorProfile", {}), **own.get("appArmorProfile", {})}.get("type", "RuntimeDefault")
        refuse(app_armor in SECCOMP, f"{name}: AppArmor")
        options = {**inside.get("seLinuxOptions", {}), **own.get("seLinuxOptions", {})}
        refuse(not options.get("user") and not options.get("role"), f"{name}: SELinux user or role")
        refuse(options.get("type", "") in {"", "container_t", "container_init_t", "container_kvm_t", "container_engine_t"}, f"{name}: SELinux type")
        refuse(not own.get("windowsOptions", {}).get("hostProcess"), f"{name}: hostProcess")
        for handler in handlers(container):
            refuse(not handler.get("httpGet", {}).get("host") and not handler.get("tcpSocket", {}).get("host"), f"{name}: a probe to another host")
    return found


def handlers(container: dict) -> list:
    probes = [container[kind] for kind in ("startupProbe", "readinessProbe", "livenessProbe") if kind in container]
    return probes + list(container.get("lifecycle", {}).values())


GOOD = {
    "spec": {
        "securityContext": {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}},
        "containers": [{"name": "a", "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}}],
    }
}


def chart_pod() -> dict:
    """The pods that the chart of NATS makes of our values, as far as the values say."""
    values = manifests.nats_values()
    template = values["podTemplate"]["merge"]
    parts = [("nats", values["container"]), ("reloader", values["reloader"]), ("prom-exporter", values["promExporter"])]
    inside = [{"name": name, **part["merge"]} for name, part in parts]
    assert values["natsBox"] == {"enabled": False}
    return {"metadata": template["metadata"], "spec": {**template["spec"], "containers": inside}}


class Restricted(unittest.TestCase):
    def test_every_pod_keeps_to_the_restricted_standard(self):
        for overlay in OVERLAYS:
            for workload in workloads(overlay):
                with self.subTest(overlay=overlay, workload=workload["metadata"]["name"]):
                    self.assertEqual(refusals(pod(workload)), [])
        self.assertEqual(refusals(chart_pod()), [])

    def test_the_namespace_asks_for_it(self):
        for overlay in OVERLAYS:
            labels = manifests.named(overlay, "Namespace", "saffron")["metadata"]["labels"]
            for mode in ("enforce", "audit", "warn"):
                self.assertEqual(labels[f"pod-security.kubernetes.io/{mode}"], "restricted")

    def test_every_field_of_the_standard_is_looked_at(self):
        import copy

        self.assertEqual(refusals(GOOD), [])
        spec = lambda **more: lambda each: each["spec"].update(more)
        inside = lambda **more: lambda each: each["spec"]["securityContext"].update(more)
        own = lambda **more: lambda each: each["spec"]["containers"][0]["securityContext"].update(more)
        container = lambda **more: lambda each: each["spec"]["containers"][0].update(more)
        changes = [
            spec(hostNetwork=True), spec(hostPID=True), spec(hostIPC=True), spec(os={"name": "windows"}),
            spec(volumes=[{"name": "a", "hostPath": {"path": "/"}}]), spec(volumes=[{"name": "a", "nfs": {}}]),
            spec(initContainers=[{"name": "b"}]),
            inside(sysctls=[{"name": "kernel.msgmax"}]), inside(runAsNonRoot=False), inside(runAsUser=0),
            inside(seccompProfile={"type": "Unconfined"}), inside(windowsOptions={"hostProcess": True}),
            inside(appArmorProfile={"type": "Unconfined"}), inside(seLinuxOptions={"user": "a"}),
            own(privileged=True), own(allowPrivilegeEscalation=True), own(capabilities={}), own(runAsNonRoot=False),
            own(capabilities={"drop": ["ALL"], "add": ["SYS_ADMIN"]}), own(runAsUser=0), own(procMount="Unmasked"),
            own(seccompProfile={"type": "Unconfined"}), own(appArmorProfile={"type": "Unconfined"}),
            own(seLinuxOptions={"type": "spc_t"}), own(windowsOptions={"hostProcess": True}),
            container(ports=[{"containerPort": 1, "hostPort": 1}]),
            container(livenessProbe={"httpGet": {"host": "10.0.0.1"}}),
            container(lifecycle={"preStop": {"tcpSocket": {"host": "10.0.0.1"}}}),
            lambda each: each.update(metadata={"annotations": {"container.apparmor.security.beta.kubernetes.io/a": "unconfined"}}),
        ]
        for at, change in enumerate(changes):
            with self.subTest(change=at):
                changed = copy.deepcopy(GOOD)
                change(changed)
                self.assertEqual(len(refusals(changed)) > 0, True)


class Ours(unittest.TestCase):
    """What we ask for beyond the standard."""

    def each(self):
        for overlay in OVERLAYS:
            for workload in workloads(overlay):
                for container in containers(workload):
                    yield overlay, workload, container

    def test_nothing_is_written_to_the_root_file_system_and_no_token_is_there(self):
        for _, workload, container in self.each():
            spec = pod(workload)["spec"]
            self.assertIs(container["securityContext"]["readOnlyRootFilesystem"], True)
            self.assertIs(spec["automountServiceAccountToken"], False)
            self.assertNotIn(spec["serviceAccountName"], ("default", ""))
        for container in chart_pod()["spec"]["containers"]:
            self.assertIs(container["securityContext"]["readOnlyRootFilesystem"], True)

    def test_every_container_has_requests_and_limits(self):
        every = [container for _, _, container in self.each()] + chart_pod()["spec"]["containers"]
        for container in every:
            for kind in ("requests", "limits"):
                self.assertEqual(set(container["resources"][kind]), {"cpu", "memory"}, container["name"])

    def test_what_operators_run_has_limits_too(self):
        cluster, pooler = (manifests.named("production", *each) for each in (("Cluster", "saffron-postgres"), ("Pooler", "saffron-pooler")))
        (bouncer,) = pooler["spec"]["template"]["spec"]["containers"]
        store = manifests.named("production", "ObjectStore", "saffron")["spec"]["instanceSidecarConfiguration"]
        for resources in (cluster["spec"]["resources"], bouncer["resources"], store["resources"]):
            self.assertEqual(set(resources["limits"]), {"cpu", "memory"})

    def test_what_serves_has_three_probes_and_jobs_have_none(self):
        for _, workload, container in self.each():
            probes = [kind for kind in ("startupProbe", "readinessProbe", "livenessProbe") if kind in container]
            self.assertEqual(len(probes), 0 if workload["kind"] in ("Job", "CronJob") else 3)
            ports = {port["name"]: port["containerPort"] for port in container.get("ports", [])}
            for kind in probes:
                probe = container[kind]
                self.assertTrue("timeoutSeconds" in probe and "periodSeconds" in probe)
                port = next((probe[how]["port"] for how in ("httpGet", "grpc", "tcpSocket") if how in probe), None)
                self.assertTrue(port is None or port in ports or port in ports.values(), f"{kind}: port {port} is not the container's")

    def test_probes_ask_for_what_the_code_answers(self):
        health = manifests.code(r'set_service_status\("([^"]*)"', "services/libs/kit/src/grpc/server.rs")
        health += manifests.code(r'const LIVE: &str = "([^"]+)"', "services/libs/kit/src/grpc/server.rs")
        paths = manifests.code(r'path = "(/healthz|/readyz)"', "services/gateway/src/api/health.rs")
        for overlay, workload, container in self.each():
            if not manifests.is_ours(container):
                continue
            for probe in handlers(container):
                if "httpGet" in probe:
                    self.assertIn(probe["httpGet"]["path"], paths)
                if "grpc" in probe:
                    self.assertIn(probe["grpc"]["service"], health)

    def test_the_end_of_a_pod_leaves_time_to_drain(self):
        drain = manifests.number_in_code("services/libs/kit", r"const DRAIN: Duration = Duration::from_secs\((\d+)\)")
        for overlay in OVERLAYS:
            for workload in of_kind(overlay, "Deployment"):
                spec = pod(workload)["spec"]
                for container in spec["containers"]:
                    sleep = container["lifecycle"]["preStop"]["sleep"]["seconds"]
                    self.assertGreaterEqual(sleep, 5)
                    self.assertGreaterEqual(spec["terminationGracePeriodSeconds"], sleep + drain + 5)

    def test_a_roll_out_takes_nothing_away(self):
        for overlay in OVERLAYS:
            budgets = {each["spec"]["selector"]["matchLabels"][manifests.PART]: each for each in of_kind(overlay, "PodDisruptionBudget")}
            for workload in of_kind(overlay, "Deployment"):
                part = pod(workload)["metadata"]["labels"][manifests.PART]
                self.assertEqual(workload["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"], 0)
                self.assertEqual(workload["spec"]["selector"]["matchLabels"], {manifests.PART: part})
                self.assertEqual(budgets[part]["spec"]["maxUnavailable"], 1)

    def test_replicas_are_spread(self):
        for overlay, keys in (("local", {"kubernetes.io/hostname"}), ("production", {"kubernetes.io/hostname", "topology.kubernetes.io/zone"})):
            for workload in of_kind(overlay, "Deployment"):
                template = pod(workload)
                spread = template["spec"]["topologySpreadConstraints"]
                self.assertEqual({each["topologyKey"] for each in spread}, keys)
                for each in spread:
                    self.assertLessEqual(each["labelSelector"]["matchLabels"].items(), template["metadata"]["labels"].items())
                    self.assertIn(manifests.PART, each["matchLabelKeys"])

    def test_services_lead_to_pods(self):
        for overlay in OVERLAYS:
            for service in of_kind(overlay, "Service"):
                (workload,) = [each for each in workloads(overlay) if service["spec"]["selector"].items() <= pod(each)["metadata"]["labels"].items()]
                ports = {port["name"] for container in containers(workload) for port in container["ports"]}
                self.assertLessEqual({port["targetPort"] for port in service["spec"]["ports"]}, ports)
