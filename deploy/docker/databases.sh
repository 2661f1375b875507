#!/bin/bash
# A role and a database of the same name for each service, and no other role in it. Safe to repeat. Runs in the image of
# Postgres; passwords stand in the files of /run/secrets/saffron, the superuser's under `postgres`.
set -euo pipefail
secrets=/run/secrets/saffron
PGPASSWORD=$(<"$secrets/postgres")
export PGPASSWORD
# Not every engine waits until a server is healthy.
for _ in {1..60}; do
  pg_isready --quiet --host postgres && break
  sleep 1
done
for file in "$secrets"/*; do
  name=${file##*/}
  [ "$name" != postgres ] || continue
  psql --no-psqlrc --quiet --host postgres --username postgres --set ON_ERROR_STOP=1 \
    --set role="saffron_$name" --set password="$(<"$file")" <<'SQL'
SELECT format('CREATE ROLE %I LOGIN', :'role') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
ALTER ROLE :"role" PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I', :'role', :'role') WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'role') \gexec
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
  echo "saffron_$name is there"
done
