#!/bin/sh
# All figures of all scenarios, the scoreboard, and the page that holds them, on two cores:
#     src/figures/report/everything.sh [FOLDER [FIRST]]      # else results
# FOLDER keeps the answers: what it has is not asked again. FIRST is the scenario to begin with. Says after how many seconds figures, scoreboard and page were there.
set -eu
here=$(cd "$(dirname "$0")/../../.." && pwd)
export collsim="$here/build/release/collsim" folder="${1:-results}"
first="${2:-}"
begin=$(date +%s)
passed() { echo "$1: after $(($(date +%s) - begin)) s" >&2; }
# Two scenarios at a time keep both cores busy to the end, if the longest comes first.
{ [ -z "$first" ] || echo "$first"; "$collsim" list scenarios | grep -o '^[^ ]*' | grep -vx "$first" | sort -r; } |
  xargs -P 2 -I NAME sh -c '
    case NAME in
    *_map* | *_placements | *_winners) verb=map ;;
    *) verb=run ;;
    esac
    "$collsim" $verb NAME -j 1 --results "$folder/NAME" >/dev/null'
passed "all figures"
"$collsim" validate published -j 2 --results "$folder/published" >/dev/null
passed "the scoreboard"
"$collsim" report "$folder" --out "$folder/report.html"
passed "the page"
