# How many times faster than its baseline (ratio.gp): a panel per other series and kind, a cell per number of processes and
# message size. Blue is faster and orange slower, the deeper the more, up to 32 times. With `derived` as the last argument, of what ranks
# spend inside the call where they come late: a panel also per collective and number of processes, a cell per arrival and message size.
call "style.gp" ARG1 ARG2 ARG3 ARG4 ARG5
load "ratio.gp"
if (!exists("only")) { only = "" }  # what the names of compared series begin with

# Of "in call reduce; 96 processes; uniform(size=1ms)", what comes before the last "; " and after it.
up_to_last(name) = name[9:strlen(name) - strlen(after_last(name)) - 2]
after_last(name) = strstrt(name, "; ") > 0 ? after_last(name[strstrt(name, "; ") + 2:*]) : name

# Who is in a panel: "simulated: ring(segment_bytes=8K)".
panel_of(x) = strcol("kind") . ": " . (derived ? up_to_last(strcol("quantity")) . ": " : "") . strcol("series")
across(x) = derived ? after_last(strcol("quantity")) : strcol("p")
compared(x) = wanted(0) && !is_baseline(strcol("series")) && substr(strcol("series"), 1, strlen(only)) eq only && column("bytes") > 0 && y(0) > 0
here(i) = compared(0) && panel_of(0) eq word(all_panels, i)
all_panels = ""; shown_across = ""; shown_kinds = ""
note_cell(x) = (all_panels = add(all_panels, panel_of(0)), shown_across = add(shown_across, across(0)), \
                shown_kinds = add(shown_kinds, strcol("kind")), 0)
stats rows using (compared(0) ? note_cell(0) : 0) nooutput
if (words(all_panels) == 0) { print "the results hold nothing that is compared with another algorithm"; exit status 3 }
panels = words(all_panels)
array title_of[panels]
do for [i = 1:panels] {
  title_of[i] = word(all_panels, i)
  if (words(shown_kinds) == 1) { title_of[i] = title_of[i][strstrt(title_of[i], ": ") + 2:*] }
  collective = collective_of(title_of[i])
  if (words(collectives) > 1) { title_of[i] = collective . ": " . algorithm_in(title_of[i]) }
  if (words(references) > 1) { title_of[i] = title_of[i] . ", over " . reference(collective) }
}

# Columns of cells, and rows of each panel, in order.
ordered_across = derived ? shown_across : ""
do for [number in all_p] { if (has(shown_across, number)) { ordered_across = add(ordered_across, number) } }
array bytes_of[panels]
most_rows = 0; longest_bytes = 0
do for [i = 1:panels] {
  bytes_of[i] = ""; shown_bytes = ""
  note_bytes(x) = (shown_bytes = add(shown_bytes, strcol("bytes")), 0)
  stats rows using (here(i) ? note_bytes(0) : 0) nooutput
  do for [number in all_bytes] {
    if (has(shown_bytes, number)) {
      bytes_of[i] = add(bytes_of[i], number)
      longest_bytes = strlen(bytes_text(number)) > longest_bytes ? strlen(bytes_text(number)) : longest_bytes
    }
  }
  most_rows = words(bytes_of[i]) > most_rows ? words(bytes_of[i]) : most_rows
}

# "uniform(size=1ms)" in two lines.
across_text(name) = strstrt(name, "(") > 0 ? name[1:strstrt(name, "(") - 1] . "\n" . name[strstrt(name, "("):*] : name
across_label = derived ? "arrival" : "processes"

# Pixels. Cells are wide enough for what stands below them, panels for their titles.
longest = 0; longest_across = 0
do for [i = 1:panels] { longest = strlen(title_of[i]) > longest ? strlen(title_of[i]) : longest }
do for [name in ordered_across] {
  below = strstrt(name, "(") > 0 ? strlen(name) + 1 - strstrt(name, "(") : strlen(name)
  longest_across = below > longest_across ? below : longest_across
}
label_width = 7 * longest_bytes + 20
cell_width = 6.5 * longest_across + 8 > 52 ? 6.5 * longest_across + 8 : 52.0
cell_height = 24.0
grid_width = words(ordered_across) * cell_width > 6.6 * longest ? words(ordered_across) * cell_width : 6.6 * longest
panel_width = label_width + int(grid_width) + 24
panel_height = int(most_rows * cell_height) + 72 + (derived ? 24 : 0)
columns = panels < 3 ? panels : 3
panel_rows = (panels + columns - 1) / columns
width = columns * panel_width > 640 ? columns * panel_width : 640
header = 66
height = header + panel_rows * panel_height + 10 + source_height
title_size = width / (0.75 * strlen(page_title) + 1) < 14 ? int(width / (0.75 * strlen(page_title) + 1)) : 14
explained = "in each cell how many times faster than " . (words(references) == 1 ? word(references, 1) : "the algorithm that its title says") . ": blue faster, orange slower"

# White at 1, the full colour at 32 and 1/32.
strength(ratio) = abs(log(ratio)) / log(32) < 1 ? abs(log(ratio)) / log(32) : 1
tint(ratio) = mixed(ratio < 1 ? colour(2) : colour(1), 0.85 * strength(ratio))
cell_text(ratio) = ratio >= 10 ? sprintf("%.0fx", ratio) : ratio >= 0.095 ? sprintf("%.1fx", ratio) : sprintf("%.2fx", ratio)

x_of(i) = here(i) ? position(ordered_across, across(0)) : NaN
y_of(i) = position(bytes_of[i], strcol("bytes"))

do for [format in "svg png"] {
  eval page(format)
  set multiplot
  unset border; set xtics scale 0; set ytics scale 0
  set label 1 page_title at screen 0.5, 1 - 20.0 / height center font sprintf(",%d", title_size)
  set label 2 explained at screen 0.5, 1 - 42.0 / height center
  eval label_source
  set xrange [0.5:words(ordered_across) + 0.5]
  set xtics ()
  do for [k = 1:words(ordered_across)] { set xtics add (across_text(word(ordered_across, k)) k) }
  set style fill solid 1 noborder
  do for [i = 1:panels] {
    corner_x = ((i - 1) % columns) * panel_width + label_width
    corner_y = height - header - ((i - 1) / columns) * panel_height - 24
    set lmargin at screen corner_x / (width + 0.0); set rmargin at screen (corner_x + grid_width) / width
    set tmargin at screen corner_y / (height + 0.0)
    set bmargin at screen (corner_y - words(bytes_of[i]) * cell_height) / height
    set yrange [words(bytes_of[i]) + 0.5:0.5]; set ytics ()
    do for [k = 1:words(bytes_of[i])] { set ytics add (bytes_text(word(bytes_of[i], k)) k) }
    set title title_of[i] offset 0, -0.7
    set xlabel (i > panels - columns ? across_label : "") offset 0, (derived ? -0.6 : 0.6)
    plot rows using (x_of(i)):(y_of(i)):(0.49):(0.48):(tint(y(0))) with boxxyerror linecolor rgb variable, \
         rows using (x_of(i)):(y_of(i)):(cell_text(y(0))) with labels font ",9"
    unset label 1; unset label 2; unset label 3
  }
  unset multiplot
  set output
}
