#!/usr/bin/env bash
# Installs what is missing, builds collsim, answers the first question and draws its figure.
set -euo pipefail
cd "$(dirname "$0")"

./install.sh run
cmake --preset release >/dev/null
cmake --build --preset release --target collsim
build/release/collsim run scenarios/quickstart.json -j "$(nproc)"
