"""docker-compose.yml: everything is in it, configured, confined, and no secret is committed."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from urllib.parse import urlsplit

import manifests
import test_connections
import test_names
from composition import JOBS, OBSERVABILITY, REPO, SECRETS, SERVERS, SERVICES, STAND_INS, TOOLS, conditions, environment, file, made, mounts, part, proof

PRODUCT = [*SERVICES, "migrate", "streams"]
OURS = [*PRODUCT, *TOOLS]
LINE = re.compile(r"^\s*([A-Z_]+)='\"(\w+)\"'$", re.M)


def read_by_the_sandbox() -> tuple:
    """Its variables, and those that may stand in a file."""
    glob = "deploy/sandbox/src/**/*.rs"
    secrets = set(manifests.code(r'(?:key|value_or_file|secret)\([\w.()]+, "(SAFFRON_[A-Z0-9_]+)"', glob))
    return set(manifests.code(r'env = "(SAFFRON_[A-Z0-9_]+)"', glob)), secrets


class Parts(unittest.TestCase):
    def test_everything_is_in_it(self):
        wanted = [*SERVICES, *JOBS, *TOOLS, *SERVERS, *STAND_INS, *OBSERVABILITY]
        self.assertEqual(sorted(file()["services"]), sorted(wanted))
        for service in SERVICES:
            self.assertEqual(part(service)["command"], [service])
        self.assertEqual((part("migrate")["command"], part("streams")["command"]), (["migrate"], ["streams", "apply"]))
        played = {part(name)["command"][0] for name in STAND_INS}
        source = (REPO / "deploy/sandbox/src/main.rs").read_text()
        known = {name.lower() for name in re.findall(r"^    (\w+)\((?:Box<)?\w+::\w+>?\),$", source, re.M)}
        # An import ends; what is played stays.
        self.assertEqual(played, known - {"import"})

    def test_the_proof_speaks_of_the_same(self):
        declared = proof()
        self.assertEqual((sorted(declared.SERVICES), declared.JOBS, declared.STAND_INS, declared.TOOLS, declared.OBSERVABILITY), (sorted(SERVICES), JOBS, STAND_INS, TOOLS, OBSERVABILITY))

    def test_one_builds_each_image_and_the_others_take_it(self):
        for names, target in ((PRODUCT, "saffron"), (STAND_INS, "dev"), (TOOLS, "backup")):
            builders = [name for name in names if "build" in part(name)]
            self.assertEqual(len(builders), 1)
            self.assertEqual(part(builders[0])["build"]["target"], target)
            self.assertEqual(len({part(name)["image"] for name in names}), 1)

    def test_images_are_pinned_and_those_of_the_manifests(self):
        for name in file()["services"]:
            image = part(name)["image"]
            self.assertRegex(image, r":[\w.-]+$", name)
            self.assertNotIn(":latest", image)
        for name, single in (("postgres", "postgres-single/postgres.yaml"), ("nats", "nats-single/nats.yaml")):
            self.assertIn(f"image: {part(name)['image']}\n", (REPO / "k8s/components" / single).read_text())

    def test_what_is_mounted_is_there_and_read_only(self):
        for name in file()["services"]:
            for target, (source, read_only) in mounts(name).items():
                if source.startswith("./"):
                    self.assertTrue((REPO / source).exists(), source)
                    self.assertTrue(read_only, f"{name}: {target}")
        used = {source for name in file()["services"] for source, _ in mounts(name).values() if not source.startswith("./")}
        self.assertEqual(used, set(file()["volumes"]))


class Confined(unittest.TestCase):
    def test_nothing_is_open_to_other_machines(self):
        for name in file()["services"]:
            for port in part(name).get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), f"{name}: {port}")

    def test_no_part_has_rights_or_may_write(self):
        for name in file()["services"]:
            each = part(name)
            self.assertEqual(each["cap_drop"], ["ALL"], name)
            self.assertEqual(each["security_opt"], ["no-new-privileges:true"], name)
            self.assertFalse(each.get("privileged") or each.get("cap_add"), name)
            # Those two write beside their volumes.
            self.assertEqual(each.get("read_only", False), name not in ("prometheus", "grafana"), name)
            self.assertTrue(name in [*OURS, *STAND_INS] or each.get("user") != "root")

    def test_services_are_asked_whether_they_are_well_and_may_finish(self):
        for service in SERVICES:
            each = part(service)
            listen = environment(service)[f"SAFFRON_{service.upper()}_LISTEN"]
            port = listen.rsplit(":", 1)[1]
            url = f"http://127.0.0.1:{port}/readyz" if service == "gateway" else f"grpc://127.0.0.1:{port}"
            self.assertEqual(each["healthcheck"]["test"], ["CMD", "/usr/local/bin/saffron", "health", url])
            drain = manifests.number_in_code("services/libs/kit", r"const DRAIN: Duration = Duration::from_secs\((\d+)\)")
            self.assertGreater(int(each["stop_grace_period"].removesuffix("s")), drain)

    def test_the_order_of_the_start(self):
        done, well = "service_completed_successfully", "service_healthy"
        self.assertEqual(conditions("postgres"), {"secrets": done})
        self.assertEqual(conditions("nats"), {"secrets": done})
        self.assertEqual(conditions("databases"), {"postgres": well})
        self.assertEqual(conditions("migrate"), {"databases": done})
        self.assertEqual(conditions("streams"), {"nats": well})
        for service in SERVICES:
            self.assertEqual(conditions(service), {"migrate": done, "streams": done})
        self.assertEqual(conditions("demo")["gateway"], well)


class Backup(unittest.TestCase):
    def test_it_runs_only_when_it_is_asked_to(self):
        for name in file()["services"]:
            self.assertEqual(part(name).get("profiles", []), ["tools"] if name in TOOLS else [], name)
            self.assertNotIn("backup", conditions(name))
        self.assertNotIn("restart", part("backup"))

    def test_it_has_the_variables_of_its_program(self):
        """Every database of the table of services, and what the command itself reads."""
        wanted = {f"SAFFRON_{service['name'].upper()}_DATABASE_URL" for service in manifests.TABLE}
        wanted |= set(manifests.code(r'"(SAFFRON_[A-Z_]+)"', "services/saffron/src/command/backup/*.rs"))
        wanted |= set(manifests.code(r'nats_of\(env, "ops", "(SAFFRON_[A-Z_]+)"', "services/saffron/src/command/mod.rs"))
        declared = environment("backup")
        self.assertEqual({name.removesuffix("_FILE") for name in declared} - {"SAFFRON_LOG"}, wanted)
        for service, variable in (("inventory", "SAFFRON_INVENTORY_IMAGES"), ("connectors", "SAFFRON_CONNECTORS_FILES")):
            folder = declared[variable]
            self.assertEqual((folder, mounts("backup")[folder]), (environment(service)[variable], mounts(service)[folder]))

    def test_what_it_writes_is_kept(self):
        command, folder = part("backup")["command"]
        self.assertEqual((command, mounts("backup")[folder]), ("backup", ("backups", False)))

    def test_its_servers_are_there_before_it(self):
        self.assertEqual(conditions("backup"), {"databases": "service_completed_successfully", "nats": "service_healthy"})


class Variables(unittest.TestCase):
    def test_every_service_has_its_required_variables(self):
        for service in SERVICES:
            declared = {name.removesuffix("_FILE") for name in environment(service)}
            self.assertEqual(manifests.required(service) - declared, set(), service)

    def test_every_variable_is_read_by_the_code(self):
        known, files = test_names.read_by_the_code()
        by_sandbox, sandbox_files = read_by_the_sandbox()
        for names, plain, in_file in ((OURS, known, files), (STAND_INS, by_sandbox, sandbox_files)):
            for name in names:
                for variable in environment(name):
                    with self.subTest(part=name, variable=variable):
                        if variable.endswith("_FILE"):
                            self.assertIn(variable.removesuffix("_FILE"), in_file)
                        else:
                            self.assertIn(variable, plain)

    def test_urls_lead_to_who_listens_there(self):
        listening = {}
        for name in [*SERVICES, *STAND_INS]:
            for variable, value in environment(name).items():
                if re.search(r"_(LISTEN|PAGE)$", variable) and value.startswith("0.0.0.0:"):
                    host = "outside" if name in STAND_INS else name
                    listening.setdefault(host, set()).add(int(value.rsplit(":", 1)[1]))
        self.assertEqual(part("gateway")["networks"]["default"]["aliases"], ["outside"])
        listening["localhost"] = listening["127.0.0.1"] = listening["outside"] | listening["gateway"]
        listening["otel-collector"] = {4317}
        seen = set()
        for name in [*SERVICES, *STAND_INS]:
            for value in environment(name).values():
                for url in re.findall(r"(?:http|smtp)://[\w.-]+:\d+", value):
                    parsed = urlsplit(url)
                    self.assertIn(parsed.port, listening.get(parsed.hostname, set()), f"{name}: {url}")
                    seen.add(parsed.hostname)
        self.assertLess({"outside", "otel-collector", "auth", "reports"}, seen)
        for name in STAND_INS:
            self.assertEqual(part(name)["network_mode"], "service:gateway")
        published = {int(port.rsplit(":", 1)[1]) for port in part("gateway")["ports"]}
        self.assertLess(published, listening["localhost"])


class Postgres(unittest.TestCase):
    def test_it_has_room_for_every_pool(self):
        """Its settings are those of `cargo dev up` too, which says nothing of pools."""
        self.assertEqual(mounts("postgres")["/etc/saffron/postgres.conf"], ("./deploy/postgres/saffron.conf", True))
        (limit,) = re.findall(r"^max_connections = (\d+)$", (REPO / "deploy/postgres/saffron.conf").read_text(), re.M)
        for declared in (environment, lambda service: {}):
            pools = [test_connections.pool_by(declared(service), service) for service in test_connections.OWNERS]
            self.assertLessEqual(test_connections.room(pools), int(limit))
        self.assertNotIn("_DATABASE_CONNECTIONS", "".join(path.read_text() for path in REPO.glob("deploy/dev/src/**/*.rs") if "check" not in path.parts))


class Secrets(unittest.TestCase):
    def test_each_gets_the_files_that_it_reads_and_no_others(self):
        parties = {target.removeprefix("/secrets/"): source for target, (source, _) in mounts("secrets").items() if target.startswith("/secrets/")}
        self.assertEqual({party: f"secrets-{party}" for party in made()}, parties)
        read = {}
        for name in file()["services"]:
            source, read_only = mounts(name).get(SECRETS, ("", True))
            self.assertTrue(read_only, name)
            if name in [*OURS, *STAND_INS]:
                for variable, value in environment(name).items():
                    if variable.endswith("_FILE"):
                        self.assertEqual(value, f"{SECRETS}/{variable.removesuffix('_FILE')}")
                        read.setdefault(source, set()).add(variable.removesuffix("_FILE"))
        for party in [*OURS, "sandbox"]:
            self.assertEqual(read[f"secrets-{party}"], set(made()[party]), party)
        holders = {}
        for name in file()["services"]:
            if name != "secrets":
                for source, _ in mounts(name).values():
                    if source.startswith("secrets-"):
                        holders.setdefault(source, []).append(name)
        self.assertEqual(holders.pop("secrets-sandbox"), ["cards", "texts", "square", "clover", "toast", "demo"])
        self.assertEqual(holders, {f"secrets-{name}": [name] for name in [*SERVERS, "databases", *OURS]})

    def test_no_secret_is_committed(self):
        _, files = test_names.read_by_the_code()
        _, sandbox_files = read_by_the_sandbox()
        for name in file()["services"]:
            for variable, value in environment(name).items():
                if variable in files | sandbox_files:
                    self.assertEqual((variable, value), ("SAFFRON_SMTP_URL", "smtp://outside:8105"), name)
                self.assertNotRegex(value, r"://[^/\s]*:[^/\s]*@|sk_(test|live)_|whsec_", f"{name}: {variable}")
                self.assertFalse(re.search(r"PASSWORD|SECRET|TOKEN", variable) and not re.search(r"_FILE$|DISABLE", variable), f"{name}: {variable}")
        ignored = (REPO / ".dockerignore").read_text().splitlines()
        self.assertEqual([line for line in ignored if not line.startswith("#")][0], "*")

    def test_secrets_fit_together(self):
        secrets = made()
        for service in SERVICES[1:]:
            name = f"SAFFRON_{service.upper()}_DATABASE_URL"
            url = urlsplit(secrets[service][name].strip())
            self.assertEqual(secrets["migrate"][name], secrets[service][name])
            self.assertEqual(secrets["backup"][name], secrets[service][name])
            self.assertEqual((url.username, url.hostname, url.path), (f"saffron_{service}", "postgres", f"/saffron_{service}"))
            self.assertEqual(url.password, secrets["databases"][service].strip())
        users = dict(LINE.findall(secrets["nats"]["users.env"]))
        wanted = set(re.findall(r"\$(SAFFRON_NATS_[A-Z0-9_]+_PASSWORD)", (REPO / "deploy/nats/users.conf").read_text()))
        self.assertEqual(set(users), wanted)
        for party, name in [*((service, f"SAFFRON_{service.upper()}_NATS_URL") for service in SERVICES), ("streams", "SAFFRON_OPS_NATS_URL"), ("backup", "SAFFRON_OPS_NATS_URL")]:
            url = urlsplit(secrets[party][name].strip())
            self.assertEqual(url.password, users[f"SAFFRON_NATS_{url.username.upper()}_PASSWORD"])
        same = [("payments", "SAFFRON_PAYMENTS_SECRET_KEY", "SAFFRON_CARD_SANDBOX_SECRET_KEY"), ("payments", "SAFFRON_PAYMENTS_WEBHOOK_SECRETS", "SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET"), ("marketing", "SAFFRON_MARKETING_SMS_TOKEN", "SAFFRON_SMS_SANDBOX_TOKEN"), ("connectors", "SAFFRON_SQUARE_WEBHOOK_KEY", "SAFFRON_SQUARE_SANDBOX_WEBHOOK_KEY")]
        for party, ours, theirs in same:
            self.assertEqual(secrets[party][ours], secrets["sandbox"][theirs])
        self.assertEqual(secrets["auth"]["SAFFRON_AUTH_PROVISIONING_KEYS"], f"sandbox:{secrets['sandbox']['SAFFRON_PROVISIONING_KEY']}")
        self.assertEqual(secrets["postgres"]["postgres"], secrets["databases"]["postgres"])
        values = list(secrets["kept"].values())
        self.assertEqual(len(values), len(set(values)), "two secrets are the same")
        given = "".join(text for party, files in secrets.items() if party != "kept" for text in files.values())
        for name, text in secrets["kept"].items():
            # Of the pair of keys, auth gets the seed and all get the public half.
            self.assertTrue(name == "token" or text.strip() in given, f"{name} is given to no service")
        addresses, links = (secrets["marketing"][f"SAFFRON_MARKETING_{which}_KEY"] for which in ("ADDRESS", "LINK"))
        self.assertNotEqual(addresses, links)

    def test_the_server_reads_its_settings_with_them(self):
        with tempfile.TemporaryDirectory() as folder:
            secret = Path(folder) / "users.env"
            secret.write_text(made()["nats"]["users.env"])
            shell, flag, line = part("nats")["entrypoint"]
            line = line.replace(f"{SECRETS}/users.env", str(secret)).replace("/etc/nats/nats.conf", f"{REPO}/deploy/nats/nats.conf")
            env = {"PATH": os.environ["PATH"], **environment("nats"), "SAFFRON_NATS_STORE": f'"{folder}"'}
            done = subprocess.run([shell, flag, f"{line} -t"], env=env, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            secret.write_text("".join(line for line in secret.read_text().splitlines(True) if "_AUTH_" not in line))
            done = subprocess.run([shell, flag, f"{line} -t"], env=env, capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0, "a user without a password was not noticed")
