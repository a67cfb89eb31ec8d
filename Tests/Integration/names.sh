#!/usr/bin/env bash
# Users, groups and hosts that have no name, or one that only the system's name service knows: what
# the program says then, and that it does not crash.
#
#     Tests/Integration/names.sh PROGRAM
#
# PROGRAM is the built SignupTUI, best the one that is installed: static, and without symbols. As
# root, names are looked up in `files systemd` (Debian: libnss-systemd), in a mount namespace of its
# own, and users without a name are tried. Everything happens in a folder of its own. Exits 1 if
# anything was not as it should be.
set -uo pipefail
program=$(realpath "$1")

# In a mount namespace, what is mounted here is seen by no other program, and goes at the end.
if [ "$(id -u)" = 0 ] && [ "${NAMES_ARE_OURS:-}" = '' ] && unshare -m true 2> /dev/null; then
  NAMES_ARE_OURS=1 exec unshare -m --propagation private "$0" "$program"
fi

work=$(mktemp -d)
chmod 711 "$work"
made=
cleanup() {
  if [ -n "$made" ]; then umount /run/userdb; rmdir /run/userdb; fi
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
cd "$work" || exit 2
failures=0
ok() { echo "ok    $1"; }
wrong() { echo "WRONG $1"; failures=$((failures + 1)); }
skip() { echo "skip  $1"; }
# is WHAT FOUND WANTED
is() { if [ "$2" = "$3" ]; then ok "$1"; else wrong "$1: found '$2', wanted '$3' ($(cat said))"; fi; }
# says WHAT PART: whether the last program said it
says() {
  case $(cat said) in *"$2"*) ok "$1" ;; *) wrong "$1: '$2' is not in '$(cat said)'" ;; esac
}
# sign_up FOLDER OPTION…: as the user that `as` drops root for; the account's file is `accounts`
as=()
sign_up() {
  local folder=$1
  shift
  echo 'Correct-horse-7' | "${as[@]}" "$program" signup --accounts "$folder/accounts" \
    --username annika.b --password-stdin "$@" > said 2>&1
}
accounts() { ls "$1" | wc -l; }

mkdir mine
: > said
sign_up mine --group no-such-group
is "an unknown group is a bad command line" "$? $(accounts mine)" "2 0"
says "and said, with the cure" "--group takes a group of this system, not 'no-such-group' \
(there is no such group). 'getent group' lists them; any number is accepted."
sign_up mine --group 4294967295
is "a number that no group can have is as unknown" "$? $(accounts mine)" "2 0"
timeout 20 "$program" track --accessible --tcp no-such-host.invalid:2947 < /dev/null > said 2>&1 &
for _ in $(seq 200); do if grep -q 'unknown host' said; then break; fi; sleep 0.1; done
kill -0 $! 2> /dev/null
is "a host that nobody knows does not end the track" $? 0
kill $! 2> /dev/null
wait $! 2> /dev/null
says "and is said" "no-such-host.invalid:2947: unknown host"
if [ "$(id -u)" != 0 ]; then
  sign_up mine --group 99999
  is "a group of which the user is no member is exit 4" "$? $(accounts mine)" "4 0"
  sign_up mine
  is "and an account is made without" "$? $(accounts mine)" "0 1"
  skip "users without a name, and another name service: that takes root"
  exit "$((failures > 0))"
fi

# MARK: Nobody's numbers

sign_up mine --group 99999
is "a group without a name gets the file" "$? $(stat -c '%g %a' mine/accounts)" "0 99999 640"
says "and goes by its number" "the group 99999 can read it"
# A process of a container, whose user and group stand in no file.
as=(setpriv --reuid 54321 --regid 54321 --clear-groups)
mkdir theirs && chown 54321:54321 theirs
sign_up theirs
is "a user without a name makes an account" "$? $(stat -c '%u %a' theirs/accounts)" "0 54321 600"
says "and goes by the number" "only user 54321 can read it"
mkdir others && chown 54321:54321 others
sign_up others --group 99999
is "and gives no file to a group of others" "$? $(accounts others)" "4 0"
as=()

# MARK: A name service

mounted() { mount --bind "$1" "$2" 2> /dev/null; }
if [ "${NAMES_ARE_OURS:-}" = '' ] || ! command -v getent > /dev/null; then
  skip "another name service: it takes a mount namespace, and getent"
  exit "$((failures > 0))"
fi
printf 'passwd: files systemd\ngroup: files systemd\nhosts: files dns\n' > nsswitch.conf
{
  cat /etc/hosts
  echo "127.0.0.1 gps.test"
} > hosts
chmod 644 nsswitch.conf hosts
if mounted nsswitch.conf /etc/nsswitch.conf && mounted hosts /etc/hosts; then
  # Users and groups that systemd's library knows, and no file.
  if mkdir /run/userdb 2> /dev/null; then made=yes; fi
  mount -t tmpfs -o mode=755 tmpfs /run/userdb
  echo '{"userName":"corp-ann","uid":61201,"gid":61202}' > /run/userdb/corp-ann.user
  echo '{"groupName":"corp-staff","gid":61202}' > /run/userdb/corp-staff.group
  ln -s corp-ann.user /run/userdb/61201.user
  ln -s corp-staff.group /run/userdb/61202.group
  chmod 644 /run/userdb/*.user /run/userdb/*.group
  if [ "$(getent group corp-staff | cut -d: -f3)" = 61202 ]; then
    mkdir systemd
    sign_up systemd --group corp-staff
    is "systemd's group gets the file" "$? $(stat -c '%g %a' systemd/accounts)" "0 61202 640"
    says "and goes by its name" "root and the group corp-staff can read it"
    chown 61201:61202 systemd && rm systemd/accounts
    as=(setpriv --reuid 61201 --regid 61202 --clear-groups)
    sign_up systemd
    is "systemd's user makes an account" "$? $(stat -c '%u' systemd/accounts)" "0 61201"
    says "and goes by their name" "only corp-ann can read it"
    sign_up systemd --group no-such-group
    is "and systemd knows no other group" $? 2
    as=()
  else
    skip "systemd's names: its library is not installed (libnss-systemd)"
  fi
  timeout 20 "$program" track --accessible --tcp gps.test:9 < /dev/null > said 2>&1 &
  for _ in $(seq 200); do if grep -q 'nobody answers' said; then break; fi; sleep 0.1; done
  kill $! 2> /dev/null
  wait $! 2> /dev/null
  says "a host of the system's file is found" "gps.test:9: connection refused"
else
  skip "another name service: its files cannot be mounted here"
fi

# MARK: A name service that hangs

mkfifo silence
exec 9<> silence
cat > getent <<SCRIPT
#!/bin/sh
exec < "$work/silence"
read -r line
SCRIPT
chmod 755 getent
chmod 644 silence
getent=$(realpath "$(command -v getent)")
if mounted getent "$getent"; then
  mkdir late
  sign_up late --group no-such-group
  is "a name service that is silent makes a group no group" "$? $(accounts late)" "2 0"
  says "and is said" "(getent gave no answer within 3 seconds)"
  chown 54321:54321 late
  as=(setpriv --reuid 54321 --regid 54321 --clear-groups)
  sign_up late
  is "and nobody waits for it who has no name" "$? $(accounts late)" "0 1"
  says "but goes by the number" "only user 54321 can read it"
  as=()
else
  skip "a name service that is silent: getent cannot be replaced here"
fi
exit "$((failures > 0))"
