#!/usr/bin/env bash
# Installs what is missing, builds everything with warnings as errors and passes the tests.
# An argument names another preset: ./test.sh sanitize
set -euo pipefail
cd "$(dirname "$0")"

preset=${1:-release}
./install.sh
cmake --preset "$preset" -D COLLSIM_WERROR=ON
cmake --build --preset "$preset"
ctest --preset "$preset"
