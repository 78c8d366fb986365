# What the figures share beside page.gp: their rows, marks, axes. ROWS is sorted by series, p and bytes:
#
#   series,kind,quantity,p,bytes,value,low,high
#
# kind is simulated, fast or fast/NETWORK, model or model/NETWORK, native or published; quantity is seconds, or what a validation report
# derives from them, or where ranks come late "in call ", a panel's title, and the mean of what they spend inside the call. A figure shows either: it calls this file with `derived` as the last argument, or without.

derived = ARG5 eq "derived"
call "page.gp" ARG1 ARG2 ARG3 ARG4

# What the rows hold, series in their order.
wanted(x) = derived != (strcol("quantity") eq "seconds")
all_series = ""; all_kinds = ""; all_p = ""; all_bytes = ""; all_quantities = ""
note(x) = (all_series = add(all_series, strcol("series")), all_kinds = add(all_kinds, strcol("kind")), \
           all_p = add(all_p, strcol("p")), all_bytes = add(all_bytes, strcol("bytes")), \
           all_quantities = add(all_quantities, strcol("quantity")), 0)
stats rows using (wanted(0) ? note(0) : 0) nooutput
# Of each series, where there are several.
collective_of(name) = strstrt(name, " collective ") > 0 ? name[strstrt(name, " collective ") + 12:*] : "the only one"
algorithm_in(name) = strstrt(name, " collective ") > 0 ? name[1:strstrt(name, " collective ") - 1] : name
# Series with one look have one colour, shape and name: those of an algorithm, whatever the collective. panels.gp sets `looks`.
look_of(name) = algorithm_in(name)
look(s) = position(looks, look_of(word(all_series, s)))
colour_of_look(n) = named_colour(word(looks, n))
collectives = ""
do for [name in all_series] { collectives = add(collectives, collective_of(name)) }
simulated_kinds = ""; formula_kinds = ""
do for [kind in all_kinds] {
  if (kind eq "simulated" || kind[1:4] eq "fast") { simulated_kinds = add(simulated_kinds, kind) }
  if (kind[1:5] eq "model") { formula_kinds = add(formula_kinds, kind) }
}
is_measured = has(all_kinds, "native") || has(all_kinds, "published")

do for [list in "all_p all_bytes"] {
  sorted = ""
  do for [i = 1:words(value(list))] {
    smallest = 1e300
    do for [number in value(list)] {
      if (number + 0 < smallest && !has(sorted, number)) { smallest = number + 0; next = number }
    }
    sorted = add(sorted, next)
  }
  eval list . " = sorted"
}

# How many times the smallest the largest is; 1 where there is none.
# Barriers have 0 bytes, which no logarithm has.
least(list) = words(list) == 0 ? 0 : word(list, 1) > 0 ? word(list, 1) + 0 : words(list) > 1 ? word(list, 2) + 0 : 0
widest(list) = least(list) > 0 ? word(list, words(list)) / least(list) : 1
widest_p = widest(all_p)
widest_bytes = widest(all_bytes)

# Measured are points: native ones filled, with bars, published ones hollow; dotted lines join native ones where nothing is
# simulated. Simulated are lines of the same colour, with points where nothing is measured: solid ones of the first kind, then
# broken ones. Formulas are thin and grey, below all. Lines have names at their ends, formulas always and others where these fit.
set style line 1 dashtype 1
set style line 2 dashtype (12,4)
set style line 3 dashtype (6,3)
set style line 4 dashtype (3,2)
set style line 5 dashtype (12,3,2,3)
set style line 6 dashtype (12,3,2,3,2,3)
line_style(f) = 1 + (f - 1) % 6
formula_line(f) = 7 + (f - 1) % 2
set style line 7 dashtype 1 linewidth 1.3 linecolor rgb formula_grey
set style line 8 dashtype (6,3) linewidth 1.3 linecolor rgb formula_grey

# Series that coincide show all the same: the later, the thinner and smaller, and it is drawn above the earlier. n counts looks.
below(n) = (words(looks) - n) * (words(looks) < 6 ? 1 : 5.0 / words(looks))
thickness(n) = 1.5 + 0.6 * below(n)
size(n) = 0.75 + 0.13 * below(n)
lines = 1
line_of(p) = 1
same_y = 0
side_by_side = 0

# "4 KiB" and "16 processes": what one panel holds constant.
kibi(text) = strstrt(text, "ki") ? text[1:strstrt(text, "ki") - 1] . "Ki" . text[strstrt(text, "ki") + 2:*] : text
is_whole(number) = number == floor(number)
bytes_text(bytes) = bytes < 1024 ? sprintf("%d B", bytes + 0) : \
                    kibi(gprintf(is_whole(real(gprintf("%.2b", bytes + 0))) ? "%.0b %BB" : "%.2b %BB", bytes + 0))
p_text(p) = sprintf("%d processes", p + 0)

# Axes, by the name of the column or quantity they show: `eval axis_...`. y_text is what stands beside the y axis. Bytes have a tic every factor of 2, or of 8 or 64
# where a panel has no place for so many.
bytes_label = "message size"
do for [step in "1 3 6"] {
  tics = ""
  do for [exponent = 0:40:int(step)] {
    tics = tics . (exponent > 0 ? ", " : "") . sprintf('"%s" %.0f', bytes_text(2.0 ** exponent), 2.0 ** exponent)
  }
  eval "bytes_tics_" . step . " = tics"
}
bytes_step = widest_bytes <= 64 ? "1" : "3"
axis_bytes = 'set logscale x 2; set xlabel bytes_label offset 0, 0.5; set format x ""; eval "set xtics nomirror (" . value("bytes_tics_" . bytes_step) . ")"'
axis_ratio = 'set logscale y 2; y_text = ratio_label(i); set format y "%.4gx"; set ytics nomirror 2'
axis_count = 'set logscale y 10; y_text = "elements"; set format y "%.0f"; set ytics nomirror autofreq'
axis_p = 'set logscale x 2; set xlabel "processes" offset 0, 0.5; set format x "%.0f"; set xtics nomirror ' . \
         (widest_p > 256 ? '(1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576)' : '2')
axis_seconds = 'set logscale y 10; y_text = "time"; set format y "%.0s %cs"; set ytics nomirror autofreq'
axis_bandwidth = 'set logscale y 10; y_text = "message size / time"; set format y "%.0s %cB/s"; set ytics nomirror autofreq'

# Times of other rows at the same place: `times` collects place(SERIES) . VALUE.
# "ring [link.bandwidth=x2] ppn 4" without overrides is "ring ppn 4".
plain(name) = strstrt(name, " [") && strstrt(name, "]") ? name[1:strstrt(name, " [") - 1] . name[strstrt(name, "]") + 1:*] : name
place(name) = " " . quoted(name) . strcol("kind") . ":" . strcol("quantity") . ":" . strcol("p") . ":" . strcol("bytes") . "= "
found_at(position, name) = position ? word(times[position + strlen(name):*], 1) + 0 : NaN
found(name) = found_at(strstrt(times, name), name)

# Up to six panels, where the figure has set no other `most_panels`, each holding one value of a list constant; pick(list, i) spreads them from first to last, as
# spread(list, i, n) spreads n.
if (!exists("most_panels")) { most_panels = 6 }
array panel_x[most_panels]
array panel_axis[most_panels]
array panel_title[most_panels]
panels_of(list) = words(list) < most_panels ? words(list) : most_panels
spread(list, i, n) = word(list, n < 2 ? 1 : 1 + int((i - 1) * (words(list) - 1.0) / (n - 1) + 0.5))
pick(list, i) = spread(list, i, panels_of(list))
