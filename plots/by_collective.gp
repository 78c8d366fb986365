# A panel per collective and value of the column `held`, p or bytes, over the other one of these: up to 6, or where there are
# several collectives, most_panels. The figure has set held and y_axis, the command that sets up the y axis.
held_text(number) = held eq "p" ? p_text(number) : number > 0 ? bytes_text(number) : ""
several = words(collectives) > 1
per_collective = !several ? 6 : words(collectives) > most_panels ? 1 : most_panels / words(collectives)
panels = 0
array panel_collective[most_panels]
array panel_held[most_panels]
do for [name in collectives] {
  numbers = ""
  note_number(x) = (numbers = add(numbers, strcol(held)), 0)
  stats rows using (wanted(0) && collective_of(strcol("series")) eq name ? note_number(0) : 0) nooutput
  sorted = ""
  do for [number in value("all_" . held)] { if (has(numbers, number)) { sorted = add(sorted, number) } }
  shown_numbers = words(sorted) < per_collective ? words(sorted) : per_collective
  do for [k = 1:(panels + shown_numbers > most_panels ? most_panels - panels : shown_numbers)] {
    panels = panels + 1
    panel_collective[panels] = name
    panel_held[panels] = spread(sorted, k, shown_numbers)
    panel_x[panels] = held eq "p" ? "bytes" : "p"
    panel_axis[panels] = y_axis
    text = held_text(panel_held[panels])
    panel_title[panels] = (several ? name . (text eq "" ? "" : ", ") : "") . text
  }
}
in_panel(i) = collective_of(strcol("series")) eq panel_collective[i] && strcol(held) eq panel_held[i]
