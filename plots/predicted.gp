# What was predicted over what was measured, a panel for each collective, and what choosing by predictions costs.
#
# ROWS of page.gp are panel,by,x,y. In panel "regret" x is bytes and y the mean of what the chosen algorithm
# takes longer than the best, in percent; elsewhere x is measured and y predicted seconds.
call "page.gp" ARG1 ARG2 ARG3 ARG4

panels = ""; predictors = ""; choosers = ""
note(x) = (panels = add(panels, strcol("panel")), \
           strcol("panel") eq "regret" ? (choosers = add(choosers, strcol("by"))) : (predictors = add(predictors, strcol("by"))), 0)
stats rows using (note(0)) nooutput
if (words(predictors) == 0) { exit error "no prediction to show" }

# Not more of either than a panel has room for: without those that are farthest off, or whose choices cost most.
is_of(list, name) = strcol("by") eq name && (list eq "choosers" ? strcol("panel") eq "regret" : strcol("panel") ne "regret")
distance(list) = list eq "choosers" ? column("y") : abs(log(column("y") / column("x")))
do for [list in "predictors choosers"] {
  while (words(value(list)) > most_series) {
    worst = ""; most = -1
    do for [name in value(list)] {
      off = 0.0; cells = 0
      stats rows using (is_of(list, name) ? (off = off + distance(list), cells = cells + 1, 0) : 0) nooutput
      if (name ne "library" && off / cells > most) { most = off / cells; worst = name }
    }
    left = ""
    do for [name in value(list)] { if (name ne worst) { left = add(left, name) } }
    eval list . " = left"
  }
}
all = predictors
do for [name in choosers] { all = add(all, name) }

# Series that coincide show all the same: the later, the smaller.
size(s) = 1.3 - 0.15 * (s < 6 ? s : 6)
of(panel, s) = strcol("panel") eq panel && strcol("by") eq word(all, s) && has(panel eq "regret" ? choosers : predictors, word(all, s))

columns = words(panels) == 4 ? 2 : words(panels) < 3 ? words(panels) : 3
lines = (words(panels) + columns - 1) / columns
width = 400 * columns
# The legend has a column below each of panels, and two series more than `all`.
legend_height = 20 * ((words(all) + 1 + columns) / columns)
height = 340 * lines + 70 + legend_height + source_height
set grid linetype 1 linecolor rgb "#DCDCDC" linewidth 0.5

do for [format in "svg png"] {
  eval page(format)
  set multiplot layout lines, columns title page_title margins screen 90.0 / width, 1 - 20.0 / width, (90.0 + legend_height + source_height) / height, 1 - 64.0 / height \
      spacing screen 90.0 / width, 92.0 / height
  do for [panel in panels] {
    set title panel offset 0, -0.5
    unset logscale
    set autoscale
    if (panel eq "regret") {
      set title "cost of the choice" offset 0, -0.5
      set logscale x 2
      set xlabel "message size"; set ylabel "slower than the best"
      set format x ""; set format y "%.0f %%"
      set ytics nomirror autofreq
      set xtics nomirror ("8 B" 8, "64 B" 64, "512 B" 512, "4 KiB" 4096, "32 KiB" 32768, "256 KiB" 262144, "2 MiB" 2097152, "16 MiB" 16777216, "128 MiB" 134217728) rotate by -30
      set yrange [0:*]
      plot for [s = 1:words(all)] rows using (of(panel, s) ? column("x") : NaN):(column("y")) with linespoints linewidth 1.5 \
             linecolor rgb colour(s) pointtype filled(s) pointsize 0.8 * size(s)
    } else {
      stats rows using (strcol("panel") eq panel ? column("x") : NaN) name "X" nooutput
      stats rows using (strcol("panel") eq panel ? column("y") : NaN) name "Y" nooutput
      least = (X_min < Y_min ? X_min : Y_min) / 1.3
      most = (X_max > Y_max ? X_max : Y_max) * 1.3
      set logscale xy 10
      set xlabel "measured"; set ylabel "predicted"
      set format "%.0s %cs"
      set xtics nomirror norotate autofreq; set ytics nomirror autofreq
      # Powers of ten alone tell nothing of times that are near each other.
      if (most / least < 30) {
        do for [exponent = floor(log10(least)):floor(log10(most))] {
          do for [first in "2 5"] { set xtics add (first * 10**exponent); set ytics add (first * 10**exponent) }
        }
      }
      set xrange [least:most]; set yrange [least:most]
      plot x with lines linecolor rgb grey, 2 * x with lines dashtype 3 linecolor rgb 0x909090, \
           x / 2 with lines dashtype 3 linecolor rgb 0x909090, \
           for [s = 1:words(all)] rows using (of(panel, s) ? column("x") : NaN):(column("y")) with points \
             linecolor rgb colour(s) pointtype hollow(s) pointsize 0.8 * size(s)
    }
  }
  # The legend of all panels, below them.
  unset logscale; unset border; unset tics; unset grid; unset title; unset xlabel; unset ylabel
  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen (20.0 + legend_height + source_height) / height
  set xrange [0:1]; set yrange [0:1]
  set key at screen 0.5, screen (10.0 + legend_height + source_height) / height center top horizontal maxcols columns Left reverse
  eval label_source
  plot for [s = 1:words(all)] NaN with points linecolor rgb colour(s) pointtype hollow(s) pointsize 1 title word(all, s), \
       NaN with lines linecolor rgb grey title "equal", NaN with lines dashtype 3 linecolor rgb 0x909090 title "twice, half"
  unset label 3
  unset multiplot
  unset key
  set border 3 linecolor "#404040"
  set tics nomirror out scale 0.6 font ",10"
  set grid linetype 1 linecolor rgb "#DCDCDC" linewidth 0.5
  set output
}
