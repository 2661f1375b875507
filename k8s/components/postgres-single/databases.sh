#!/bin/bash
# A role and a database of the same name for each service, and no other role in it. In a subshell: the image reads this file
# into its own script.
(
  set -euo pipefail
  # For each service, by `cargo dev gen`:
  # | for name in {services: }; do
  for name in auth reports inventory customers payments marketing notifications connectors; do
  # End of the list.
    password=$(cat "/run/secrets/postgres/$name")
    psql -v ON_ERROR_STOP=1 -v role="saffron_$name" -v password="$password" --username postgres <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE DATABASE :"role" OWNER :"role";
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
  done
)
