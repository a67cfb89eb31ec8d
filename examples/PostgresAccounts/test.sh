#!/usr/bin/env bash
# Starts a PostgreSQL of its own, and runs the example on it: two machines' worth of processes add the
# same names at once, and of each name one process has made the account.
#
#     examples/PostgresAccounts/test.sh [PROCESSES]
set -euo pipefail
cd "$(dirname "$0")"
processes=${1:-8}
folder=$(mktemp -d)
bin=$(pg_config --bindir 2>/dev/null || true)
[ -x "$bin/initdb" ] || bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
if [ ! -x "$bin/initdb" ]; then
  echo "There is no PostgreSQL here: apt-get install postgresql libpq-dev"
  exit 1
fi

# The server refuses to run as root.
as_server() { if [ "$(id -u)" = 0 ]; then runuser -u nobody -- "$@"; else "$@"; fi; }
server() { as_server "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -s "$@"; }
finish() {
  status=$?
  server -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
  exit $status
}
trap finish EXIT
[ "$(id -u)" = 0 ] && chown nobody "$folder"
(cd / && as_server "$bin/initdb" -D "$folder/data" -U accounts -A trust -E UTF8 --no-sync >/dev/null)
(cd / && server -o "-c listen_addresses= -k $folder -F" start)
export PGHOST=$folder PGUSER=accounts PGDATABASE=postgres

swift build --product Accounts
accounts=$(swift build --show-bin-path)/Accounts

check() {
  if [ "$2" = "$3" ]; then echo "ok    $1"; else echo "WRONG $1: found '$2', wanted '$3'"; exit 1; fi
}
says() { "$@" 2>&1 || true; }

"$accounts" create
"$accounts" create
echo correct-horse | "$accounts" add ann
check "a name is taken in any case" "$(echo other-horse | says "$accounts" add ANN)" \
  "Accounts: The name “ANN” is taken; choose another."
check "the right password" "$(echo correct-horse | says "$accounts" login Ann)" \
  "The password for Ann is correct."
check "a wrong password" "$(echo correct-hose | says "$accounts" login ann)" \
  "Accounts: Wrong name or password."
check "an unknown name" "$(echo correct-horse | says "$accounts" login bea)" \
  "Accounts: Wrong name or password."
echo battery-staple | "$accounts" passwd ann
check "a new password" "$(echo battery-staple | says "$accounts" login ann)" \
  "The password for ann is correct."
check "the form, in lines" \
  "$(printf 'cleo\ncorrect-horse\ny\n' | says "$accounts" signup | tail -1 | sed 's/^Submit.*) //')" \
  "The account cleo is made."

echo "$processes processes add the same ten names at once"
for name in $(seq 10); do
  for _ in $(seq "$processes"); do
    (echo correct-horse | "$accounts" add "both-$name" 2>/dev/null && echo "both-$name") &
  done
  wait
done >"$folder/made"
check "one process has made each" "$(sort "$folder/made" | uniq -c | awk '{ print $1 }' | uniq -c | xargs)" "10 1"
check "each is there once" "$("$accounts" list | grep -c '^both-')" 10

(cd / && server -m fast stop)
check "no server is said" "$(says "$accounts" list | cut -d: -f2)" " The accounts of PostgreSQL cannot be reached"
(cd / && server -o "-c listen_addresses= -k $folder -F" start)
check "and it is there again" "$("$accounts" list | head -1)" ann
