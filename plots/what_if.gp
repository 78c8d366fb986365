# What if: time over message size, and beside it how many times as long as the baseline each variant takes; for
# up to three numbers of processes. The first series of an algorithm is its baseline, the others are its variants.
call "style.gp" ARG1 ARG2 ARG3 ARG4

baselines = ""
do for [name in all_series] {
  known = 0
  do for [other in baselines] { known = known || plain(other) eq plain(name) }
  if (!known) { baselines = add(baselines, name) }
}
baseline_of(name) = word(baselines, sum [b = 1:words(baselines)] (plain(word(baselines, b)) eq plain(name) ? b : 0))

times = ""
stats rows using (wanted(0) && has(baselines, strcol("series")) ? (times = times . place(strcol("series")) . strcol("value"), 0) : 0) nooutput

# Every row's ratio, once: each curve looks at all rows. A baseline has none.
stats rows using 0 nooutput
array ratios[STATS_records]
ratio_of(name) = has(baselines, name) ? NaN : column("value") / found(place(baseline_of(name)))
keep(x) = (ratios[int(column(0)) + 1] = wanted(0) ? ratio_of(strcol("series")) : NaN)
stats rows using (keep(0)) nooutput

# Sizes on the x axis where there are any; every other panel shows ratios.
sized = word(all_bytes, words(all_bytes)) > 0
shown_p = !sized ? 1 : words(all_p) < most_panels / 2 ? words(all_p) : most_panels / 2
panels = 2 * shown_p
side_by_side = 2
p_of(i) = spread(all_p, (i + 1) / 2, shown_p)
is_ratio(i) = i % 2 == 0
ratio_label(i) = "time / baseline"
do for [i = 1:panels] {
  panel_x[i] = sized ? "bytes" : "p"
  panel_axis[i] = is_ratio(i) ? axis_ratio : axis_seconds
  panel_title[i] = sized ? p_text(p_of(i)) : ""
}
shows(i) = wanted(i) && (!sized || strcol("p") eq p_of(i)) && (!is_ratio(i) || ratios[int(column(0)) + 1] > 0)
# `i` is the panel that is drawn.
y(value) = is_ratio(i) ? ratios[int(column(0)) + 1] : value

load "panels.gp"
