#!/usr/bin/env bash
# Installs what is missing, builds, answers the first question and draws its figure.
set -euo pipefail
cd "$(dirname "$0")"

./install.sh
cmake --preset release >/dev/null
cmake --build --preset release --target collsim collfast collrun
build/release/collsim run scenarios/quickstart.json -j "$(nproc)"
