#!/usr/bin/env bash
# The account file against the programs it is for, and against what can happen to it.
#
#     Tests/Integration/accounts.sh [PROGRAM] [ROUNDS]
#
# PROGRAM is the built SignupTUI (default: the release build's, or else the debug build's). ROUNDS is
# how often a sign-up is killed (default 500). A real nginx and a real Apache are asked where they
# are installed (Debian: nginx-light, apache2-bin, apache2-utils). As root it also fills up a small
# disk, and drops root where a folder must not be writable. Everything happens in a folder of its
# own, which goes at the end. Exits 1 if anything was not as it should be.
set -uo pipefail
cd "$(dirname "$0")/../.."

program=${1:-}
for built in .build/release/SignupTUI .build/debug/SignupTUI; do
  if [ -z "$program" ] && [ -x "$built" ]; then program=$built; fi
done
[ -x "$program" ] || { echo "Build SignupTUI first: swift build -c release"; exit 2; }
program=$(realpath "$program")
rounds=${2:-500}

work=$(mktemp -d)
chmod 711 "$work"
cd "$work"
failures=0
stop_servers() {
  for pid in nginx.pid apache.pid; do
    if [ -s "$work/$pid" ]; then kill "$(cat "$work/$pid")" 2>/dev/null; fi
  done
}
cleanup() {
  stop_servers
  if mountpoint -q "$work/disk" 2>/dev/null; then umount "$work/disk"; fi
  rm -rf "$work"
}
trap cleanup EXIT

ok() { echo "ok    $1"; }
wrong() { echo "WRONG $1"; failures=$((failures + 1)); }
skip() { echo "skip  $1"; }
# is WHAT FOUND WANTED
is() { if [ "$2" = "$3" ]; then ok "$1"; else wrong "$1: found '$2', wanted '$3'"; fi; }
# has WHAT TEXT PART
has() { case $2 in *"$3"*) ok "$1" ;; *) wrong "$1: '$3' is not in '$2'" ;; esac; }

password='Correct-horse-7'
# sign_up FILE NAME OPTION…: what it says goes to the file `said`
sign_up() {
  local file=$1 name=$2
  shift 2
  printf '%s\n' "$password" |
    "$program" signup --accounts "$file" --username "$name" --password-stdin "$@" >said 2>&1
}
# Every line is an account of ours, whole.
is_whole() { ! grep -qvE '^[A-Za-z0-9._-]+:\$(y|6|2b)\$[./A-Za-z0-9$=]+$' "$1"; }
temporary_files() { find "$1" -name '*.new*' | wc -l; }

# MARK: Servers

# status PORT NAME PASSWORD: the status of one request
status() {
  local line
  exec 3<>"/dev/tcp/127.0.0.1/$1" || { echo none; return; }
  printf 'GET /index.html HTTP/1.0\r\nAuthorization: Basic %s\r\n\r\n' "$(printf '%s' "$2:$3" | base64 -w0)" >&3
  read -r _ line _ <&3
  exec 3>&-
  echo "$line"
}

start_nginx() { # PORT
  local user=''
  [ "$(id -u)" = 0 ] && user='user www-data;'
  cat >nginx.conf <<EOF
$user worker_processes 1; pid $work/nginx.pid; error_log $work/nginx.log;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path $work/t; proxy_temp_path $work/t; fastcgi_temp_path $work/t;
  uwsgi_temp_path $work/t; scgi_temp_path $work/t;
  server { listen 127.0.0.1:$1; root $work/www;
    auth_basic "test"; auth_basic_user_file $work/served; }
}
EOF
  nginx -p "$work" -c "$work/nginx.conf" 2>nginx.err
}

start_apache() { # PORT
  local modules=/usr/lib/apache2/modules module
  {
    for module in mpm_event authn_core authn_file auth_basic authz_core authz_user; do
      echo "LoadModule ${module}_module $modules/mod_$module.so"
    done
    # shellcheck disable=SC2016
    [ "$(id -u)" = 0 ] && printf 'User www-data\nGroup www-data\n'
    cat <<EOF
ServerName localhost
Listen 127.0.0.1:$1
PidFile $work/apache.pid
ErrorLog $work/apache.log
DocumentRoot $work/www
<Directory $work/www>
  AuthType Basic
  AuthName test
  AuthUserFile $work/served
  Require valid-user
</Directory>
EOF
  } >apache.conf
  apache2 -d "$work" -f "$work/apache.conf" -k start 2>apache.err
}

free_port() { # from a number on
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

ask_server() { # NAME PORT
  local kind name
  for kind in yescrypt sha512 bcrypt; do
    name=$1-$kind
    is "$1 does not know $name before" "$(status "$2" "$name" "$password")" 401
    sign_up "$work/served" "$name" --hash "$kind" || wrong "sign-up of $name: $(cat said)"
    is "$1 lets $name in without a reload" "$(status "$2" "$name" "$password")" 200
    is "$1 refuses a wrong password" "$(status "$2" "$name" "${password}x")" 401
    is "$1 refuses another spelling" "$(status "$2" "${name^^}" "$password")" 401
  done
}

mkdir www && echo hello >www/index.html && chmod 755 www
created=()
if [ "$(id -u)" = 0 ] && getent group www-data >/dev/null; then
  # As root the servers work as www-data, and the first account must let them read.
  created=(--group www-data --mode 640)
fi
sign_up "$work/served" seeder "${created[@]}" || wrong "the first account: $(cat said)"
has "the first account says who can read it" "$(cat said)" "can read it"

port=$(free_port 18080)
if command -v nginx >/dev/null && start_nginx "$port"; then
  ask_server nginx "$port"
  "$program" accounts remove nginx-bcrypt --accounts served >/dev/null || wrong "removal"
  is "nginx knows nobody who was removed" "$(status "$port" nginx-bcrypt "$password")" 401
  echo 'Staple-battery-8' |
    "$program" accounts passwd nginx-sha512 --accounts served --password-stdin >/dev/null ||
    wrong "change of a password"
  is "nginx takes the new password" "$(status "$port" nginx-sha512 Staple-battery-8)" 200
  is "nginx refuses the old password" "$(status "$port" nginx-sha512 "$password")" 401
else
  skip "nginx is not installed"
fi
port=$(free_port 18180)
if command -v apache2 >/dev/null && start_apache "$port"; then
  for _ in $(seq 100); do
    if [ "$(status "$port" seeder x 2>/dev/null)" = 401 ]; then break; fi
    sleep 0.05
  done
  ask_server apache "$port"
else
  skip "Apache is not installed"
fi
stop_servers
if command -v htpasswd >/dev/null; then
  for kind in yescrypt sha512 bcrypt; do
    sign_up verified "v-$kind" --hash "$kind"
    htpasswd -vb verified "v-$kind" "$password" >/dev/null 2>&1
    is "htpasswd -v agrees on $kind" $? 0
    htpasswd -vb verified "v-$kind" wrong >/dev/null 2>&1
    is "htpasswd -v refuses a wrong password of $kind" $? 3
  done
  htpasswd -b verified by-htpasswd "$password" >/dev/null 2>&1
  sign_up verified after-htpasswd
  is "an account of htpasswd's stays" "$(grep -c '^by-htpasswd:' verified)" 1
else
  skip "htpasswd is not installed"
fi

# MARK: Many at once

for count in 40 400; do
  start=$(date +%s%N)
  for number in $(seq "$count"); do
    printf '%s\n' "$password" |
      "$program" signup --accounts "many$count" --username "member$number" --password-stdin \
        >/dev/null 2>>"errors$count" &
  done
  wait $(jobs -p)
  seconds=$((($(date +%s%N) - start) / 1000000))
  is "$count sign-ups at once keep all ($seconds ms)" "$(cut -d: -f1 "many$count" | sort -u | wc -l)" "$count"
  is "and nothing else" "$(wc -l <"many$count")" "$count"
  # Some may say that they wait.
  if grep -v Waiting "errors$count" >other; then wrong "errors: $(head -3 other)"; fi
done
rm -f statuses
for _ in $(seq 40); do
  {
    printf '%s\n' "$password" |
      "$program" signup --accounts one --username annika --password-stdin >/dev/null 2>&1
    echo "${PIPESTATUS[1]}" >>statuses
  } &
done
wait $(jobs -p)
is "of 40 sign-ups of one name one is made" "$(grep -c '^0$' statuses) $(grep -c '^annika:' one)" "1 1"
is "and 39 find it taken" "$(grep -c '^3$' statuses)" 39

# MARK: Killed

mkdir killed
sign_up killed/accounts seeder
most=0
made=0
for round in $(seq "$rounds"); do
  printf '%s\n' "$password" |
    exec "$program" signup --accounts killed/accounts --username "member$round" --password-stdin \
      >/dev/null 2>&1 &
  # From before the file is read until after it is written.
  sleep "0.0$((RANDOM % 40 + 10))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  if ! is_whole killed/accounts; then wrong "after kill $round a line is not whole"; break; fi
  left=$(temporary_files killed)
  if [ "$left" -gt "$most" ]; then most=$left; fi
done
made=$(($(wc -l <killed/accounts) - 1))
if [ "$most" -le 1 ]; then
  ok "$rounds killed ($made had been made): every line whole, never more than $most file left"
else
  wrong "$rounds killed: $most temporary files at once"
fi
sign_up killed/accounts latest
is "the next sign-up clears away what was left" "$? $(temporary_files killed)" "0 0"

# Whoever is asked to end says by the exit status whether the account was made.
sign_up ended seeder
ended=0
for round in $(seq "$rounds"); do
  printf '%s\n' "$password" |
    exec "$program" signup --accounts ended --username "member$round" --password-stdin \
      >/dev/null 2>&1 &
  sleep "0.0$((RANDOM % 40 + 10))"
  kill -TERM $! 2>/dev/null
  wait $! 2>/dev/null
  code=$?
  found=$(grep -c "^member$round:" ended)
  if [ "$((code == 0))" != "$found" ]; then wrong "exit $code, and $found account"; break; fi
  [ "$code" = 0 ] || ended=$((ended + 1))
done
ok "$rounds asked to end, $ended did: 0 where the account is in the file, and only there"

# The moment of the change itself, without the time that hashing takes before.
mkdir renamed
printf 'seeder:$y$j9T$x$y\n' >renamed/accounts
for round in $(seq "$((rounds / 5))"); do
  "$program" accounts remove seeder --accounts renamed/accounts >/dev/null 2>&1 &
  sleep "0.00$((RANDOM % 9))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  if [ -s renamed/accounts ] && ! is_whole renamed/accounts; then wrong "not whole"; break; fi
  [ -s renamed/accounts ] || printf 'seeder:$y$j9T$x$y\n' >renamed/accounts
done
ok "$((rounds / 5)) removals killed: the account is there or not, and nothing between"

# MARK: What stands in the way

sign_up real robert && ln -s real link
before=$(readlink link)
sign_up link annika
is "behind a symbolic link the file is changed, and the link stays" \
  "$? $(readlink link) $(wc -l <real)" "0 $before 2"

if [ "$(id -u)" = 0 ]; then
  sign_up guarded robert
  chgrp games guarded && chmod 640 guarded
  sign_up guarded annika
  is "mode and group stay" "$(stat -c '%a %G' guarded)" "640 games"

  mkdir disk && if mount -t tmpfs -o size=16k tmpfs disk 2>/dev/null; then
    sign_up disk/accounts robert
    head -c 100000 /dev/zero >disk/ballast 2>/dev/null
    before=$(cat disk/accounts)
    sign_up disk/accounts annika
    is "a full disk is exit 4" $? 4
    has "and said" "$(cat said)" "No space left on device"
    is "and nothing is lost or left" "$(cat disk/accounts) $(ls disk)" "$before accounts
ballast"
    umount disk
  else
    skip "no small disk can be mounted"
  fi

  mkdir closed && chmod 755 closed
  sign_up closed/accounts robert && chmod 644 closed/accounts
  printf '%s\n' "$password" | setpriv --reuid=nobody --regid=nogroup --clear-groups \
    "$program" signup --accounts closed/accounts --username annika --password-stdin >said 2>&1
  is "a read-only folder is exit 4" $? 4
  has "and said" "$(cat said)" "Permission denied"
  is "and nothing is lost or left" "$(cut -d: -f1 closed/accounts) $(ls closed)" "robert accounts"

  mkdir shared && chown games:nogroup shared && chmod 2770 shared
  printf '%s\n' "$password" | setpriv --reuid=games --regid=nogroup --clear-groups \
    "$program" signup --accounts shared/accounts --username robert --password-stdin --mode 660 \
    >said 2>&1
  is "a group's first member makes a file" $? 0
  printf '%s\n' "$password" | setpriv --reuid=nobody --regid=nogroup --clear-groups \
    "$program" signup --accounts shared/accounts --username annika --password-stdin >said 2>&1
  is "and the second adds to it" "$? $(stat -c '%a %G' shared/accounts)" "0 660 nogroup"
  sign_up shared/accounts caroline
  is "and root gives neither of them less" "$? $(stat -c '%a %U %G' shared/accounts)" \
    "0 660 nobody nogroup"

  mkdir sticky && chmod 1777 sticky
  for name in accounts.lock accounts.new; do
    setpriv --reuid=nobody --regid=nogroup --clear-groups touch "sticky/$name"
  done
  printf '%s\n' "$password" | setpriv --reuid=games --regid=games --clear-groups \
    "$program" signup --accounts sticky/accounts --username annika --password-stdin >said 2>&1
  is "in a sticky folder nobody blocks by names that can be guessed" $? 0
else
  skip "what takes root: groups, a full disk, other users"
fi

echo
if [ "$failures" -gt 0 ]; then echo "$failures wrong"; exit 1; fi
echo "all as it should be"
