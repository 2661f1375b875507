"""The Dockerfile, and what its build is given."""

import json
import re
import subprocess
import tempfile
import tomllib
import unittest
from pathlib import Path

from composition import REPO, filled, part

TEXT = (REPO / "deploy/docker/Dockerfile").read_text()
LINES = re.sub(r"\\\n", " ", TEXT).splitlines()
STAGES = [re.fullmatch(r"FROM (?:--platform=\S+ )?(\S+) AS (\w+)", line).groups() for line in LINES if line.startswith("FROM ")]

# The program of an image, and the line tables that its backtraces read.
PROGRAM = ["COPY --from=binaries /out/saffron.debug /usr/local/bin/saffron.debug", "COPY --from=binaries /out/saffron /usr/local/bin/saffron"]


def stage(name: str) -> list:
    """The lines of a stage and of those it stands on."""
    found, current = [], None
    base = dict((own, on) for on, own in STAGES)
    for line in LINES:
        if line.startswith("FROM "):
            current = line.split()[-1]
        elif current == name:
            found.append(line)
    return [*(stage(base[name]) if base[name] in base else []), *found]


def copied(name: str) -> set:
    """What a stage takes out of the repository."""
    found = set()
    for line in stage(name):
        if line.startswith("COPY ") and "--from" not in line:
            found |= set(line.split()[1:-1])
    return found


class Image(unittest.TestCase):
    def test_a_build_without_a_target_is_the_product(self):
        self.assertEqual(STAGES[-1][1], "saffron")

    def test_base_images_are_arguments_with_pinned_defaults(self):
        arguments = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", TEXT, re.M))
        own = {name for _, name in STAGES}
        for base, name in STAGES:
            if base not in own:
                self.assertIn(base.strip("${}"), arguments, name)
        for name, image in arguments.items():
            self.assertRegex(image, r"^[\w./-]+:[\w.-]+$", name)
            self.assertNotIn(":latest", image)
        for builder in ("migrate", "cards", "backup"):
            given = part(builder)["build"]["args"]
            self.assertEqual({name: given[name] for name in arguments}, arguments)
            self.assertEqual(given["PROFILE"], "release")
        rust = re.search(r"rust:([\d.]+)-slim-(\w+)", arguments["RUST_IMAGE"])
        toolchain = tomllib.loads((REPO / "Cargo.toml").read_text())["workspace"]["package"]["rust-version"]
        self.assertTrue(rust[1].startswith(toolchain))
        # A binary needs the glibc that it was linked with, or a newer one.
        self.assertEqual({"bookworm": "12", "trixie": "13"}[rust[2]], re.search(r"cc-debian(\d+)", arguments["RUNTIME_IMAGE"])[1])
        self.assertRegex(arguments["POSTGRES_IMAGE"], rf"^postgres:\d+-{rust[2]}$")

    def test_the_product_is_one_program_of_a_plain_user(self):
        lines = stage("saffron")
        self.assertEqual([line for line in lines if line.startswith("ENTRYPOINT")], ['ENTRYPOINT ["/usr/local/bin/saffron"]'])
        self.assertEqual([line for line in lines if line.startswith("USER")], ["USER 65532:65532"])
        self.assertEqual([line for line in lines if line.startswith(("RUN", "CMD"))], [], "the runtime has no shell")
        web = next(line.split()[-1] for line in lines if "/dist" in line)
        self.assertIn(f"ENV SAFFRON_GATEWAY_WEB_DIR={web}", lines)
        programs = [line for line in lines if line.startswith(("COPY", "ADD")) and "bin" in line.split()[-1]]
        self.assertEqual(programs, PROGRAM)
        labels = set(re.findall(r"org\.opencontainers\.image\.(\w+)=", "\n".join(lines)))
        self.assertLessEqual({"title", "description", "licenses", "version", "revision", "created", "source"}, labels)

    def test_backups_are_made_by_the_same_program_beside_the_server_s_own(self):
        lines = stage("backup")
        self.assertEqual(dict((own, on) for on, own in STAGES)["backup"], "${POSTGRES_IMAGE}")
        self.assertEqual(part("backup")["build"]["args"]["POSTGRES_IMAGE"], part("postgres")["image"])
        programs = [line for line in lines if line.startswith(("COPY", "ADD")) and "bin" in line.split()[-1]]
        self.assertEqual(programs, PROGRAM)
        self.assertEqual([line for line in lines if line.startswith("USER")], ["USER 65532:65532"])
        self.assertEqual([line for line in lines if line.startswith("RUN")], [], "nothing is emulated")
        self.assertIn('ENTRYPOINT ["/usr/local/bin/saffron"]', lines)
        self.assertEqual([json.loads(line.removeprefix("CMD ")) for line in lines if line.startswith("CMD")], [part("backup")["command"]])

    def test_a_backtrace_reads_line_tables_beside_the_program(self):
        loop = next(line for line in LINES if "objcopy" in line).split("&& mkdir /out && ")[1]
        with tempfile.TemporaryDirectory() as folder:
            built, out = Path(folder, "target/release"), Path(folder, "out")
            built.mkdir(parents=True)
            out.mkdir()
            source = Path(folder, "panics.rs")
            source.write_text("fn main() { let texts: Vec<String> = std::env::args().collect(); println!(\"{}\", texts[9]); }")
            for name in ["saffron", "saffron-sandbox"]:
                command = ["rustc", "-C", "debuginfo=line-tables-only", source, "-o", built / name]
                subprocess.run(command, check=True, timeout=600)
            subprocess.run(["sh", "-ec", loop.replace("/out", str(out))], cwd=folder, check=True, timeout=60)
            for name in ["saffron", "saffron-sandbox"]:
                self.assertLess((out / name).stat().st_size, (built / name).stat().st_size / 2)
                ran = subprocess.run([out / name], env={"RUST_BACKTRACE": "1"}, capture_output=True, text=True, timeout=60)
                self.assertIn("panics.rs:1", ran.stderr.split("stack backtrace:")[1])

    def test_the_build_gets_what_it_copies_and_nothing_else(self):
        rules = [line for line in (REPO / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
        self.assertEqual(rules[0], "*")
        allowed = {line.removeprefix("!") for line in rules if line.startswith("!")}
        wanted = set()
        for _, name in STAGES:
            wanted |= copied(name)
        wanted.discard("./")
        for path in wanted:
            self.assertTrue((REPO / path).exists(), path)
            self.assertTrue(any(path == each or path.startswith(f"{each}/") or each.startswith(f"{path}/") for each in allowed), f"{path} is left out")
        for each in allowed:
            self.assertTrue(any(each == path or each.startswith(f"{path}/") for path in wanted), f"{each} is not used")
        for secret in (".saffron", "node_modules"):
            self.assertIn(f"**/{secret}", rules)

    def test_every_member_of_the_workspace_is_there(self):
        members = tomllib.loads((REPO / "Cargo.toml").read_text())["workspace"]["members"]
        for name in ("recipe", "binaries"):
            for member in members:
                self.assertTrue(any(member == path or member.startswith(f"{path}/") for path in copied(name)), f"{name}: {member}")
        self.assertIn(".cargo", copied("binaries"), "queries are checked against .sqlx")

    def test_folders_that_are_written_to_belong_to_who_writes(self):
        (made,) = [line for line in stage("folders") if line.startswith("RUN")]
        for name, path, root in (
            ("inventory", "/var/lib/saffron/images", "out"), ("cards", "/var/lib/sandbox", "out"), ("demo", "/var/lib/sandbox", "out"),
            ("connectors", "/var/lib/saffron/files", "out"), ("connectors", "/var/lib/saffron/scratch", "out"),
            ("backup", "/var/lib/saffron/images", "tools"), ("backup", "/var/lib/saffron/files", "tools"), ("backup", "/backups", "tools"),
        ):
            self.assertIn(f"/{root}{path}", made.split(" && ")[0])
            self.assertTrue(any(f"/{root}{path}".startswith(given) for given in made.split(" 65532:65532 ")[1].split()))
            self.assertTrue(any(each.endswith(f":{path}") for each in part(name)["volumes"]))
        self.assertIn("chown -R 65532:65532", made)

    def test_defaults_are_distinguished_from_variables(self):
        self.assertEqual(filled("a ${B:-c} d"), "a c d")
