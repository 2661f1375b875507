#!/bin/bash
# Keys and passwords of docker-compose.yml: each is made once, kept in /secrets/kept, and given to those who need it, a folder
# (and in compose a volume) each, a file a variable. Safe to repeat; what is new since the last time is added.
#
# Needs bash and openssl: the image of Postgres has both. SECRETS names another folder than /secrets. The users of NATS are
# those of deploy/nats/users.conf, which compose puts beside this file.
set -euo pipefail
umask 022
root=${SECRETS:-/secrets}
users_conf=${0%/*}/users.conf
[ -e "$users_conf" ] || users_conf=${0%/*}/../nats/users.conf
kept=$root/kept
mkdir -p "$kept"
chmod 700 "$kept"

key() { openssl rand -base64 32; }
# Letters and digits, a letter first: safe in a URL, in SQL and in the settings of NATS.
word() { echo "s$(openssl rand -hex 16)"; }
url64() { base64 | tr -d '\n=' | tr '+/' '-_'; }
# 32 bytes below the order of P-256: the first is never full.
curve() { { printf "\\x$(printf '%02x' $((RANDOM % 128)))"; openssl rand 31; } | url64; }
# The last 32 bytes of an Ed25519 key in DER are the seed, or the public key.
token() { openssl genpkey -algorithm ed25519 -outform DER | base64 | tr -d '\n'; }
seed() { base64 -d <"$kept/token" | tail -c 32 | base64; }
public() { base64 -d <"$kept/token" | openssl pkey -inform DER -pubout -outform DER | tail -c 32 | base64; }

# Prints what is kept under a name; made by the command behind it if there is nothing yet.
once() { # name command
  if [ ! -s "$kept/$1" ]; then
    "$2" >"$kept/$1.next"
    mv "$kept/$1.next" "$kept/$1"
  fi
  cat "$kept/$1"
}
give() { # folder variable value
  mkdir -p "$root/$1"
  printf '%s\n' "$3" >"$root/$1/$2.next"
  chmod 444 "$root/$1/$2.next"
  mv "$root/$1/$2.next" "$root/$1/$2"
}
database_url() { echo "postgres://saffron_$1:$(once "database-$1" word)@postgres:5432/saffron_$1"; }
nats_url() { echo "nats://$1:$(once "nats-$1" word)@nats:4222"; }

# For each service, by `cargo dev gen`:
# | services=({services: })
services=(auth reports inventory customers payments marketing notifications connectors)
# End of the list.
once token token >/dev/null
gateway_key=$(once gateway-key key)
provisioning=$(once provisioning word)
card_key=sk_test_$(once card-key word)
card_webhooks=whsec_$(once card-webhooks word)
sms_token=$(once sms-token word)
square_webhooks=$(once square-webhooks word)

give gateway SAFFRON_GATEWAY_KEY "$gateway_key"
give gateway SAFFRON_GATEWAY_NATS_URL "$(nats_url gateway)"
for name in "${services[@]}"; do
  give "$name" SAFFRON_GATEWAY_KEY "$gateway_key"
  give "$name" SAFFRON_TOKEN_PUBLIC_KEYS "k1:$(public)"
  give "$name" "SAFFRON_${name^^}_DATABASE_URL" "$(database_url "$name")"
  give "$name" "SAFFRON_${name^^}_NATS_URL" "$(nats_url "$name")"
  give migrate "SAFFRON_${name^^}_DATABASE_URL" "$(database_url "$name")"
  give backup "SAFFRON_${name^^}_DATABASE_URL" "$(database_url "$name")"
  give databases "$name" "$(once "database-$name" word)"
done
give auth SAFFRON_AUTH_TOKEN_KEY "k1:$(seed)"
give auth SAFFRON_AUTH_PROVISIONING_KEYS "sandbox:$provisioning"
give customers SAFFRON_CUSTOMERS_ERASURE_KEY "$(once erasure key)"
give payments SAFFRON_PAYMENTS_SECRET_KEY "$card_key"
give payments SAFFRON_PAYMENTS_WEBHOOK_SECRETS "$card_webhooks"
give marketing SAFFRON_MARKETING_ADDRESS_KEY "$(once address key)"
give marketing SAFFRON_MARKETING_LINK_KEY "$(once link key)"
give marketing SAFFRON_MARKETING_SMS_TOKEN "$sms_token"
give connectors SAFFRON_CONNECTORS_SEAL_KEY "$(once seal key)"
give connectors SAFFRON_SQUARE_WEBHOOK_KEY "$square_webhooks"
give notifications SAFFRON_VAPID_PRIVATE_KEY "$(once vapid curve)"
give streams SAFFRON_OPS_NATS_URL "$(nats_url ops)"
give backup SAFFRON_OPS_NATS_URL "$(nats_url ops)"

give sandbox SAFFRON_PROVISIONING_KEY "$provisioning"
give sandbox SAFFRON_CARD_SANDBOX_SECRET_KEY "$card_key"
give sandbox SAFFRON_CARD_SANDBOX_CONTROL_KEY "$(once card-control word)"
give sandbox SAFFRON_CARD_SANDBOX_WEBHOOK_SECRET "$card_webhooks"
give sandbox SAFFRON_SMS_SANDBOX_TOKEN "$sms_token"
give sandbox SAFFRON_SQUARE_SANDBOX_TOKEN "$(once square-token word)"
give sandbox SAFFRON_SQUARE_SANDBOX_APPLICATION_SECRET "$(once square-application word)"
give sandbox SAFFRON_SQUARE_SANDBOX_CONTROL_KEY "$(once square-control word)"
give sandbox SAFFRON_SQUARE_SANDBOX_WEBHOOK_KEY "$square_webhooks"
give sandbox SAFFRON_CLOVER_SANDBOX_TOKEN "$(once clover-token word)"
give sandbox SAFFRON_CLOVER_SANDBOX_APPLICATION_SECRET "$(once clover-application word)"
give sandbox SAFFRON_CLOVER_SANDBOX_CONTROL_KEY "$(once clover-control word)"
give sandbox SAFFRON_TOAST_SANDBOX_CLIENT_SECRET "$(once toast-secret word)"
give sandbox SAFFRON_TOAST_SANDBOX_CONTROL_KEY "$(once toast-control word)"

give postgres postgres "$(once postgres word)"
give databases postgres "$(once postgres word)"
# The server reads each value as a piece of its configuration: hence the quotes, and those for the shell around them.
users=
for name in $(sed -n 's/^ *user: \([a-z0-9-]*\), .*/\1/p' "$users_conf"); do
  variable=SAFFRON_NATS_${name^^}_PASSWORD
  users+="${variable//-/_}='\"$(once "nats-$name" word)\"'"$'\n'
done
give nats users.env "${users%$'\n'}"
