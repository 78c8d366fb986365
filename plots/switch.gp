# Where to switch: a panel per number of processes, times over sizes of the algorithms that are somewhere the fastest or the next
# best. A dotted line stands where one goes over to another; the points beside it tell by how much longer a call takes that goes
# over at half of that size already (the new algorithm there), or at twice that size only (the one before there), from 2 % on.
#
# ROWS of page.gp are panel,title,kind,series,bytes,seconds,says; panels count from 1, kind is time, switch, early or late, and
# series that of a time.
call "page.gp" ARG1 ARG2 ARG3 ARG4

panels = 0; all_series = ""; least_bytes = 1e300; most_bytes = 1
array titles[6]
note(x) = (panels = column("panel") > panels ? column("panel") : panels, titles[int(column("panel"))] = strcol("title"), \
           all_series = strcol("kind") eq "time" ? add(all_series, strcol("series")) : all_series, \
           least_bytes = column("bytes") < least_bytes ? column("bytes") : least_bytes, \
           most_bytes = column("bytes") > most_bytes ? column("bytes") : most_bytes, 0)
stats rows using (note(0)) nooutput

panels = int(panels)
columns = panels < 2 ? 1 : panels < 5 ? 2 : 3
panel_rows = (panels + columns - 1) / columns
panel_width = columns == 1 ? 820.0 : 480.0
panel_height = columns == 1 ? 460.0 : 360.0
width = columns * panel_width
longest = 0
do for [name in all_series] { longest = strlen(name) > longest ? strlen(name) : longest }
per_line = width / (7.5 * longest + 60) < 1 ? 1 : int(width / (7.5 * longest + 60))
legend_lines = (words(all_series) + per_line - 1) / per_line
header = 44.0; footer = 22.0 * legend_lines + 36 + source_height
height = header + panel_rows * panel_height + footer
x_of(pixels) = pixels / width
y_of(pixels) = 1 - pixels / height
left(p) = (p - 1) % columns * panel_width + 84
right(p) = ((p - 1) % columns + 1) * panel_width - 24
top(p) = header + (p - 1) / columns * panel_height + 26
bottom(p) = header + ((p - 1) / columns + 1) * panel_height - 56

is(p, kind) = column("panel") == p && strcol("kind") eq kind
x(p, kind) = is(p, kind) ? column("bytes") : NaN
# Such as "+11.0 %"; "+< 0.1 %" and "+0 %" are not.
is_worth_saying(says) = strstrt("123456789", says[2:2]) == 0 ? 0 : says[2:*] + 0 >= 2
worth_saying(p, kind) = is(p, kind) && is_worth_saying(strcol("says")) ? strcol("says") : ""
of_series(p, s) = is(p, "time") && strcol("series") eq word(all_series, s) ? column("bytes") : NaN
bytes_text(bytes) = bytes < 1024 ? sprintf("%d B", bytes) : bytes < 1048576 ? sprintf("%d KiB", bytes / 1024) : sprintf("%d MiB", bytes / 1048576)
tics = ""
do for [exponent = 0:40:most_bytes / least_bytes > 300 ? 3 : 1] { tics = tics . sprintf('%s"%s" %.0f', exponent > 0 ? ", " : "", bytes_text(2 ** exponent), 2.0 ** exponent) }
title_size = width / (0.75 * strlen(page_title) + 1) < 14 ? int(width / (0.75 * strlen(page_title) + 1)) : 14

do for [format in "svg png"] {
  eval page(format)
  set multiplot title page_title font sprintf(",%d", title_size)
  set border 3 linecolor "#404040"
  set key off
  set logscale x 2; set logscale y 10
  set xrange [least_bytes:most_bytes]
  eval "set xtics nomirror (" . tics . ")"
  set ytics nomirror
  set format y "%.0s %cs"
  set grid xtics ytics linetype 1 linecolor rgb "#DCDCDC" linewidth 0.5
  set xlabel "message size" offset 0, 0.5
  set ylabel "time"
  do for [p = 1:panels] {
    set lmargin at screen x_of(left(p)); set rmargin at screen x_of(right(p))
    set tmargin at screen y_of(top(p)); set bmargin at screen y_of(bottom(p))
    set title titles[p] offset 0, -0.5
    set autoscale y
    stats rows using (is(p, "time") ? column("seconds") : NaN) name "TIME" nooutput
    set yrange [TIME_min / 1.3:TIME_max * 2]
    plot for [s = 1:words(all_series)] rows using (of_series(p, s)):(column("seconds")) \
           with linespoints linewidth 1.8 linecolor rgb colour(s) pointtype filled(s) pointsize 0.5, \
         rows using (x(p, "switch")):(TIME_min):(0):(TIME_max - TIME_min) with vectors nohead dashtype 3 linewidth 1.2 linecolor rgb grey, \
         rows using (x(p, "switch")):(TIME_max * 1.8):(strcol("says")) with labels rotate by 90 right offset -0.6, 0 font ",9" textcolor rgb grey, \
         rows using (x(p, "early")):(column("seconds")) with points pointtype 6 pointsize 1.4 linewidth 1.5 linecolor rgb grey, \
         rows using (x(p, "late")):(column("seconds")) with points pointtype 4 pointsize 1.4 linewidth 1.5 linecolor rgb grey, \
         rows using (x(p, "early")):(column("seconds")):(worth_saying(p, "early")) with labels right offset -0.8, 0.7 font ",9" textcolor rgb grey, \
         rows using (x(p, "late")):(column("seconds")):(worth_saying(p, "late")) with labels right offset -0.8, 0.7 font ",9" textcolor rgb grey
  }
  unset logscale; unset border; unset xtics; unset ytics; unset grid; unset title
  set xlabel ""; set ylabel ""
  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen y_of(height - footer)
  set xrange [0:1]; set yrange [0:1]
  set key at screen 0.5, y_of(height - footer + 8) center top horizontal maxcols per_line samplen 2.5
  plot for [s = 1:words(all_series)] NaN title word(all_series, s) \
         with linespoints linewidth 1.8 linecolor rgb colour(s) pointtype filled(s) pointsize 0.5
  set key at screen 0.5, y_of(height - footer + 12 + 22.0 * legend_lines) center top horizontal maxcols 2
  eval label_source
  plot NaN title "at half of the size already: longer by" with points pointtype 6 pointsize 1.4 linewidth 1.5 linecolor rgb grey, \
       NaN title "at twice the size only: longer by" with points pointtype 4 pointsize 1.4 linewidth 1.5 linecolor rgb grey
  unset label 3
  unset multiplot
  set output
}
