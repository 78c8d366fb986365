#!/usr/bin/env bash
# Installs what is missing, builds everything but the benchmarks and passes the tests.
# An argument names another preset: ./test.sh sanitize
set -euo pipefail
cd "$(dirname "$0")"

preset=${1:-release}
./install.sh run test
cmake --preset "$preset"
cmake --build --preset "$preset"
ctest --preset "$preset"
