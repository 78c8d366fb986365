#!/bin/sh
# tune_verify.sh COLLSIM FOLDER TARGET LAUNCH: rules are tuned, and the library that LAUNCH starts runs what they mean. With another
# algorithm in their place it is found out. Then each of its algorithms sends the messages of its counterpart, and what Open MPI chooses
# by itself is what the table of its version says.
set -eu
collsim=$1 folder=$2 target=$3 launch=$4
rm -rf "$folder"
"$collsim" tune --platform star --for "$target" --backend model --processes 2..8:x2,3..6:x2 --bytes 8..256K:x8 \
  --collective allreduce,reduce,bcast,allgather,alltoall,gather,scatter,reduce_scatter,reduce_scatter_block,scan,exscan,barrier \
  --results "$folder" > "$folder.txt"
"$collsim" tune verify "$folder" --for "$target" --launch "$launch"
case $target in
  openmpi*) echo "not rules" > "$folder/$target.conf" ;;
  *) sed -i 's/Bcast_intra_binomial/Bcast_intra_scatter_ring_allgather/' "$folder/$target.json" ;;
esac
status=0
"$collsim" tune verify "$folder" --for "$target" --launch "$launch" || status=$?
if [ $status -ne 1 ]; then
  echo "wrong rules were not found out"
  exit 1
fi
"$collsim" tune verify --for "$target" --launch "$launch" --results "$folder/counterparts"
case $target in
  openmpi*) "$collsim" tune trace --launch "$launch" --results "$folder/trace" | grep "They are those of .*$target" ;;
esac
