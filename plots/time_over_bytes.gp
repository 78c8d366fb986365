# Time over message size, a panel per number of processes.
call "style.gp" ARG1 ARG2 ARG3

panels = panels_of(all_p)
do for [i = 1:panels] {
  panel_x[i] = "bytes"
  panel_axis[i] = axis_seconds
  panel_title[i] = p_text(pick(all_p, i))
}
shows(i) = wanted(i) && strcol("p") eq pick(all_p, i)
y(value) = value

load "panels.gp"
