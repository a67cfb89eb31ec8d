#!/usr/bin/env bash
# The packages: a Debian package that lintian has nothing to say of, installed into an empty root, and
# run from there, without anything else on the machine.
#
#     Tests/Integration/package.sh PROGRAM
#
# PROGRAM has to be linked statically.
set -euo pipefail
program=$1
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'umount "$work/root/proc" 2> /dev/null; rm -rf --one-file-system "$work"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }
"$here/scripts/dist.sh" "$program" "$work/dist"

tar -C "$work" -xzf "$work"/dist/*.tar.gz
"$work"/signup-tui-*/bin/SignupTUI --version > /dev/null || fail "the program of the tar.gz"

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
dpkg --root="$root" --force-not-root --log=/dev/null -r signup-tui > /dev/null
[ ! -e "$root/usr/bin/SignupTUI" ] || fail "it is there after it was removed"
echo "The package installs, runs in an empty root, and is removed."
