#!/usr/bin/env bash
# Packs the program for those who have no Swift: signup-tui-VERSION-ARCH.tar.gz, and a Debian package
# where dpkg-deb is there. Both hold the program without its symbols, completions for three shells,
# and the manual page; the symbols are packed beside them, signup-tui-VERSION-ARCH-symbols.tar.gz.
#
#     scripts/dist.sh PROGRAM OUTPUT_FOLDER
#
# PROGRAM has to be linked statically, since the packages depend on nothing, and to have its symbols.
# MAINTAINER, of the environment, says who answers for the Debian package. For another processor than
# this machine's ARCHITECTURE is Debian's name of it, RUN what runs such programs, and OBJCOPY what
# copies them.
set -euo pipefail
program=$1
output=$2
maintainer=${MAINTAINER:-The ViewModelKit authors <maintainers@users.noreply.example>}
here=$(cd "$(dirname "$0")/.." && pwd)

# run ARGUMENT...: runs the program.
run() { ${RUN:-} "$program" "$@"; }

version=$(run --version | cut -d' ' -f2)
case ${ARCHITECTURE:-$(uname -m)} in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) architecture=${ARCHITECTURE:-$(uname -m)} ;;
esac
# Of one commit every build packs the same times.
time=$(git -C "$here" log -1 --format=%ct 2>/dev/null || date +%s)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
mkdir -p "$output"
"$here/scripts/strip.sh" "$program" "$work/stripped"

# What is installed, below a prefix.
tree() {
  local root=$1
  install -d "$root/bin" "$root/share/man/man1" "$root/share/bash-completion/completions" \
    "$root/share/zsh/vendor-completions" "$root/share/fish/vendor_completions.d"
  install -m 755 "$work/stripped/SignupTUI" "$root/bin/SignupTUI"
  run completions bash > "$root/share/bash-completion/completions/SignupTUI"
  run completions zsh > "$root/share/zsh/vendor-completions/_SignupTUI"
  run completions fish > "$root/share/fish/vendor_completions.d/SignupTUI.fish"
  run manual | gzip -9n > "$root/share/man/man1/SignupTUI.1.gz"
}

name=signup-tui-$version-$architecture
tree "$work/$name"
cp "$here/LICENSE" "$here/README.md" "$here/CHANGELOG.md" "$work/$name/"
# packed NAME LEVEL: a folder of the work as an archive of the same name
packed() {
  tar -C "$work" --owner=0 --group=0 --numeric-owner --sort=name --mtime="@$time" -cf - "$1" |
    gzip "-${2}n" > "$output/$1.tar.gz"
  echo "$output/$1.tar.gz"
}
packed "$name" 9
# gdb finds them beside the program, and below /usr/lib/debug when they are unpacked there.
if [ -e "$work/stripped/SignupTUI.debug" ]; then
  install -D -m 644 -t "$work/$name-symbols" "$work/stripped/SignupTUI.debug"
  packed "$name-symbols" 6
fi

command -v dpkg-deb > /dev/null || { echo "dpkg-deb is missing: no Debian package." >&2; exit 0; }
root=$work/deb
tree "$root/usr"
docs=$root/usr/share/doc/signup-tui
install -d "$docs" "$root/usr/share/lintian/overrides" "$root/DEBIAN"
gzip -9n > "$docs/changelog.gz" <<CHANGES
signup-tui ($version) unstable; urgency=medium

  * See the changes of this version in the project's CHANGELOG.md.

 -- $maintainer  $(date -R -u -d "@$time")
CHANGES
{
  echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
  echo
  echo "Files: *"
  echo "Copyright: 2026 The ViewModelKit authors"
  echo "License: Expat"
  sed -n '/^Permission/,$p' "$here/LICENSE" | sed -e 's/^$/./' -e 's/^/ /'
} > "$docs/copyright"
# Swift's own libraries are no Debian packages, so they are linked in.
echo "signup-tui: statically-linked-binary [usr/bin/SignupTUI]" \
  > "$root/usr/share/lintian/overrides/signup-tui"
cat > "$root/DEBIAN/control" <<CONTROL
Package: signup-tui
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: utils
Priority: optional
Suggests: curl
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Description: accounts, GPS logs, weather and streams in a terminal
 Makes accounts in an htpasswd file that nginx, Apache and Dovecot read,
 follows a GPS receiver or plays its logs on a map of dots, shows the
 weather, and runs streams that are documents. Every screen can be used
 as lines of text, too.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
find "$root" -newermt "@$time" -print0 | xargs -0r touch --no-dereference --date="@$time"
package=$output/signup-tui_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" > /dev/null
echo "$package"
