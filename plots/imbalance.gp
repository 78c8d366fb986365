# Histograms of how much later than the mean ranks have done the same work: nodes than all, and ranks than their node.
#
#   gnuplot -c imbalance.gp ROWS OUTPUT TITLE
#
# ROWS is a CSV file without quotes: part,seconds; part is between or within.
rows = ARG1
set encoding utf8
set datafile separator comma
set datafile columnheaders
set datafile missing NaN
set border 3 linecolor "#404040"
set tics nomirror out scale 0.6 font ",10"
set xtics autofreq rotate by -30
set key noautotitle
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

do for [format in "svg png"] {
  eval sprintf("set terminal %s noenhanced size %d, 400 font 'DejaVu Sans,%d' background 'white'", \
               format eq "svg" ? "svg" : "pngcairo", 480 * shown, format eq "svg" ? 12 : 9)
  set output ARG2 . "." . format
  set multiplot layout 1, shown title ARG3
  do for [i = 1:2] {
    if (number[i] > 0) {
      set title caption[i]
      plot rows using (of(i)):(1.0 / number[i]) bins=40 with boxes linecolor "#0072B2"
    }
  }
  unset multiplot
  set output
}
