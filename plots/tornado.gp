# Which parameter matters most: a panel per size, a bar per parameter, the longest above; as long as the geometric mean of
# times over the baseline's, with a line from the least to the most of them.
#
# ROWS of page.gp are panel,title,rank,parameter,change,mean,least,most; panels and ranks count from 1, and
# two changes follow each other.
call "page.gp" ARG1 ARG2 ARG3 ARG4

panels = 0; ranks = 0; label_length = 0; changes = ""; low = 1.0; high = 1.0
array titles[6]
note(x) = (panels = column("panel") > panels ? column("panel") : panels, \
           ranks = column("rank") > ranks ? column("rank") : ranks, \
           titles[int(column("panel"))] = strcol("title"), \
           label_length = strlen(strcol("parameter")) > label_length ? strlen(strcol("parameter")) : label_length, \
           changes = add(changes, strcol("change")), \
           low = column("least") < low ? column("least") : low, high = column("most") > high ? column("most") : high, 0)
stats rows using (note(0)) nooutput

panels = int(panels); ranks = int(ranks)
columns = panels < 3 ? panels : panels == 4 ? 2 : 3
panel_rows = (panels + columns - 1) / columns
label_width = 7.0 * label_length + 20
panel_width = label_width + 300
panel_height = 22.0 * ranks + 76
width = columns * panel_width > 820 ? columns * panel_width : 820.0
header = 40.0; footer = 34.0 + source_height
height = header + panel_rows * panel_height + footer
x_of(pixels) = pixels / width
y_of(pixels) = 1 - pixels / height
left(p) = (int(p) - 1) % columns * width / columns + label_width
right(p) = ((int(p) - 1) % columns + 1) * width / columns - 24
top(p) = header + (int(p) - 1) / columns * panel_height + 26
bottom(p) = top(p) + 22.0 * ranks

is(p, c) = column("panel") == p && strcol("change") eq word(changes, c)
at(p, c, value) = is(p, c) ? value : NaN
title_size = width / (0.75 * strlen(page_title) + 1) < 14 ? int(width / (0.75 * strlen(page_title) + 1)) : 14

do for [format in "svg png"] {
  eval page(format)
  set multiplot title page_title font sprintf(",%d", title_size)
  set style fill solid 0.85 noborder
  set border 1 linecolor "#404040"
  set key off
  set logscale x
  set xrange [low / 1.05:high * 1.05]
  set yrange [ranks + 0.6:0.4]
  unset ytics
  if (high / low > 10) { set xtics nomirror (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) } else {
    if (high / low > 1.6) { set xtics nomirror (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.2, 1.5, 2, 2.5, 3) } else { set xtics nomirror 0.1 }
  }
  set xlabel "time / baseline" offset 0, 0.5
  set grid xtics linetype 1 linecolor rgb "#DCDCDC" linewidth 0.5
  set arrow 1 from 1, graph 0 to 1, graph 1 nohead linecolor rgb "#404040"
  do for [p = 1:panels] {
    set lmargin at screen x_of(left(p)); set rmargin at screen x_of(right(p))
    set tmargin at screen y_of(top(p)); set bmargin at screen y_of(bottom(p))
    set title titles[p] offset 0, -0.5
    plot for [c = 1:words(changes)] rows using (1):(column("rank")):(at(p, c, 1)):(at(p, c, column("mean"))):(column("rank") - 0.34):(column("rank") + 0.34) \
           with boxxyerror linecolor rgb colour(c), \
         for [c = 1:words(changes)] rows using (at(p, c, column("least"))):(column("rank") + 0.1 * (2 * c - 3)):(column("most") - column("least")):(0) \
           with vectors nohead linewidth 1.2 linecolor rgb "#404040", \
         rows using (at(p, 1, low / 1.05)):(column("rank")):(strcol("parameter") . " ") with labels right font ",10"
  }
  unset logscale; unset border; unset xtics; unset grid; unset title; unset arrow 1
  set xlabel ""
  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen y_of(height - footer)
  set xrange [0:1]; set yrange [0:1]
  set key at screen 0.5, y_of(height - footer + 8) center top horizontal maxcols 3
  eval label_source
  plot for [c = 1:words(changes)] NaN title "parameter " . word(changes, c) with boxes linecolor rgb colour(c), \
       NaN title "least to most of all rows" with lines linewidth 1.2 linecolor rgb "#404040"
  unset label 3
  unset multiplot
  set output
}
