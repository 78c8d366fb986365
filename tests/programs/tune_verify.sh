#!/bin/sh
# tune_verify.sh COLLSIM FOLDER TARGET LAUNCH: rules are tuned, and the library that LAUNCH starts runs what they mean, with right results.
# Another algorithm in their place is found out, and so are its wrong results; so is a file of something else. Then each of its algorithms
# sends the messages of its counterpart, and what Open MPI chooses by itself is what the table of its version says, with a bar of progress.
set -eu
collsim=$1 folder=$2 target=$3 launch=$4
rm -rf "$folder"
verify() { "$collsim" tune verify "$folder" --for "$target" --launch "$launch"; }

# expect_complaint STATUS WHAT TEXT: WHAT is found out with that status, and TEXT said of it.
expect_complaint() {
  status=0
  verify > "$folder/complaint.txt" 2>&1 || status=$?
  if [ $status -ne "$1" ]; then
    echo "$2 was not found out: status $status, not $1"
    exit 1
  fi
  grep -q "$3" "$folder/complaint.txt" || { cat "$folder/complaint.txt"; exit 1; }
}

"$collsim" tune --platform star --for "$target" --backend model --processes 2..8:x2,3..6:x2 --bytes 8..256K:x8 \
  --collective allreduce,reduce,bcast,allgather,allgatherv,alltoall,alltoallv,gather,scatter,reduce_scatter,reduce_scatter_block,scan,exscan,barrier \
  --results "$folder" > "$folder.txt"
verify
case $target in
  openmpi*)
    file=$folder/$target.conf
    sed -i 's/ 6 0 0  # rabenseifner/ 4 0 0  # ring/' "$file"
    expect_complaint 1 "a ring" "allreduce .*wrong result"
    ;;
  *)
    file=$folder/$target.json
    sed -i 's/Bcast_intra_binomial/Bcast_intra_scatter_ring_allgather/' "$file"
    expect_complaint 1 "another algorithm" "bcast .*otherwise"
    ;;
esac
echo "not rules" > "$file"
case $target in
  openmpi*) ends=1 says=otherwise ;;
  *) ends=2 says="exit code" ;;
esac
expect_complaint $ends "a file that is none" "is no file of rules"
grep -q "$says" "$folder/complaint.txt"
"$collsim" tune verify --for "$target" --launch "$launch" --results "$folder/counterparts"
case $target in
  openmpi*)
    # On a terminal, where a bar is drawn however short a time it takes.
    export collsim folder launch
    script -qec '"$collsim" tune trace --launch "$launch" --results "$folder/trace" > "$folder/trace.txt"' "$folder/progress.txt" > /dev/null
    grep "They are those of .*$target" "$folder/trace.txt"
    grep -q "100 %, 57330 of 57330 numbers of ranks" "$folder/progress.txt"
    ;;
esac
