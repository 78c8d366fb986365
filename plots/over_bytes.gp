# Panels over the message size, one per number of processes, or one panel over the number of processes where nothing but
# barriers was asked, which have no size. The figure has set y_axis, the command that sets up the y axis.
sized = word(all_bytes, words(all_bytes)) > 0

panels = sized ? panels_of(all_p) : 1
do for [i = 1:panels] {
  panel_x[i] = sized ? "bytes" : "p"
  panel_axis[i] = y_axis
  panel_title[i] = sized ? p_text(pick(all_p, i)) : ""
}
in_panel(i) = !sized || strcol("p") eq pick(all_p, i)
