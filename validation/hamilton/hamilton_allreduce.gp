# The coursework's two figures, side by side: time over message size at three numbers of processes, and over the number of
# processes at three sizes.
call "style.gp" ARG1 ARG2 ARG3 ARG4

held = "2 8 16 16384 128 33554432"
panels = 6
over_bytes(i) = i % 2 == 1
do for [i = 1:panels] {
  panel_x[i] = over_bytes(i) ? "bytes" : "p"
  panel_title[i] = over_bytes(i) ? p_text(word(held, i)) : bytes_text(word(held, i))
  panel_axis[i] = axis_seconds
}
shows(i) = wanted(i) && strcol(over_bytes(i) ? "p" : "bytes") eq word(held, i)
y(value) = value

load "panels.gp"
