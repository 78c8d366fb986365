# Time over the size of all contributions together, a panel per number of processes and algorithm, a line per
# distribution of the elements among the ranks.
call "style.gp" ARG1 ARG2 ARG3 ARG4

bytes_label = "all contributions together"

mark = " distribution "
algorithm_of(name) = strstrt(name, mark) ? name[1:strstrt(name, mark) - 1] : name
distribution_of(name) = strstrt(name, mark) ? name[strstrt(name, mark) + strlen(mark):*] : "one distribution"
all_algorithms = ""
do for [name in all_series] { all_algorithms = add(all_algorithms, algorithm_of(name)) }

# A number of processes has its algorithms side by side.
beside = panels_of(all_algorithms)
rows_of_panels = words(all_p) < most_panels / beside ? words(all_p) : most_panels / beside
panels = beside * rows_of_panels
side_by_side = beside
algorithm_at(i) = pick(all_algorithms, (i - 1) % beside + 1)
p_at(i) = spread(all_p, (i - 1) / beside + 1, rows_of_panels)
do for [i = 1:panels] {
  panel_x[i] = "bytes"
  panel_axis[i] = axis_seconds
  panel_title[i] = words(all_p) > 1 ? algorithm_at(i) . ", " . p_text(p_at(i)) : algorithm_at(i)
}
shows(i) = wanted(i) && strcol("p") eq p_at(i) && algorithm_of(strcol("series")) eq algorithm_at(i)
y(value) = value
same_y = 1

# A distribution looks the same in every panel, and stands once in the legend.
look_of(name) = distribution_of(name)
colour_of_look(n) = int(word(colours, (n - 1) % words(colours) + 1) + 0)

load "panels.gp"
