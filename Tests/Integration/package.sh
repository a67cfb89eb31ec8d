#!/usr/bin/env bash
# The packages: a program that can load no library, without symbols, and these beside it; a Debian
# package that lintian has nothing to say of, installed into an empty root, and run from there,
# without anything else on the machine; and names that nobody knows.
#
#     Tests/Integration/package.sh PROGRAM
#
# PROGRAM must be linked statically, and to have its symbols.
set -euo pipefail
program=$1
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'umount "$work/root/proc" 2> /dev/null; rm -rf --one-file-system "$work"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

# What of glibc loads a library of the system's, which may be of another glibc and then crashes: what
# asks its name service, and conversions between encodings. There is a dlopen, which the Swift runtime
# calls where SWIFT_DEBUG_LIB_PRESPECIALIZED_PATH is in the environment, and nowhere else.
nm --defined-only "$program" | awk '{ print $NF }' | sort -u > "$work/symbols"
grep -qx main "$work/symbols" || fail "the program to be packed has no symbols"
if grep -xE '_*((get|set|end)(alias|gr|host|net|proto|pw|rpc|serv|sg|sp)(ent|nam|gid|uid|by[a-z0-9]+)?(_r)?|getaddrinfo|getnameinfo|getgrouplist|initgroups|iconv_open|nss_(lookup_function|module_load|module_get_function|database_get))' \
  "$work/symbols" > "$work/found"; then
  fail "the program has what loads libraries: $(tr '\n' ' ' < "$work/found")"
fi
echo "The program has nothing of glibc's name service, nor of its conversions."

# Functions that a sign-up calls lie together, by a list of their names, some of which are gone with time.
listed=$(wc -l < "$here/scripts/function-order.txt")
found=$(sort -u "$here/scripts/function-order.txt" | comm -12 - "$work/symbols" | wc -l)
[ $((found * 4)) -ge $((listed * 3)) ] ||
  fail "of $listed functions that lie together $((listed - found)) are gone: make function-order"

"$here/scripts/dist.sh" "$program" "$work/dist"
for archive in "$work"/dist/*.tar.gz; do tar -C "$work" -xzf "$archive"; done
rm -rf "$work/symbols" "$work/found"
mv "$work"/signup-tui-*-symbols "$work/symbols"
packed=$(ls "$work"/signup-tui-*/bin/SignupTUI)
"$packed" --version > /dev/null || fail "the program of the tar.gz"
[ -z "$(nm "$packed" 2> /dev/null)" ] || fail "the packed program has symbols"
if command -v python3 > /dev/null; then
  [ "$(objdump --section-headers "$packed" | awk '$2 == ".eh_frame" { print $3 }')" = 00000008 ] ||
    fail "the packed program has what only debuggers need, to unwind stacks by"
fi
readelf --string-dump=.gnu_debuglink "$packed" | grep SignupTUI.debug > /dev/null ||
  fail "the packed program does not say where its symbols are"
nm "$work/symbols/SignupTUI.debug" | grep ' main$' > /dev/null || fail "the symbols are not packed"
if command -v gdb > /dev/null; then
  cp "$work/symbols/SignupTUI.debug" "$(dirname "$packed")"
  gdb -nx -batch -ex 'info address main' "$packed" 2>&1 | grep 'Symbol "main" is' > /dev/null ||
    fail "gdb does not find the symbols beside the program"
  # The C library's functions keep no pointer to their frame: without the tables the caller is lost.
  if command -v python3 > /dev/null; then
    gdb -nx -batch -ex 'catch syscall prctl' \
      -ex "run signup --username a --accounts '$work/none' < /dev/null" -ex 'backtrace 2' "$packed" \
      > "$work/stopped" 2>&1
    grep -E '^#1 .*CoreDumps.*forbid' "$work/stopped" > /dev/null ||
      fail "gdb does not find the caller of prctl: $(tail -3 "$work/stopped")"
    rm "$work/stopped"
  fi
fi

package=$(ls "$work"/dist/*.deb) || { echo "No dpkg-deb: the Debian package was not tried."; exit 0; }
if command -v lintian > /dev/null; then
  lintian --no-cfg --fail-on error,warning "$package" || fail "lintian"
  echo "lintian: no errors, no warnings"
fi
root=$work/root
mkdir -p "$root/var/lib/dpkg/"{info,updates,triggers}
touch "$root/var/lib/dpkg/status"
dpkg --root="$root" --force-not-root --log=/dev/null -i "$package" > /dev/null
for file in usr/bin/SignupTUI usr/share/man/man1/SignupTUI.1.gz \
  usr/share/bash-completion/completions/SignupTUI usr/share/doc/signup-tui/copyright; do
  [ -s "$root/$file" ] || fail "$file is not installed"
done
# Nothing but the root is there for the program: no libraries, no /etc, no /usr of this machine; and
# /proc, which every system has, and of which the Swift runtime asks how it was called.
mkdir -p "$root/proc"
if [ "$(id -u)" = 0 ] && mount -t proc proc "$root/proc" 2> /dev/null; then
  run=(chroot "$root" /usr/bin/SignupTUI)
  folder=/tmp
else
  echo "/proc cannot be mounted here: it runs from the root, but not in it."
  run=("$root/usr/bin/SignupTUI")
  folder=$root/tmp
fi
version=$("${run[@]}" --version) || fail "the installed program does not run"
case $version in "SignupTUI "[0-9]*) ;; *) fail "its version is '$version'" ;; esac
printf 'Correct-horse-7\n' > "$work/password"
mkdir -p "$root/tmp" "$root/dev"
[ -c "$root/dev/null" ] || mknod "$root/dev/null" c 1 3 2> /dev/null || true
"${run[@]}" signup --accounts "$folder/accounts" --username annika.b --password-stdin \
  < "$work/password" || fail "no account was made"
"${run[@]}" login annika.b --accounts "$folder/accounts" --password-stdin < "$work/password" ||
  fail "the account does not log in"
"${run[@]}" signup --accounts "$folder/others" --group no-such-group --username annika.b \
  --password-stdin < "$work/password" 2> "$work/said" && fail "a group that is not there was taken"
grep -q "^SignupTUI: --group takes a group of this system, not 'no-such-group'" "$work/said" ||
  fail "of an unknown group it says: $(cat "$work/said")"
"$here/Tests/Integration/names.sh" "$root/usr/bin/SignupTUI" || fail "names"
dpkg --root="$root" --force-not-root --log=/dev/null -r signup-tui > /dev/null
[ ! -e "$root/usr/bin/SignupTUI" ] || fail "it is there after it was removed"
echo "The package installs, runs in an empty root, and removed."
