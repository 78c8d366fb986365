# How many times faster than its baseline (ratio.gp), over the number of processes: a panel per collective and message size.
most_panels = 12
call "style.gp" ARG1 ARG2 ARG3 ARG4
load "ratio.gp"

y_axis = axis_ratio
held = "bytes"
load "by_collective.gp"
shows(i) = wanted(i) && in_panel(i) && !redundant(i)

load "panels.gp"
