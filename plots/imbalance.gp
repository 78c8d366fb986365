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

array part[2] = ["between", "within"]
array caption[2] = ["nodes, beside the mean of all", "ranks, beside the mean of their node"]
all_kinds = ""
stats rows using (all_kinds = add(all_kinds, strcol("kind")), 0) nooutput
kinds = words(all_kinds)
title_of(k, i) = (kinds > 1 ? word(all_kinds, k) . ": " : "") . caption[i]

# Of each part, how many there are of each kind, and between which seconds.
of_part(i) = strcol("part") eq part[i]
of(k, i) = of_part(i) && strcol("kind") eq word(all_kinds, k)
array number[2 * kinds]
array least[2]
array most[2]
shown = 0
counted(x) = (count = count + 1, least[i] = x < least[i] ? x : least[i], most[i] = x > most[i] ? x : most[i], 0)
do for [i = 1:2] {
  some = 0; least[i] = 0; most[i] = 0
  do for [k = 1:kinds] {
    count = 0
    stats rows using (of(k, i) ? counted(column("seconds")) : 0) nooutput
    number[2 * (k - 1) + i] = count
    some = some + count
  }
  if (most[i] == least[i]) { most[i] = 1e-9 }  # an axis has a length
  shown = shown + (some > 0)
}
if (shown == 0) { exit error "no deviation to show" }

# The kinds of a part have the same bins and axes, so that an eye can compare them.
bins = 40
width_of(i) = (most[i] - least[i]) / bins
bin_of(i, x) = x < most[i] ? 1 + int((x - least[i]) / width_of(i)) : bins
array highest[2]
array share[bins]
fill(i, x) = (share[bin_of(i, x)] = share[bin_of(i, x)] + 1.0 / number[2 * (k - 1) + i], 0)
set print $bars
do for [k = 1:kinds] {
  do for [i = 1:2] {
    do for [b = 1:bins] { share[b] = 0 }
    stats rows using (of(k, i) ? fill(i, column("seconds")) : 0) nooutput
    do for [b = 1:bins] {
      highest[i] = k == 1 && b == 1 || share[b] > highest[i] ? share[b] : highest[i]
      print sprintf("%.17g,%.17g,%.17g", least[i] + (b - 0.5) * width_of(i), share[b], width_of(i))
    }
    print ""; print ""
  }
}
set print

width = 480 * shown
height = 400 * kinds
do for [format in "svg png"] {
  eval page(format)
  set multiplot layout kinds, shown title page_title
  set datafile nocolumnheaders
  do for [k = 1:kinds] {
    do for [i = 1:2] {
      if (number[2 * (k - 1) + i] > 0) {
        set title title_of(k, i)
        set xrange [least[i]:most[i]]; set yrange [0:1.05 * highest[i]]
        plot $bars index 2 * (k - 1) + i - 1 using 1:2:3 with boxes linecolor rgb colour(k)
      }
    }
  }
  set datafile columnheaders
  unset multiplot
  set output
}
