# How many times faster than the first series, at the same size and of the same kind; a panel per number of processes.
call "style.gp" ARG1 ARG2 ARG3

baseline = word(all_series, 1)
place(x) = " " . strcol("kind") . ":" . strcol("p") . ":" . strcol("bytes") . "="
times = ""
stats rows using (wanted(0) && strcol("series") eq baseline ? (times = times . place(0) . strcol("value"), 0) : 0) nooutput
found(position, name) = position ? word(times[position + strlen(name):*], 1) + 0 : NaN
baseline_time(name) = found(strstrt(times, name), name)

panels = panels_of(all_p)
do for [i = 1:panels] {
  panel_x[i] = "bytes"
  panel_axis[i] = axis_speedup
  panel_title[i] = p_text(pick(all_p, i))
}
shows(i) = wanted(i) && strcol("p") eq pick(all_p, i)
y(value) = baseline_time(place(0)) / value

load "panels.gp"
