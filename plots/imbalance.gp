# Histograms of how much later than the mean ranks have done the same work: nodes than all, and ranks than their node; a row
# for each kind, native or simulated.
#
# ROWS of page.gp are kind,part,seconds; part is between or within.
call "page.gp" ARG1 ARG2 ARG3 ARG4
set xtics autofreq rotate by -30
set rmargin 6  # for what the last of these is wide
set style fill solid 0.8 noborder
set format x "%.0s %cs"
set ylabel "share"
set xlabel "later than the mean"
set yrange [0:*]

array part[2] = ["between", "within"]
array caption[2] = ["nodes, beside the mean of all", "ranks, beside the mean of their node"]
all_kinds = ""
stats rows using (all_kinds = add(all_kinds, strcol("kind")), 0) nooutput
kinds = words(all_kinds)
title_of(k, i) = (kinds > 1 ? word(all_kinds, k) . ": " : "") . caption[i]

# Of each part, how many there are of each kind, and between which seconds: its histograms have the same axis.
of_part(i) = strcol("part") eq part[i]
of(k, i) = of_part(i) && strcol("kind") eq word(all_kinds, k) ? column("seconds") : NaN
array number[2 * kinds]
array least[2]
array most[2]
shown = 0
counted(x) = (count = count + 1, 0)
do for [i = 1:2] {
  some = 0
  do for [k = 1:kinds] {
    count = 0
    stats rows using (of_part(i) && strcol("kind") eq word(all_kinds, k) ? counted(i) : 0) nooutput
    number[2 * (k - 1) + i] = count
    some = some + count
  }
  least[i] = 0; most[i] = 0
  if (some > 0) {
    note(x) = (least[i] = x < least[i] ? x : least[i], most[i] = x > most[i] ? x : most[i], 0)
    stats rows using (of_part(i) ? note(column("seconds")) : 0) nooutput
    shown = shown + 1
  }
}
if (shown == 0) { exit error "no deviation to show" }

width = 480 * shown
height = 400 * kinds
do for [format in "svg png"] {
  eval page(format)
  set multiplot layout kinds, shown title page_title
  do for [k = 1:kinds] {
    do for [i = 1:2] {
      if (number[2 * (k - 1) + i] > 0) {
        set title title_of(k, i)
        if (most[i] > least[i]) { set xrange [least[i]:most[i]] } else { set xrange [*:*] }
        plot rows using (of(k, i)):(1.0 / number[2 * (k - 1) + i]) bins=40 with boxes linecolor rgb colour(k)
      }
    }
  }
  unset multiplot
  set output
}
