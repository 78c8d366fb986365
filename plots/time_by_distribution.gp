# Time over message size, a panel per algorithm, a line per distribution of the elements among the ranks.
call "style.gp" ARG1 ARG2 ARG3

mark = " distribution "
algorithm_of(name) = strstrt(name, mark) ? name[1:strstrt(name, mark) - 1] : name
distribution_of(name) = strstrt(name, mark) ? name[strstrt(name, mark) + strlen(mark):*] : "one distribution"
all_algorithms = ""; all_distributions = ""
do for [name in all_series] {
  all_algorithms = add(all_algorithms, algorithm_of(name))
  all_distributions = add(all_distributions, distribution_of(name))
}

panels = panels_of(all_algorithms)
do for [i = 1:panels] {
  panel_x[i] = "bytes"
  panel_axis[i] = axis_seconds
  panel_title[i] = pick(all_algorithms, i)
}
shows(i) = wanted(i) && algorithm_of(strcol("series")) eq pick(all_algorithms, i)
y(value) = value
same_y = 1

# A distribution looks the same in every panel, and stands once in the legend.
place(s) = sum [i = 1:words(all_distributions)] \
             (word(all_distributions, i) eq distribution_of(word(all_series, s)) ? i : 0)
colour(s) = int(word(colours, (place(s) - 1) % words(colours) + 1) + 0)
filled(s) = int(word(filled_shapes, (place(s) - 1) % words(filled_shapes) + 1))
below(s) = words(all_distributions) - place(s) < 5 ? words(all_distributions) - place(s) : 5
legend_of(name) = algorithm_of(name) eq word(all_algorithms, 1) ? distribution_of(name) : ""

load "panels.gp"
