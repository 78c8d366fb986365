# Rabenseifner's protocol and the vendor's on the Cray T3E: the bandwidth of both and the count from which the new one
# wins, over the communicator size. Powers of two and three times powers of two are separate lines, as in the table.
call "style.gp" ARG1 ARG2 ARG3 ARG4 "derived"

quantities = ""
do for [name in "switch_over_count bandwidth"] { if (has(all_quantities, name)) { quantities = add(quantities, name) } }
panels = words(quantities)
do for [i = 1:panels] {
  panel_x[i] = "p"
  panel_axis[i] = word(quantities, i) eq "switch_over_count" ? axis_count : axis_bandwidth
  panel_title[i] = word(quantities, i) eq "switch_over_count" ? "count from which the new protocol is faster (1: always)" \
                                                              : "bandwidth for large vectors"
}
shows(i) = wanted(i) && strcol("quantity") eq word(quantities, i)
y(value) = value
lines = 2
line_of(p) = 2 ** int(log(p) / log(2) + 0.5) == p ? 1 : 2

load "panels.gp"
