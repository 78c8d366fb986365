# Time over the number of processes, a panel per message size.
call "style.gp" ARG1 ARG2 ARG3 ARG4

panels = panels_of(all_bytes)
do for [i = 1:panels] {
  panel_x[i] = "p"
  panel_axis[i] = axis_seconds
  panel_title[i] = bytes_text(pick(all_bytes, i))
}
shows(i) = wanted(i) && strcol("bytes") eq pick(all_bytes, i)
y(value) = value

load "panels.gp"
