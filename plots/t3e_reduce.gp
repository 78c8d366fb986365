# Rabenseifner's protocol and the vendor's on the Cray T3E: the bandwidth of both and the count from which the new one
# wins, over the communicator size. Powers of two and three times powers of two are separate lines, as in the table.
call "style.gp" ARG1 ARG2 ARG3 "derived"

panels = words(all_quantities)
do for [i = 1:panels] {
  panel_x[i] = "p"
  panel_axis[i] = word(all_quantities, i) eq "switch_over_count" ? axis_count : axis_bandwidth
  panel_title[i] = word(all_quantities, i) eq "switch_over_count" ? "count from which the new protocol is faster" \
                                                              : "bandwidth for large vectors"
}
shows(i) = wanted(i) && strcol("quantity") eq word(all_quantities, i)
y(value) = value
lines = 2
line_of(p) = 2 ** int(log(p) / log(2) + 0.5) == p ? 1 : 2

load "panels.gp"
