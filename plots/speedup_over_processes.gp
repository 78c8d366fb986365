# How many times faster than its baseline (ratio.gp), over the number of processes: a panel per collective and message size.
most_panels = 12
call "style.gp" ARG1 ARG2 ARG3
load "ratio.gp"

of_collective(name) = has(collectives, name) && collective_of(strcol("series")) eq name
per_collective = words(collectives) < 2 ? 6 : most_panels / words(collectives)
panels = 0
array panel_collective[most_panels]
array panel_bytes[most_panels]
do for [name in collectives] {
  sizes = ""
  note_size(x) = (sizes = add(sizes, strcol("bytes")), 0)
  stats rows using (wanted(0) && of_collective(name) ? note_size(0) : 0) nooutput
  sorted = ""
  do for [bytes in all_bytes] { if (has(sizes, bytes)) { sorted = add(sorted, bytes) } }
  shown_sizes = words(sorted) < per_collective ? words(sorted) : per_collective
  do for [k = 1:(panels + shown_sizes > most_panels ? most_panels - panels : shown_sizes)] {
    panels = panels + 1
    panel_collective[panels] = name
    panel_bytes[panels] = spread(sorted, k, shown_sizes)
    panel_x[panels] = "p"
    panel_axis[panels] = axis_ratio
    panel_title[panels] = (words(collectives) > 1 ? name . (panel_bytes[panels] > 0 ? ", " : "") : "") . \
                          (panel_bytes[panels] > 0 ? bytes_text(panel_bytes[panels]) : "")
  }
}
shows(i) = wanted(i) && of_collective(panel_collective[i]) && strcol("bytes") eq panel_bytes[i] && !redundant(i)

load "panels.gp"
