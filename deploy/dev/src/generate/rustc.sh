#!/bin/sh
# rustc, which cargo calls for each crate of the workspace: the queries of each crate come into a folder of its own.
set -e
if [ -n "$CARGO_PKG_NAME" ]; then
  export SQLX_OFFLINE_DIR="$QUERIES_DIR/$CARGO_PKG_NAME"
  mkdir -p "$SQLX_OFFLINE_DIR"
fi
exec "$@"
