# Histograms of how much later than the mean ranks have done the same work: nodes than all, and ranks than their node.
#
# ROWS of page.gp are part,seconds; part is between or within.
call "page.gp" ARG1 ARG2 ARG3 ARG4
set xtics autofreq rotate by -30
set style fill solid 0.8 noborder
set format x "%.0s %cs"
set ylabel "share"
set xlabel "later than the mean"
set yrange [0:*]

array part[2] = ["between", "within"]
array caption[2] = ["nodes, beside the mean of all", "ranks, beside the mean of their node"]
of(i) = strcol("part") eq part[i] ? column("seconds") : NaN
array number[2]
counted(x) = (count = count + 1, 0)
shown = 0
do for [i = 1:2] {
  count = 0
  stats rows using (strcol("part") eq part[i] ? counted(i) : 0) nooutput
  number[i] = count
  shown = shown + (count > 0)
}
if (shown == 0) { exit error "no deviation to show" }

width = 480 * shown
height = 400
do for [format in "svg png"] {
  eval page(format)
  set multiplot layout 1, shown title page_title
  do for [i = 1:2] {
    if (number[i] > 0) {
      set title caption[i]
      plot rows using (of(i)):(1.0 / number[i]) bins=40 with boxes linecolor rgb colour(1)
    }
  }
  unset multiplot
  set output
}
