# The coursework's two figures: time over message size at three numbers of processes, and over the number of processes
# at three sizes.
call "style.gp" ARG1 ARG2 ARG3 ARG4

held = "2 16 128 8 16384 33554432"
panels = 6
do for [i = 1:3] {
  panel_x[i] = "bytes"
  panel_title[i] = p_text(word(held, i))
  panel_x[i + 3] = "p"
  panel_title[i + 3] = bytes_text(word(held, i + 3))
}
do for [i = 1:panels] { panel_axis[i] = axis_seconds }
shows(i) = wanted(i) && strcol(i <= 3 ? "p" : "bytes") eq word(held, i)
y(value) = value

load "panels.gp"
