#!/usr/bin/env bash
# Makes the Secrets of the local overlay, and the ConfigMap with the public key of what one of them signs with, random where no one has to know them, and gives them to kubectl:
#
#   k8s/overlays/local/secrets.sh | kubectl apply -f -
#
# Once: another run makes other keys, which what is stored already does not fit. Providers of the outside world are given by
# SMTP_URL, SMS_TOKEN, CARD_SECRET_KEY and CARD_WEBHOOK_SECRET; without them the services start, and what they send fails.
set -euo pipefail
umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

key() { openssl rand -base64 32; }
# Letters and digits, a letter first: safe in a URL, in SQL and in the settings of NATS.
word() { echo "s$(openssl rand -hex 16)"; }
url64() { base64 | tr -d '\n=' | tr '+/' '-_'; }

# For each service, by `cargo dev gen`:
# | services=({services: })
services=(auth reports inventory customers payments marketing notifications connectors)
# End of the list.
declare -A database nats made
for name in "${services[@]}"; do database[$name]=$(word); done
mapfile -t users < <(sed -n 's/^ *user: \([a-z0-9-]*\), .*/\1/p' "${0%/*}/../../../deploy/nats/users.conf")
for name in "${users[@]}"; do nats[$name]=$(word); done

# The last 32 bytes of an Ed25519 key in DER are the seed, or the public key.
openssl genpkey -algorithm ed25519 -outform DER -out "$folder/token"
seed=$(tail -c 32 "$folder/token" | base64)
public=$(openssl pkey -in "$folder/token" -inform DER -pubout -outform DER | tail -c 32 | base64)
# 32 bytes below the order of P-256: the first is never full.
vapid=$({ printf "\\x$(printf '%02x' $((RANDOM % 128)))"; openssl rand 31; } | url64)

gateway_key=$(key)
smtp=${SMTP_URL:-smtp://mail:1025}

secret() { # name, then variable=value…
  local name=$1 pair
  shift
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s, namespace: saffron}\nstringData:\n' "$name"
  for pair in "$@"; do printf "  %s: '%s'\n" "${pair%%=*}" "${pair#*=}"; done
}
database_url() { echo "SAFFRON_${1^^}_DATABASE_URL=postgres://saffron_$1:${database[$1]}@saffron-postgres-rw:5432/saffron_$1"; }
nats_url() { echo "SAFFRON_${1^^}_NATS_URL=nats://$1:${nats[$1]}@nats:4222"; }
service() { # name, then its variables beside the common ones
  local name=$1
  shift
  made[$name]=yes
  secret "saffron-$name" "$(database_url "$name")" "$(nats_url "$name")" "SAFFRON_GATEWAY_KEY=$gateway_key" "$@"
}

printf -- '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: saffron-token, namespace: saffron}\ndata: {publicKeys: "k1:%s"}\n' "$public"
secret saffron-gateway "$(nats_url gateway)" "SAFFRON_GATEWAY_KEY=$gateway_key"
service auth "SAFFRON_AUTH_TOKEN_KEY=k1:$seed" "SAFFRON_AUTH_PROVISIONING_KEYS=local:$(word)" "SAFFRON_SMTP_URL=$smtp"
service customers "SAFFRON_CUSTOMERS_ERASURE_KEY=$(key)"
service payments "SAFFRON_PAYMENTS_SECRET_KEY=${CARD_SECRET_KEY:-sk_test_none}" \
  "SAFFRON_PAYMENTS_WEBHOOK_SECRETS=${CARD_WEBHOOK_SECRET:-whsec_none}"
service marketing "SAFFRON_MARKETING_ADDRESS_KEY=$(key)" "SAFFRON_MARKETING_LINK_KEY=$(key)" \
  "SAFFRON_MARKETING_SMS_TOKEN=${SMS_TOKEN:-none}" "SAFFRON_SMTP_URL=$smtp"
service connectors "SAFFRON_CONNECTORS_SEAL_KEY=$(key)"
service notifications "SAFFRON_VAPID_PRIVATE_KEY=$vapid" "SAFFRON_SMTP_URL=$smtp"
# The others have no secret of their own.
for name in "${services[@]}"; do [ -n "${made[$name]:-}" ] || service "$name"; done

urls=()
for name in "${services[@]}"; do urls+=("$(database_url "$name")"); done
secret saffron-migrate "${urls[@]}"
secret saffron-streams "$(nats_url ops)"

passwords=("postgres=$(word)")
for name in "${services[@]}"; do passwords+=("$name=${database[$name]}"); done
secret saffron-postgres "${passwords[@]}"
# The server reads each value as a piece of its configuration: hence the quotes.
passwords=()
for name in "${users[@]}"; do
  variable=SAFFRON_NATS_${name^^}_PASSWORD
  passwords+=("${variable//-/_}=\"${nats[$name]}\"")
done
secret saffron-nats-users "${passwords[@]}"
