#!/usr/bin/env bash
# The account file against the programs it is for, and against what can happen to it.
#
#     Tests/Integration/accounts.sh [PROGRAM] [ROUNDS]
#
# PROGRAM is the built SignupTUI (default: the release build's, or else the debug build's). ROUNDS is
# how often a sign-up is killed (default 500). A real nginx and a real Apache are asked where they
# are installed (Debian: nginx-light, apache2-bin, apache2-utils). As root it also fills up a small
# disk, drops root where a folder must not be writable, and makes an ordinary user for the time of
# the script. Where strace is installed, a program is killed before each step of a change. Everything
# happens in a folder of its own, which goes at the end. Exits 1 if anything was not as it should be.
#
# EMULATED=1 is for a PROGRAM under an emulator, which takes memory of its own and a second for a start:
# memory is not limited then, and fewer programs start at once.
set -uo pipefail
cd "$(dirname "$0")/../.."

program=${1:-}
for built in .build/release/SignupTUI .build/debug/SignupTUI; do
  if [ -z "$program" ] && [ -x "$built" ]; then program=$built; fi
done
[ -x "$program" ] || { echo "Build SignupTUI first: swift build -c release"; exit 2; }
program=$(realpath "$program")
rounds=${2:-500}
many=400
[ -z "${EMULATED:-}" ] || many=80

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
  if [ -n "${ordinary:-}" ]; then userdel "$ordinary" 2>/dev/null; fi
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
is_whole() { ! grep -qvE '^[A-Za-z0-9._-]+:\$(y|6|2y)\$[./A-Za-z0-9$=]+$' "$1"; }
temporary_files() { find "$1" -name '*.viewmodelkit-*' | wc -l; }

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

served=$work/served
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
    auth_basic "test"; auth_basic_user_file $served; }
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
  AuthUserFile $served
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

# Passwords as other programs have hashed them, for servers and for the program itself.
add_foreign() {
  if command -v htpasswd >/dev/null; then
    htpasswd -b -m "$work/served" foreign-apr1 "$password" 2>/dev/null
    htpasswd -b -s "$work/served" foreign-sha "$password" 2>/dev/null
  fi
  python3 - "$password" <<'EOF' >>"$work/served"
import base64, hashlib, sys
password, salt = sys.argv[1].encode(), b"\1\2\xffsalt"
digest = hashlib.sha1(password + salt).digest()
print("foreign-ssha:{SSHA}" + base64.b64encode(digest + salt).decode())
print("foreign-plain:{PLAIN}" + sys.argv[1])
EOF
}
# login NAME PASSWORD: 200 or 401, as a server says, or the exit status
login() {
  printf '%s\n' "$2" | "$program" login "$1" --accounts "$work/served" --password-stdin >said 2>&1
  case $? in 0) echo 200 ;; 1) echo 401 ;; *) echo "$? $(cat said)" ;; esac
}
# agree SERVER PORT KIND…: a server and the program say the same of who has a foreign hash
agree() {
  local server=$1 port=$2 kind
  shift 2
  for kind in "$@"; do
    grep -q "^foreign-$kind:" served || { skip "htpasswd is not installed"; continue; }
    is "$server and login let foreign-$kind in" \
      "$(status "$port" "foreign-$kind" "$password") $(login "foreign-$kind" "$password")" "200 200"
    has "and say that it is weak" "$(cat said)" "quick to break"
    is "$server and login refuse a wrong password of foreign-$kind" \
      "$(status "$port" "foreign-$kind" "${password}x") $(login "foreign-$kind" "${password}x")" \
      "401 401"
  done
}

add_foreign
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
  agree nginx "$port" apr1 sha ssha plain
  echo 'Staple-battery-8' |
    "$program" accounts passwd foreign-ssha --accounts served --password-stdin >/dev/null ||
    wrong "change of a weak hash"
  is "a new password is hashed in no weak way" \
    "$(grep -c '^foreign-ssha:\$y\$' served) $(status "$port" foreign-ssha Staple-battery-8)" "1 200"
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
  agree Apache "$port" apr1 sha
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

# MARK: Limits

# Whatever the stack may take, and whatever the program does on it.
for stack in 64 128 256 8192 unlimited; do
  rm -f stack
  (ulimit -s "$stack"; sign_up stack annika) && found=$? || found=$?
  for command in 'login annika' 'accounts passwd annika' 'users --json --username annika'; do
    # shellcheck disable=SC2086
    (ulimit -s "$stack"; printf '%s\n' "$password" |
      "$program" $command --accounts stack --password-stdin >said 2>&1) || found="$found $command $?"
  done
  is "a stack of $stack KiB is enough" "$found $(cut -d: -f1 stack)" "0 annika"
done

if [ -z "${EMULATED:-}" ]; then
  # From more address space than it takes to less than the program itself does: it is made, or there
  # is too little memory, or the program does not start.
  kinds=''
  for space in $(seq 400000 -4000 8000); do
    rm -f space
    (ulimit -v "$space"; sign_up space annika) 2>/dev/null
    code=$?
    if [ "$code" = 0 ]; then kinds="$kinds made"; continue; fi
    if ! grep -q 'not enough memory to hash a password' said; then break; fi
    kinds="$kinds refused"
    [ "$code" = 4 ] || wrong "too little memory is exit $code"
    [ -e space ] && wrong "an account without a hash"
  done
  has "too little memory for a new hash is said" "$kinds" "made refused"
  # A gigabyte of yescrypt.
  echo 'annika:$y$jFT$......................$x' >space
  printf '%s\n' "$password" | (ulimit -v 700000; "$program" login annika --accounts space \
    --password-stdin >said 2>&1)
  is "and for one that is checked" "$? $(grep -o 'takes [0-9]* MiB' said)" "4 takes 1024 MiB"
fi
for hash in '$6$rounds=999999999$salt$x' '$2b$31$......................' '$7$zzzzzzzzzzz$x'; do
  echo "annika:$hash" >expensive
  start=$(date +%s%N)
  printf '%s\n' "$password" |
    "$program" login annika --accounts expensive --password-stdin >said 2>&1
  code=$?
  is "$hash is refused, and not tried" \
    "$code $((($(date +%s%N) - start) / 2000000000)) $(grep -c 'so it was not tried' said)" "4 0 1"
done

# MARK: Many at once

for count in 40 "$many"; do
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

# Names that people give.
mkdir mine
sign_up mine/accounts seeder
for name in backup12 20240101 original abcd1234; do echo mine >"mine/accounts.new.$name"; done
sign_up mine/accounts annika
"$program" accounts remove seeder --accounts mine/accounts >/dev/null
is "what a user has named stays" "$(cat mine/accounts.new.* | sort | uniq -c | xargs)" "4 mine"

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

  # The file as a mount of its own, as a container has it.
  if unshare -m true 2>/dev/null; then
    mkdir host container && sign_up host/accounts robert && touch container/accounts
    export program password
    seen=$(unshare -m bash -c '
      mount --make-rprivate / && mount --bind host/accounts container/accounts
      add() {
        printf "%s\n" "$password" |
          "$program" signup --quiet --username "$@" --password-stdin || echo "status $?"
      }
      add inside --accounts container/accounts
      "$program" accounts remove robert --quiet --accounts container/accounts || echo "status $?"
      add outside --accounts host/accounts --in-place
      cut -d: -f1 container/accounts && ls container')
    is "a file that is a mount is written in place, and so is the host's" \
      "$(echo "$seen" | xargs) $(cut -d: -f1 host/accounts | xargs)" \
      "inside outside accounts inside outside"
  else
    skip "no file can be mounted"
  fi

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

  echo precious >precious
  setpriv --reuid=nobody --regid=nogroup --clear-groups ln -s "$work/precious" sticky/link
  sign_up sticky/link annika
  is "a link of somebody else's in a sticky folder is exit 4" $? 4
  has "and said" "$(cat said)" "is another user's link in a folder that every user can write to"
  "$program" simulate --duration 5 --to csv >drive.csv 2>/dev/null
  "$program" export drive.csv --to csv --output sticky/link >said 2>&1
  has "an export does not follow it either" "$? $(cat said)" "such a link is not followed"
  is "and what it leads to is as it was" "$(cat precious)" precious
else
  skip "what takes root: groups, a full disk, other users"
fi

# MARK: The list of accounts, in lines

# converse FILE STEP…: types into the list of accounts; what is seen goes to the file `said`. A step
# is 'TEXT=>LINE', a line typed when a text is seen; '!COMMAND', which runs meanwhile; or
# '?PORT NAME PASSWORD STATUS', what a server says to a request.
converse() {
  local file=$1
  shift
  python3 - "$program" "$file" "$@" >said 2>&1 <<'EOF'
import base64, os, pty, select, subprocess, sys, time, urllib.error, urllib.request
program, file, *steps = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "dumb"
    os.execv(program, [program, "accounts", "--accounts", file])
place = 0
text = ""

def read(seconds):
    global text
    if select.select([terminal], [], [], seconds)[0]:
        try:
            text += os.read(terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            return False
    return True

def ask(port, name, password):
    request = urllib.request.Request("http://127.0.0.1:%s/index.html" % port)
    pair = base64.b64encode(("%s:%s" % (name, password)).encode()).decode()
    request.add_header("Authorization", "Basic " + pair)
    try:
        return urllib.request.urlopen(request, timeout=5).status
    except urllib.error.HTTPError as error:
        return error.code

for step in steps:
    if step[0] == "!":
        subprocess.run(step[1:], shell=True, check=True, stdout=sys.stdout, stderr=sys.stdout)
    elif step[0] == "?":
        port, name, password, status = step[1:].split()
        found = ask(port, name, password)
        if found != int(status):
            print("a server says %s to %s, not %s" % (found, name, status))
    else:
        wanted, line = step.split("=>")
        end = time.time() + 20
        # The terminal breaks lines between words.
        while wanted not in text[place:].replace("\n", " "):
            if time.time() > end or not read(0.2):
                sys.exit("never seen: %r in %r" % (wanted, text[place:]))
        place = len(text)
        os.write(terminal, (line + "\n").encode())
end = time.time() + 20
while read(0.2) and time.time() < end:
    pass
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(text)
sys.exit(status)
EOF
}

if command -v python3 >/dev/null && command -v htpasswd >/dev/null; then
  served=$work/listed
  { echo '# staff'; htpasswd -nbB anna "$password"; htpasswd -nbm "jörg" "$password"; htpasswd -nbs zoe "$password"; } |
    grep . >listed
  chmod 644 listed
  before=$(cat listed)
  port=$(free_port 18480)
  server=()
  if command -v nginx >/dev/null && start_nginx "$port"; then server=("$port"); fi
  # lets NAME PASSWORD STATUS: the step that asks the server, where there is one
  lets() { [ -z "${server[*]}" ] || echo "?$port $1 $2 $3"; }
  steps=('ends.=>remove anna' '(y/n)=>y' 'restores it within=>')
  [ -z "${server[*]}" ] || steps+=("$(lets anna "$password" 401)" "$(lets zoe "$password" 200)")
  steps+=('2 accounts=>' "!htpasswd -bB listed berta '$password'" 'berta: open=>undo' 'anna restored=>q')
  converse "$work/listed" "${steps[@]}"
  is "a removed account is put back while htpasswd adds another" $? 0
  is "its line is where it was, and as it was" "$(head -4 listed)" "$before"
  is "and the other one is there" "$(tail -n 1 listed | cut -d: -f1)" berta
  [ -z "${server[*]}" ] || is "nginx lets it in again" "$(status "$port" anna "$password")" 200
  if grep -q 'a server says' said; then wrong "nginx in between: $(grep 'a server says' said)"; fi

  converse "$work/listed" 'ends.=>passwd jörg' 'typed):=>Staple-battery-8' \
    'again:=>Staple-battery-9' 'Type it again=>Staple-battery-8' 'jörg changed=>new' \
    'first):=>caroline' 'typed):=>Staple-battery-9' 'again:=>Staple-battery-9' 'now? (y/n)=>y' \
    'caroline created=>q'
  is "a password is changed and an account made in the list" $? 0
  for pair in "jörg Staple-battery-8" "caroline Staple-battery-9" "zoe $password"; do
    # shellcheck disable=SC2086
    htpasswd -vb listed $pair 2>/dev/null || wrong "htpasswd does not let $pair in"
    # shellcheck disable=SC2086
    [ -z "${server[*]}" ] || is "nginx lets ${pair%% *} in" "$(status "$port" $pair)" 200
  done
  [ -z "${server[*]}" ] || is "and not with the old password" "$(status "$port" "jörg" "$password")" 401
  is "no other line is touched" "$(grep -c . listed) $(temporary_files .)" "6 0"

  # htpasswd opens the file to see if it can, empties it, and fills it again.
  converse "$work/listed" 'accounts in=>' "!for n in \$(seq 20); do htpasswd -bs listed quick\$n x; done" \
    'quick20: open, sha1, weak: SHA-1, was added.=>' "!htpasswd -bB listed quick20 x" \
    'quick20: open, bcrypt, fair: cost 5, has changed.=>' "!htpasswd -bB listed quick20 y" \
    'quick20 has a new password.=>' "!htpasswd -D listed quick1" 'quick1 was removed.=>q'
  is "what htpasswd does is said" $? 0
  is "and nothing else is" "$(grep -c 'was removed' said)" 1
  for number in $(seq 2 20); do htpasswd -D listed "quick$number" 2>/dev/null; done

  # What another program locks is waited for, and said; nothing is lost.
  (
    flock 9
    sleep 2
  ) 9>>listed &
  converse "$work/listed" 'ends.=>remove berta' '(y/n)=>y' 'Waiting for another program=>' 'restores it within=>q'
  is "a lock is waited for" $? 0
  is "and then the account is removed" "$(grep -c '^berta' listed)" 0
  stop_servers
  gone_by=0
  while [ -e nginx.pid ] && [ "$gone_by" -lt 100 ]; do sleep 0.05; gone_by=$((gone_by + 1)); done
  served=$work/served
else
  skip "the list of accounts, which takes python3 and htpasswd"
fi

# MARK: An ordinary user

as_user() { setpriv --reuid="$user" --regid="$group" --clear-groups "$@"; }
# user_runs PASSWORD ARGUMENT…: what the program says to the user goes to the file `said`
user_runs() {
  local input=$1
  shift
  printf '%s\n' "$input" | as_user "$program" "$@" >said 2>&1
}
# What follows the colon of a line, a step after the other: as root where it says sudo, else as the
# user.
follow() {
  local rest=${1#*: } step
  while true; do
    step=${rest%% && *}
    case $step in
      "sudo "*) sh -c "${step#sudo }" ;;
      *) as_user sh -c "$step" ;;
    esac || wrong "a step of the advice: $step"
    if [ "$rest" = "$step" ]; then return; fi
    rest=${rest#* && }
  done
}
# gone FILE: waits until a server has ended
gone() {
  for _ in $(seq 200); do
    [ -e "$1" ] || return
    sleep 0.05
  done
}
# keeps_working WHAT FILE: everything that is done with an account file, by its owner
keeps_working() {
  user_runs "$password" signup --accounts "$2" --username "second1" --password-stdin
  is "$1: another sign-up" "$? $(grep -c Waiting said)" "0 0"
  user_runs Staple-battery-8 accounts passwd second1 --accounts "$2" --password-stdin
  is "$1: another password" $? 0
  user_runs "$password" signup --accounts "$2" --username "third1" --password-stdin
  user_runs '' accounts remove third1 --accounts "$2"
  is "$1: a removal" $? 0
  is "$1: the accounts" "$(cut -d: -f1 "$2" | xargs)" "seeder second1"
  is "$1: nothing is beside it" "$(temporary_files "$(dirname "$(realpath "$2")")")" 0
  is "$1: the group and who may read" "$(stat -L -c '%a %U %G' "$2")" "640 $ordinary www-data"
  served=$2
  port=$(free_port 18280)
  if command -v nginx >/dev/null && start_nginx "$port"; then
    is "$1: nginx lets the new account in" "$(status "$port" second1 Staple-battery-8)" 200
    is "$1: nginx does not know the removed one" "$(status "$port" third1 "$password")" 401
    stop_servers
    gone nginx.pid
  fi
  port=$(free_port 18380)
  if command -v apache2 >/dev/null && start_apache "$port"; then
    for _ in $(seq 100); do
      if [ "$(status "$port" seeder x 2>/dev/null)" = 401 ]; then break; fi
      sleep 0.05
    done
    is "$1: Apache lets the new account in" "$(status "$port" second1 Staple-battery-8)" 200
    stop_servers
    gone apache.pid
  fi
}

ordinary=signup-test-$$
if [ "$(id -u)" != 0 ] || ! getent group www-data >/dev/null; then
  ordinary=
  skip "an ordinary user, whom only root makes, and a server's group"
elif ! useradd --system --no-create-home --user-group "$ordinary"; then
  ordinary=
  skip "an ordinary user cannot be made"
else
  user=$(id -u "$ordinary")
  group=$(id -g "$ordinary")
  mkdir desk && chown "$user:$group" desk
  as_user mkdir -m 755 desk/there
  for kind in made there; do
    file=$work/desk/$kind/accounts
    user_runs "$password" signup --accounts "$file" --username seeder --password-stdin
    advice=$(grep '^To let a web server read it: ' said) || wrong "no advice: $(cat said)"
    follow "$advice"
    keeps_working "the folder that was $kind" "$file"
  done

  # What root has given to a group, the owner cannot.
  user_runs "$password" signup --accounts desk/given --username seeder --password-stdin
  chgrp www-data desk/given && chmod 640 desk/given
  before=$(stat -c %i desk/given)
  keeps_working "a file that root gave to the group" "$work/desk/given"
  is "it is still the same file" "$(stat -c %i desk/given)" "$before"

  for path in desk/new desk/a/b/new; do
    start=$(date +%s%N)
    user_runs "$password" signup --accounts "$path" --username annika --password-stdin \
      --group www-data
    is "a group of others is exit 4" $? 4
    has "and said" "$(cat said)" "which takes root or a member of the group"
  done
  is "and nothing is made" "$(ls desk | xargs)" "given made there"

  if command -v strace >/dev/null; then
    finished=0
    for call in linkat pwrite64 ftruncate fsync unlink; do
      for count in 1 2 3; do
        printf 'ann:$y$j9T$x$one\nbob:$y$j9T$x$two\neve:$y$j9T$x$three\n' >desk/killed
        chown "$ordinary:www-data" desk/killed && chmod 640 desk/killed
        {
          strace -f -qq -o /dev/null -e "inject=$call:signal=KILL:when=$count" \
            setpriv --reuid="$user" --regid="$group" --clear-groups \
            "$program" accounts remove bob --accounts desk/killed
        } >/dev/null 2>&1
        if [ -e desk/killed.viewmodelkit-change ]; then
          finished=$((finished + 1))
          # Who only looks reads it as it is to be.
          user_runs '' accounts --accounts desk/killed --json
          if grep -q '"bob"' said; then wrong "killed at $call $count: bob is listed"; fi
          if grep -q '^bob:' desk/killed; then wrong "killed at $call $count: not finished"; fi
        fi
        user_runs '' accounts remove eve --accounts desk/killed
        found="$? $(cut -d: -f1 desk/killed | xargs) $(temporary_files desk)"
        case $found in
          "0 ann 0" | "0 ann bob 0") ;;
          *) wrong "killed at $call $count: $found" ;;
        esac
      done
    done
    if [ "$finished" -ge 4 ]; then
      ok "killed before each step of a change in place: $finished times it was finished"
    else
      wrong "killed before each step of a change in place: only $finished times to be finished"
    fi
  else
    skip "strace is not installed: nobody is killed before each step"
  fi
fi

echo
if [ "$failures" -gt 0 ]; then echo "$failures wrong"; exit 1; fi
echo "all as it should be"
