# What ranks spend inside the call, on average, over message size: a panel per collective, number of processes and arrival.
# Where the figure has set `baseline` (ratio.gp), how many times less that is than with it.
most_panels = 24
call "style.gp" ARG1 ARG2 ARG3 ARG4 derived

compares = exists("baseline")
if (compares) { load "ratio.gp" }
in_call = ""
do for [quantity in all_quantities] { if (quantity[1:8] eq "in call ") { in_call = add(in_call, quantity) } }
panels = panels_of(in_call)
do for [i = 1:panels] {
  panel_x[i] = "bytes"
  panel_axis[i] = compares ? axis_ratio : axis_seconds
  panel_title[i] = pick(in_call, i)[9:*]
}
shows(i) = wanted(i) && strcol("quantity") eq pick(in_call, i)
if (!compares) { y(value) = value }

load "panels.gp"
