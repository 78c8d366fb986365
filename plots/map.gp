# Maps of winners: a row of panels per map, a panel per backend, a cell per number of processes and size. Colour and letter,
# that of the terminal's map: who wins, the cell divided among equals. Height of the colour: by how much longer the next
# best takes. ROWS are
#
#   quantity,row,column,x,y,part,parts,colour,strength,letter,text
#
# with places that count from 1, to the right and downwards, algorithms' in the legend as x. quantity is cell, none (no answer), depends (another one is the
# fastest within a range, hatched) or mark (another one is the fastest by the judge), or a text: title of a panel, p and
# bytes beside its cells, algorithm, judged and hatched (what these mean); or costs (what it says): letters tell what was
# chosen, colours what is the fastest, heights by how much longer the former takes.
call "page.gp" ARG1 ARG2 ARG3 ARG4

is(name) = strcol("quantity") eq name
extent(x) = (panel_rows = column("row") > panel_rows ? column("row") : panel_rows, \
             sides = column("column") > sides ? column("column") : sides, \
             cells_x = !is("algorithm") && column("x") > cells_x ? column("x") : cells_x, \
             cells_y = is("bytes") && column("y") > cells_y ? column("y") : cells_y, \
             label_length = is("bytes") && strlen(strcol("text")) > label_length ? strlen(strcol("text")) : label_length, \
             algorithms = is("algorithm") ? add(algorithms, strcol("text")) : algorithms, \
             costs = is("costs") ? 1 : costs, \
             longest_title = is("title") && strlen(strcol("text")) > longest_title ? strlen(strcol("text")) : longest_title, \
             0)
panel_rows = 0; sides = 0; cells_x = 0; cells_y = 0; label_length = 0; algorithms = ""; longest_title = 0; costs = 0
stats rows using (extent(0)) nooutput

# Pixels. Cells are wide enough for the text of p, panels for their titles.
cell_height = 26.0
cell_width = 40.0
label_width = 7.0 * label_length + 34
grid_width = cells_x * cell_width > 7.5 * longest_title ? cells_x * cell_width : 7.5 * longest_title
panel_width = label_width + grid_width + 20
panel_height = cells_y * cell_height + 86
# Backends stand side by side where a page that is not too wide to be read holds them, else below each other.
columns = sides * panel_width <= 960 ? sides : 1
panel_rows = panel_rows * sides / columns
panel_row(x) = columns == sides ? column("row") : (column("row") - 1) * sides + column("column")
panel_column(x) = columns == sides ? column("column") : 1
width = columns * panel_width > 720 ? columns * panel_width : 720
longest = 20
do for [name in algorithms] { longest = strlen(name) > longest ? strlen(name) : longest }
per_line = width < 7.5 * longest + 60 ? 1 : int(width / (7.5 * longest + 60))
header = 44.0
algorithm_lines = (words(algorithms) + per_line - 1) / per_line
footer = 24.0 * (algorithm_lines + 2) + 14 + source_height
height = header + panel_rows * panel_height + footer
margin = (width - columns * panel_width) / 2.0

left(c) = margin + (c - 1) * panel_width + label_width
top(r) = height - header - (r - 1) * panel_height - 26
x_of(part, parts) = left(panel_column(0)) + (column("x") - 1 + 0.02 + 0.96 * part / parts) * grid_width / cells_x
y_of(y) = top(panel_row(0)) - y * cell_height

# Rows of texts have no colour, but are looked at. A letter is white on what is dark.
tint(c) = c < 1 ? grey : colour(int(c))
brightness(c) = 0.3 * ((int(c) >> 16) & 255) + 0.59 * ((int(c) >> 8) & 255) + 0.11 * (int(c) & 255)
on(c) = brightness(c) < 140 ? 0xFFFFFF : 0x000000

# So much of a cell's height: the closer the second, the lower.
share(strength) = strength < 1 ? 0 : word("0.44 0.6 0.77 0.94", int(strength)) + 0
only(name) = is(name) ? 1 : NaN
box_x(name, part) = only(name) * x_of(part, column("parts"))
middle_y(x) = y_of(column("y") - 0.5)
half(strength) = share(strength) * cell_height / 2

# The legends, in lines from the top of the footer; as wide as the page, whatever the panels are.
line_y(l) = footer - 24.0 * l
slot(i) = (int(i) - 1) % per_line
algorithm_y(i) = line_y(1 + (int(i) - 1) / per_line)
slot_x(i) = 24 + slot(i) * (width - 24.0) / per_line
strength_text = costs ? "'takes < 5 % longer than the best' '< 20 %' '< 100 %' 'more'" : "'next best < 5 % slower' '< 20 %' '< 100 %' 'more, or no other'"
strength_x(i) = 24 + (i == 1 ? 0 : (costs ? 145 : 100) + 90 * (i - 1))

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
    set object i rectangle from strength_x(i), line_y(algorithm_lines + 1) - half(i) to strength_x(i) + 16, line_y(algorithm_lines + 1) + half(i) \
        fillcolor rgb grey fillstyle solid noborder
  }
  plot rows using (box_x("cell", column("part"))):(middle_y(0)):(box_x("cell", column("part"))): \
         (box_x("cell", column("part") + 1)):(middle_y(0) - half(column("strength"))):(middle_y(0) + half(column("strength"))): \
         (tint(column("colour"))) with boxxyerror linecolor rgb variable, \
       rows using (box_x("depends", 0)):(middle_y(0)):(box_x("depends", 0)):(box_x("depends", 1)): \
         (middle_y(0) - 0.47 * cell_height):(middle_y(0) + 0.47 * cell_height) \
         with boxxyerror fillstyle transparent pattern 4 noborder linecolor rgb "black", \
       rows using (box_x("cell", column("part") + 0.5)):(middle_y(0)):(strcol("letter")):(on(tint(column("colour")))) \
         with labels font ",10" textcolor rgb variable, \
       rows using (box_x("none", 0.5)):(middle_y(0)):("none") with labels font ",8" textcolor rgb grey, \
       rows using (box_x("mark", 0.98) - 9):(0):(box_x("mark", 0.98) - 9):(box_x("mark", 0.98)): \
         (y_of(column("y") - 1) - 10):(y_of(column("y") - 1) - 1):(0xFFFFFF) with boxxyerror linecolor rgb variable, \
       rows using (box_x("mark", 0.98) - 4.5):(y_of(column("y") - 1) - 5.5) with points pointtype 2 pointsize 0.6 linewidth 1.6 linecolor rgb "black", \
       rows using (only("judged") * 32):(line_y(algorithm_lines + 2)) with points pointtype 2 pointsize 0.6 linewidth 1.6 linecolor rgb "black", \
       rows using (only("judged") * 46):(line_y(algorithm_lines + 2)):(strcol("text")) with labels left, \
       rows using (only("costs") * 24):(line_y(algorithm_lines + 2)):(strcol("text")) with labels left, \
       rows using (only("hatched") * width / 2):(0):(width / 2):(width / 2 + 16): \
         (line_y(algorithm_lines + 2) - 9):(line_y(algorithm_lines + 2) + 9) \
         with boxxyerror fillstyle transparent pattern 4 noborder linecolor rgb "black", \
       rows using (only("hatched") * (width / 2 + 22)):(line_y(algorithm_lines + 2)):(strcol("text")) with labels left, \
       rows using (box_x("p", 0.5)):(y_of(cells_y + 0.4)):(strcol("text")) with labels font ",10", \
       rows using (only("bytes") * (left(panel_column(0)) - 6)):(middle_y(0)):(strcol("text")) with labels right font ",10", \
       rows using (only("title") * (left(panel_column(0)) + grid_width / 2)):(y_of(-0.45)):(strcol("text")) with labels, \
       rows using (only("title") * (left(panel_column(0)) + grid_width / 2)):(y_of(cells_y + 1.15)):("processes") with labels font ",10", \
       rows using (only("algorithm") * slot_x(column("x"))):(0):(slot_x(column("x"))):(slot_x(column("x")) + 18): \
         (algorithm_y(column("x")) - 9):(algorithm_y(column("x")) + 9):(tint(column("colour"))) \
         with boxxyerror linecolor rgb variable, \
       rows using (only("algorithm") * (slot_x(column("x")) + 9)):(algorithm_y(column("x"))):(strcol("letter")):(on(tint(column("colour")))) \
         with labels font ",10" textcolor rgb variable, \
       rows using (only("algorithm") * (slot_x(column("x")) + 24)):(algorithm_y(column("x"))):(strcol("text")) with labels left
  set output
}
