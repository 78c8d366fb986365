# How many times faster a row is than its baseline, at the same place and of the same kind: with what-ifs, than the same
# algorithm without overrides; else than the series of the same collective whose algorithm is `baseline`, if the figure has
# set that, or the first one. Sets reference(collective), what the baseline is called, and references, all of these;
# ratio_label(i), what the axis of panel i says; is_baseline(name); redundant(x), whether the current row says nothing besides being a
# baseline; and y(value) for panels.gp.
if (!exists("baseline")) { baseline = "" }
algorithm_of(name) = strstrt(name, " ") > 0 ? name[1:strstrt(name, " ") - 1] : name
first_series = ""
do for [collective in collectives] {
  first = ""
  do for [i = words(all_series):1:-1] {
    name = word(all_series, i)
    if (collective_of(name) eq collective && (baseline eq "" || algorithm_of(name) eq baseline)) { first = name }
  }
  first_series = first_series . quoted(first)
}
first_of(collective) = word(first_series, position(collectives, collective))
what_if = 0
do for [name in all_series] { what_if = what_if || plain(name) ne name && has(all_series, plain(name)) }
baseline_of(name) = what_if ? plain(name) : first_of(collective_of(name))
reference(collective) = baseline ne "" ? baseline : what_if ? "without overrides" : algorithm_in(first_of(collective))
references = ""
do for [collective in collectives] { references = add(references, reference(collective)) }
ratio_label(i) = "faster than " . (words(references) == 1 ? word(references, 1) : reference(panel_collective[i]))

times = ""
is_baseline(name) = baseline_of(name) eq name
stats rows using (wanted(0) && is_baseline(strcol("series")) ? (times = times . place(strcol("series")) . strcol("value"), 0) : 0) nooutput

# Looked up once a row: every series of every panel asks for all of them.
stats rows using 0 nooutput
array ratios[STATS_records]
stats rows using (ratios[int(column(0)) + 1] = found(place(baseline_of(strcol("series")))) / column("value"), 0) nooutput
redundant(x) = what_if && is_baseline(strcol("series"))
y(value) = ratios[int(column(0)) + 1]

