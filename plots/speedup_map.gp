# How many times faster than its baseline (ratio.gp): a panel per other series and kind, a cell per number of processes and
# message size. Blue is faster and orange slower, the deeper the more, up to 32 times.
call "style.gp" ARG1 ARG2 ARG3 ARG4
load "ratio.gp"

# Who is in a panel: "simulated: ring(segment_bytes=8K)".
panel_of(x) = strcol("kind") . ": " . strcol("series")
compared(x) = wanted(0) && !is_baseline(strcol("series")) && column("bytes") > 0 && y(0) > 0
all_panels = ""; shown_p = ""; shown_bytes = ""; shown_kinds = ""
note_cell(x) = (all_panels = add(all_panels, panel_of(0)), shown_p = add(shown_p, strcol("p")), \
                shown_bytes = add(shown_bytes, strcol("bytes")), shown_kinds = add(shown_kinds, strcol("kind")), 0)
stats rows using (compared(0) ? note_cell(0) : 0) nooutput
if (words(all_panels) == 0) { print "the results hold nothing that is compared with another algorithm"; exit status 3 }
panels = words(all_panels)
array title_of[panels]
do for [i = 1:panels] {
  title_of[i] = word(all_panels, i)
  if (words(shown_kinds) == 1) { title_of[i] = title_of[i][strstrt(title_of[i], ": ") + 2:*] }
}

# Columns and rows of cells, in order.
ordered_p = ""; ordered_bytes = ""
do for [number in all_p] { if (has(shown_p, number)) { ordered_p = add(ordered_p, number) } }
do for [number in all_bytes] { if (has(shown_bytes, number)) { ordered_bytes = add(ordered_bytes, number) } }

# Pixels. Cells are wide enough for the numbers of processes, panels for their titles.
longest = 0
do for [i = 1:panels] { longest = strlen(title_of[i]) > longest ? strlen(title_of[i]) : longest }
label_width = 70
cell_width = 52.0
cell_height = 24.0
grid_width = words(ordered_p) * cell_width > 6.6 * longest ? words(ordered_p) * cell_width : 6.6 * longest
panel_width = label_width + int(grid_width) + 24
panel_height = int(words(ordered_bytes) * cell_height) + 72
columns = panels < 3 ? panels : 3
panel_rows = (panels + columns - 1) / columns
width = columns * panel_width > 640 ? columns * panel_width : 640
header = 66
height = header + panel_rows * panel_height + 10 + source_height
title_size = width / (0.75 * strlen(page_title) + 1) < 14 ? int(width / (0.75 * strlen(page_title) + 1)) : 14
explained = "in each cell how many times " . ratio_label . ": blue faster, orange slower"

# White at 1, the full colour at 32 and 1/32.
strength(ratio) = abs(log(ratio)) / log(32) < 1 ? abs(log(ratio)) / log(32) : 1
tint(ratio) = mixed(ratio < 1 ? colour(2) : colour(1), 0.85 * strength(ratio))
cell_text(ratio) = ratio >= 10 ? sprintf("%.0fx", ratio) : ratio >= 0.095 ? sprintf("%.1fx", ratio) : sprintf("%.2fx", ratio)

here(i) = compared(0) && panel_of(0) eq word(all_panels, i)
x_of(i) = here(i) ? position(ordered_p, strcol("p")) : NaN
y_of(x) = position(ordered_bytes, strcol("bytes"))

do for [format in "svg png"] {
  eval page(format)
  set multiplot
  unset border; set xtics scale 0; set ytics scale 0
  set label 1 page_title at screen 0.5, 1 - 20.0 / height center font sprintf(",%d", title_size)
  set label 2 explained at screen 0.5, 1 - 42.0 / height center
  eval label_source
  set xrange [0.5:words(ordered_p) + 0.5]; set yrange [0.5:words(ordered_bytes) + 0.5]
  set xtics () ; set ytics ()
  do for [k = 1:words(ordered_p)] { set xtics add (word(ordered_p, k) k) }
  do for [k = 1:words(ordered_bytes)] { set ytics add (bytes_text(word(ordered_bytes, k)) k) }
  set style fill solid 1 noborder
  do for [i = 1:panels] {
    corner_x = ((i - 1) % columns) * panel_width + label_width
    corner_y = height - header - ((i - 1) / columns) * panel_height - 24
    set lmargin at screen corner_x / (width + 0.0); set rmargin at screen (corner_x + grid_width) / width
    set tmargin at screen corner_y / (height + 0.0)
    set bmargin at screen (corner_y - words(ordered_bytes) * cell_height) / height
    set title title_of[i] offset 0, -0.7
    set xlabel (i > panels - columns ? "processes" : "") offset 0, 0.6
    plot rows using (x_of(i)):(y_of(0)):(0.49):(0.48):(tint(y(0))) with boxxyerror linecolor rgb variable, \
         rows using (x_of(i)):(y_of(0)):(cell_text(y(0))) with labels font ",9"
    unset label 1; unset label 2; unset label 3
  }
  unset multiplot
  set output
}
