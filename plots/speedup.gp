# How many times faster than its baseline (ratio.gp), over message size, a panel per collective and number of processes.
most_panels = 12
call "style.gp" ARG1 ARG2 ARG3 ARG4
load "ratio.gp"

y_axis = axis_ratio
load "over_bytes.gp"
shows(i) = wanted(i) && in_panel(i) && !redundant(i)

load "panels.gp"
