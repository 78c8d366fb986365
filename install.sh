#!/usr/bin/env bash
# Installs what is missing of the sections of debian-packages.txt that are named: ./install.sh run test
set -euo pipefail
cd "$(dirname "$0")"

wanted=$(awk -v sections=" $* " '/^#/ || NF == 0 { next }
                                 /^\[/ { named = index(sections, " " substr($0, 2, length($0) - 2) " "); next }
                                 named' debian-packages.txt)
clang() { apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p'; }
number=$(clang)
missing=()
for package in $wanted; do
  dpkg-query -W -f '${Status}' "${package//CLANG/$number}" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]//CLANG/$(clang)}"
