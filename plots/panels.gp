# Draws `panels` panels on one page, above a legend that all share. The figure has set, for panel i,
#   panel_x[i]      column on the x axis: bytes or p
#   panel_axis[i]   command that sets up the y axis
#   panel_title[i]
#   shows(i)        is this row of the data in panel i?
#   y(value)        what the y axis shows of the columns value, low and high
#   line_of(p)      in 1..lines: rows of different lines are not connected
#   look_of(name)   what series with one colour, shape and name have in common; the legend calls them so
#   same_y          do all panels have the y axis of all rows?
#   side_by_side    how many panels are in a row; 0: as it fits

# The x axis is logarithmic, and has no place for 0.
drawn(i) = shows(i) && column(panel_x[i]) > 0
marked(i) = drawn(i) ? y(column("value")) > 0 : 0

# Only the panels that hold something, and the series that some panel shows.
array kept_panel[most_panels]
kept = 0; every = all_series; all_series = ""; shown = ""
do for [i = 1:panels] {
  count = 0
  note(x) = (count = count + 1, shown = add(shown, strcol("series")), 0)
  stats rows using (marked(i) ? note(0) : 0) nooutput
  if (count > 0) { kept = kept + 1; kept_panel[kept] = i }
}
do for [name in every] { if (has(shown, name)) { all_series = add(all_series, name) } }
looks = ""
do for [name in all_series] { looks = add(looks, look_of(name)) }
if (kept == 0) { print "the results hold nothing that this figure shows"; exit status 3 }

# Pixels. A page of several panels can be read where it is shown at three quarters of its width.
columns = side_by_side > 0 && kept == panels ? side_by_side : kept == 1 ? 1 : kept == 3 || kept > 6 ? 3 : 2
load "line_names.gp"
panel_rows = (kept + columns - 1) / columns
panel_width = columns == 1 ? 800 : (columns == 2 ? 440 : names_width > 0 ? 360 : 400) + (names_width < 60 ? names_width : 60)
panel_height = columns == 1 ? 480 : panel_rows == 1 ? 400 : 340
width = columns * panel_width
right_margin = 20 + names_width
plot_width = panel_width - 92 - right_margin
if (widest_bytes > 8.0 ** (plot_width / 46 - 1)) { bytes_step = "6" }
longest = 0
do for [name in looks] { longest = strlen(name) > longest ? strlen(name) : longest }
per_line = width / (7.5 * longest + 90) < 1 ? 1 : int(width / (7.5 * longest + 90))
series_lines = direct ? 0 : (words(looks) + per_line - 1) / per_line

# The legend of the kinds: one empty plot each.
kinds = ""
kind_name(kind) = kind eq "native" ? "measured, bars: its noise" : kind eq "published" || kind eq "simulated" ? kind : \
                  has(formula_kinds, kind) ? formula_text(kind) : "simulated by " . kind
longest_kind = 0
do for [kind in all_kinds] { longest_kind = strlen(kind_name(kind)) > longest_kind ? strlen(kind_name(kind)) : longest_kind }
if (has(all_kinds, "native")) {
  kinds = kinds . 'NaN title kind_name("native") with points linecolor rgb grey pointtype 7 pointsize 1,'
}
if (has(all_kinds, "published")) {
  kinds = kinds . 'NaN title "published" with points linecolor rgb grey pointtype 6 pointsize 1.5 linewidth 1.8,'
}
do for [f = 1:words(simulated_kinds)] {
  kind = word(simulated_kinds, f)
  kinds = kinds . sprintf('NaN title "%s" with linespoints linestyle %d linewidth 1.8 linecolor rgb grey pointtype %d pointsize 0.8,', \
                          kind_name(kind), line_style(f), is_measured ? -1 : 7)
}
do for [f = 1:words(formula_kinds)] {
  kinds = kinds . sprintf('NaN title "%s" with lines linestyle %d,', kind_name(word(formula_kinds, f)), formula_line(f))
}
kinds_per_line = width / (7.5 * longest_kind + 70) < 1 ? 1 : int(width / (7.5 * longest_kind + 70))
kind_lines = (words(all_kinds) + kinds_per_line - 1) / kinds_per_line

title_size = width / (0.75 * strlen(page_title) + 1) < 14 ? int(width / (0.75 * strlen(page_title) + 1)) : 14
header = 44.0
footer = 22 * series_lines + 22 * kind_lines + 18 + source_height
height = int(header) + panel_rows * panel_height + footer

# Screen coordinates of the k-th panel; the pixels left free around it are for its labels.
left(k) = ((k - 1) % columns * panel_width + 92.0) / width
right(k) = (((k - 1) % columns + 1) * panel_width - right_margin + 0.0) / width
top(k) = 1 - (header + (k - 1) / columns * panel_height + 26) / height
bottom(k) = 1 - (header + ((k - 1) / columns + 1) * panel_height - (panel_rows == 1 ? 58 : 66)) / height

# Of every panel, series, kind and line the marks, x, y and the ends of native noise: the rows are gone through once a panel, not
# once for each of these. The first have none, as has a kind without rows.
marks_of(k, s, kind, l) = has(all_kinds, kind) ? (((k - 1) * words(all_series) + s - 1) * words(all_kinds) + position(all_kinds, kind) - 1) * lines + l : 0
array marks[1 + kept * words(all_series) * words(all_kinds) * lines]
array last_x[|marks|]
array last_y[|marks|]
do for [m = 1:|marks|] { marks[m] = ""; last_x[m] = 0; last_y[m] = 0 }
noise(name) = strcol("kind") eq "native" ? y(column(name)) : y(column("value"))
keep(m, i) = (marks[m] = marks[m] . sprintf("%.17g,%.17g,%.17g,%.17g\n", column(panel_x[i]), y(column("value")), noise("low"), noise("high")), \
              y(column("value")) > 0 && column(panel_x[i]) >= last_x[m] ? (last_x[m] = column(panel_x[i]), last_y[m] = y(column("value")), 0) : 0)
do for [k = 1:kept] {
  i = kept_panel[k]
  stats rows using (drawn(i) && has(all_series, strcol("series")) ? \
                    keep(1 + marks_of(k, position(all_series, strcol("series")), strcol("kind"), line_of(column("p"))), i) : 0) nooutput
}
set print $marks
do for [m = 1:|marks|] { print marks[m] eq "" ? "NaN,NaN,NaN,NaN" : marks[m]; print ""; print "" }
set print
legend_y(pixels) = (pixels + 0.0) / height

do for [format in "svg png"] {
  eval page(format)
  set multiplot title page_title font sprintf(",%d", title_size)
  do for [k = 1:kept] {
    i = kept_panel[k]
    set lmargin at screen left(k); set rmargin at screen right(k)
    set tmargin at screen top(k); set bmargin at screen bottom(k)
    set title panel_title[i] offset 0, -0.5
    unset logscale; set autoscale xy
    stats rows using ((same_y ? wanted(0) : drawn(i)) ? y(column("value")) : NaN) nooutput
    eval value("axis_" . panel_x[i])
    eval panel_axis[i]
    if (panel_axis[i] ne axis_ratio && STATS_max < 200 * STATS_min) {
      do for [e = -9:12] { set ytics add (2 * 10.0**e, 5 * 10.0**e) }
    }
    if (panel_axis[i] ne axis_ratio && STATS_max < 5 * STATS_min) {
      do for [e = -9:12] { set ytics add (1.5 * 10.0**e, 3 * 10.0**e, 4 * 10.0**e, 6 * 10.0**e, 7 * 10.0**e, 8 * 10.0**e) }
    }
    if (panel_axis[i] eq axis_ratio && STATS_max < 4 * STATS_min) {
      step = STATS_max < 2 * STATS_min ? 1 : STATS_max < 3 * STATS_min ? 2 : 5
      do for [t = step:100:step] { if (t != 5 && t != 10 && t != 20 && t != 40 && t != 80) { set ytics add (0.1 * t) } }
    }
    if (panel_axis[i] eq axis_ratio && STATS_max > STATS_min && STATS_max < 1.2 * STATS_min) {
      unit = 10.0**floor(log10(STATS_max - STATS_min))
      do for [t = floor(STATS_min / unit):ceil(STATS_max / unit)] { if (t * unit != 1) { set ytics add (t * unit) } }
    }
    if (panel_axis[i] eq axis_ratio && STATS_max > 256 * STATS_min) {
      set ytics ()
      do for [e = -8:8] { set ytics add (sprintf("%.4gx", 8.0**e) 8.0**e) }
    }
    set border 3 linecolor "#404040"
    set grid xtics ytics linetype 1 linecolor rgb "#DCDCDC" linewidth 0.5
    set autoscale xfix
    set offsets graph 0.04, graph 0.04, 0, 0
    # A panel of one or two sizes has their tics, and one of a single size marks where lines would be.
    stats rows using (marked(i) ? column(panel_x[i]) : NaN) name "SIZES" nooutput
    single = SIZES_min == SIZES_max ? SIZES_min : 0
    place_text(x) = panel_x[i] eq "p" ? sprintf("%d", x) : bytes_text(x)
    between = 0
    stats rows using (between = between || marked(i) && column(panel_x[i]) > SIZES_min && column(panel_x[i]) < SIZES_max, 0) name "BETWEEN" nooutput
    if (!between) { set xtics nomirror (place_text(SIZES_min) SIZES_min, place_text(SIZES_max) SIZES_max) }
    if (single > 0) { set xrange [single / 2.0:single * 2.0]; set offsets 0, 0, 0, 0 }
    # The y axis ends a little beyond what it shows.
    stats rows using (marked(i) ? noise("low") : NaN) name "LOW" nooutput
    stats rows using (marked(i) ? noise("high") : NaN) name "HIGH" nooutput
    y_low = same_y ? STATS_min : LOW_min > 0 ? LOW_min : STATS_min
    y_high = same_y ? STATS_max : HIGH_max
    beyond = same_y || y_high <= y_low ? 1.3 : (y_high / y_low) ** 0.04
    y_low = y_low / beyond; y_high = y_high * beyond
    set yrange [y_low:y_high]
    set label 4 y_text at screen left(k) - 78.0 / width, screen (top(k) + bottom(k)) / 2 center rotate by 90
    load "place_names.gp"
    set datafile nocolumnheaders
    plot for [f = 1:words(formula_kinds)] for [s = 1:words(all_series)] for [l = 1:lines] \
           $marks index marks_of(k, s, word(formula_kinds, f), l) using 1:2 \
           with linespoints linestyle formula_line(f) pointtype (single > 0 ? 2 : -1), \
         for [f = 1:words(simulated_kinds)] for [s = 1:words(all_series)] for [l = 1:lines] \
           $marks index marks_of(k, s, word(simulated_kinds, f), l) using 1:2 with linespoints linestyle line_style(f) \
           linewidth thickness(look(s)) linecolor rgb colour_of_look(look(s)) pointtype (!is_measured ? filled(look(s)) : single > 0 ? 1 : -1) pointsize size(look(s)), \
         for [s = 1:words(all_series)] for [l = 1:lines] \
           $marks index marks_of(k, s, "published", l) using 1:2 \
           with points linewidth 1.8 linecolor rgb colour_of_look(look(s)) pointtype hollow(look(s)) pointsize 1.5, \
         for [s = 1:(words(simulated_kinds) > 0 ? 0 : words(all_series))] for [l = 1:lines] \
           $marks index marks_of(k, s, "native", l) using 1:2 with lines linestyle 4 linecolor rgb colour_of_look(look(s)), \
         for [s = 1:words(all_series)] for [l = 1:lines] \
           $marks index marks_of(k, s, "native", l) using 1:3:(0):($4 - $3) \
           with vectors heads size screen 4.0 / width, 90 linewidth 1.3 linecolor rgb colour_of_look(look(s)), \
         for [s = 1:words(all_series)] for [l = 1:lines] \
           $marks index marks_of(k, s, "native", l) using 1:2 \
           with points linecolor rgb colour_of_look(look(s)) pointtype filled(look(s)) pointsize 0.8 * size(look(s))
    set datafile columnheaders
    do for [n = 1:named] { unset label 10 + n; unset arrow 10 + n }
    unset label 4
  }

  # Two legends: a series has its colour and shape, unless its lines have names, and a kind its style.
  unset logscale; unset border; unset xtics; unset ytics; unset grid; unset title; unset offsets
  set xlabel ""; set ylabel ""
  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen legend_y(footer)
  set xrange [0:1]; set yrange [0:1]
  if (!direct) {
    set key at screen 0.5, legend_y(footer - 12) center top horizontal maxcols per_line samplen 2.5 Left reverse
    plot for [n = 1:words(looks)] NaN title word(looks, n) \
           with linespoints linestyle 1 linewidth thickness(n) linecolor rgb colour_of_look(n) \
           pointtype (is_measured && !has(all_kinds, "native") ? hollow(n) : filled(n)) pointsize size(n)
  }
  set key at screen 0.5, legend_y(22 * kind_lines + 4 + source_height) center top horizontal maxcols kinds_per_line samplen 2.5 Left reverse
  eval label_source
  eval "plot " . kinds[1:strlen(kinds) - 1]
  unset label 3
  unset multiplot
  set output
  set autoscale; set key off
}
