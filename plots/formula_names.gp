# Names of formulas, whose lines all have one colour. Sets formula_name(series), what stands at a line's end; names_width, the
# pixels that these take to the right of a panel, 0 where there is no formula; and formula_text(kind), what the legend calls a
# kind of formulas.

# "ring" of "ring(segment_bytes=8K)" where no other series is a ring.
before_options(name) = strstrt(name, "(") > 2 ? name[1:strstrt(name, "(") - 1] : name
alike(name) = sum [s = 1:words(all_series)] (before_options(word(all_series, s)) eq before_options(name) ? 1 : 0)
shortened(name) = strlen(name) > 24 ? name[1:23] . "…" : name
trimmed(name) = name[strlen(name):*] eq " " ? name[1:strlen(name) - 1] : name
formula_name(name) = shortened(alike(name) > 1 ? algorithm_in(name) : trimmed(before_options(algorithm_in(name))))
formula_text(kind) = "formula" . (kind eq "model" ? "" : " (" . kind[7:*] . ")")

longest_name = 0
if (words(formula_kinds) > 0) {
  do for [name in all_series] {
    longest_name = strlen(formula_name(name)) > longest_name ? strlen(formula_name(name)) : longest_name
  }
}
names_width = longest_name == 0 ? 0 : int(6.0 * longest_name) + 12
