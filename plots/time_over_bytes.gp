# Time over message size, a panel per collective and number of processes.
most_panels = 12
call "style.gp" ARG1 ARG2 ARG3 ARG4

y_axis = axis_seconds
load "over_bytes.gp"
shows(i) = wanted(i) && in_panel(i)
y(value) = value

load "panels.gp"
