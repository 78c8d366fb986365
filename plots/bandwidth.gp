# Message size over time, which tends to the bandwidth an algorithm reaches, a panel per collective and number of processes.
most_panels = 12
call "style.gp" ARG1 ARG2 ARG3 ARG4

y_axis = axis_bandwidth
load "over_bytes.gp"
shows(i) = wanted(i) && in_panel(i)
y(value) = column("bytes") / value

load "panels.gp"
