# Maps of winners: a row of panels per map, a panel per backend, a cell per number of processes and size. Colour: who
# wins, the cell divided among equals. Strength: by how much longer the next best takes. ROWS are
#
#   quantity,row,column,x,y,part,parts,colour,strength,text
#
# with places that count from 1, to the right and downwards. quantity is cell, none (no answer) or mark (another one is
# the fastest by the judge), or a text: title of a panel, p and bytes beside its cells, algorithm,
# judged (what a mark means).
call "page.gp" ARG1 ARG2 ARG3 ARG4

is(name) = strcol("quantity") eq name
extent(x) = (panel_rows = column("row") > panel_rows ? column("row") : panel_rows, \
             columns = column("column") > columns ? column("column") : columns, \
             cells_x = column("x") > cells_x ? column("x") : cells_x, \
             cells_y = is("bytes") && column("y") > cells_y ? column("y") : cells_y, \
             label_length = is("bytes") && strlen(strcol("text")) > label_length ? strlen(strcol("text")) : label_length, \
             algorithms = is("algorithm") ? add(algorithms, strcol("text")) : algorithms, \
             longest_title = is("title") && strlen(strcol("text")) > longest_title ? strlen(strcol("text")) : longest_title, \
             0)
panel_rows = 0; columns = 0; cells_x = 0; cells_y = 0; label_length = 0; algorithms = ""; longest_title = 0
stats rows using (extent(0)) nooutput

# Pixels. Cells are wide enough for the text of p, panels for their titles.
cell_height = 26.0
cell_width = 40.0
label_width = 7.0 * label_length + 34
grid_width = cells_x * cell_width > 7.5 * longest_title ? cells_x * cell_width : 7.5 * longest_title
panel_width = label_width + grid_width + 20
panel_height = cells_y * cell_height + 86
width = columns * panel_width > 720 ? columns * panel_width : 720
longest = 20
do for [name in algorithms] { longest = strlen(name) > longest ? strlen(name) : longest }
per_line = int(width / (7.5 * longest + 60))
header = 44.0
algorithm_lines = (words(algorithms) + per_line - 1) / per_line
footer = 22.0 * (algorithm_lines + 2) + 14 + source_height
height = header + panel_rows * panel_height + footer
margin = (width - columns * panel_width) / 2.0

left(c) = margin + (c - 1) * panel_width + label_width
top(r) = height - header - (r - 1) * panel_height - 26
x_of(part, parts) = left(column("column")) + (column("x") - 1 + 0.02 + 0.96 * part / parts) * grid_width / cells_x
y_of(y) = top(column("row")) - y * cell_height

# Rows of texts have no colour, but are looked at.
tint(c) = c < 1 ? grey : colour(int(c))

# Mixed with white: the closer the second, the paler.
share(strength) = strength < 1 ? 0 : word("0.3 0.5 0.75 1", int(strength)) + 0
shade(strength, c) = mixed(tint(c), share(strength))
only(name) = is(name) ? 1 : NaN
box_x(name, part) = only(name) * x_of(part, column("parts"))

# The legends, in lines from the top of the footer.
line_y(l) = footer - 22.0 * l
slot(i) = (int(i) - 1) % per_line
algorithm_y(i) = line_y(1 + (int(i) - 1) / per_line)
slot_x(i) = margin + 24 + slot(i) * (width - 2 * margin) / per_line
strength_text = "'next best < 5 % slower' '< 20 %' '< 100 %' 'more, or no other'"
strength_x(i) = margin + 24 + (i == 1 ? 0 : 100 + 90 * (i - 1))

do for [format in "svg png"] {
  eval page(format)
  title_size = width / (0.75 * strlen(page_title) + 1) < 14 ? int(width / (0.75 * strlen(page_title) + 1)) : 14
  unset border; unset tics; set key off
  set margins 0, 0, 0, 0
  set xrange [0:width]; set yrange [0:height]
  set style fill solid 1 noborder
  unset label
  eval label_source
  set label page_title at width / 2.0, height - 18 center font sprintf(",%d", title_size)
  do for [i = 1:4] {
    set label word(strength_text, i) at strength_x(i) + 22, line_y(algorithm_lines + 1) front
    set object i rectangle from strength_x(i), line_y(algorithm_lines + 1) - 7 to strength_x(i) + 16, line_y(algorithm_lines + 1) + 7 \
        fillcolor rgb mixed(grey, share(i)) fillstyle solid noborder
  }
  plot rows using (box_x("cell", column("part"))):(y_of(column("y"))):(box_x("cell", column("part"))): \
         (box_x("cell", column("part") + 1)):(y_of(column("y")) + 1):(y_of(column("y") - 1) - 1): \
         (shade(column("strength"), column("colour"))) with boxxyerror linecolor rgb variable, \
       rows using (box_x("none", 0.5)):(y_of(column("y") - 0.5)):("none") with labels font ",8" textcolor rgb grey, \
       rows using (box_x("mark", 0.5)):(y_of(column("y") - 0.5)) with points pointtype 2 pointsize 0.9 linewidth 1.6 linecolor rgb "black", \
       rows using (only("judged") * (margin + 32)):(line_y(algorithm_lines + 2)) with points pointtype 2 pointsize 0.9 linewidth 1.6 linecolor rgb "black", \
       rows using (only("judged") * (margin + 46)):(line_y(algorithm_lines + 2)):(strcol("text")) with labels left, \
       rows using (box_x("p", 0.5)):(y_of(cells_y + 0.4)):(strcol("text")) with labels font ",10", \
       rows using (only("bytes") * (left(column("column")) - 6)):(y_of(column("y") - 0.5)):(strcol("text")) with labels right font ",10", \
       rows using (only("title") * (left(column("column")) + grid_width / 2)):(y_of(-0.45)):(strcol("text")) with labels, \
       rows using (only("title") * (left(column("column")) + grid_width / 2)):(y_of(cells_y + 1.15)):("processes") with labels font ",10", \
       rows using (only("algorithm") * slot_x(column("colour"))):(0):(slot_x(column("colour"))):(slot_x(column("colour")) + 16): \
         (algorithm_y(column("colour")) - 7):(algorithm_y(column("colour")) + 7):(tint(column("colour"))) \
         with boxxyerror linecolor rgb variable, \
       rows using (only("algorithm") * (slot_x(column("colour")) + 22)):(algorithm_y(column("colour"))):(strcol("text")) with labels left
  set output
}
