#!/bin/sh
# All figures of all scenarios, the scoreboard, and the page that holds them:
#     report/everything.sh [FOLDER]      # else results
# FOLDER keeps the answers: what it has is not asked again. Says after how many seconds figures, scoreboard and page were there.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
collsim=$here/build/release/collsim
folder=${1:-results}
begin=$(date +%s)
passed() { echo "$1: $(($(date +%s) - begin)) s" >&2; }
for name in $("$collsim" list scenarios | cut -d ' ' -f 1); do
  case $name in
  *_map* | *_winners) verb=map ;;
  *) verb=run ;;
  esac
  "$collsim" $verb "$name" -j 2 --results "$folder/$name" >/dev/null
  passed "$name"
done
passed "all figures"
"$collsim" validate published -j 2 --results "$folder/published" >/dev/null
passed "the scoreboard"
"$collsim" report "$folder" --out "$folder/report.html"
passed "the page"
