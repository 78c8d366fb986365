# Names at the ends of lines. Sets line_name(look), what stands there; direct, whether all lines have names, or formulas alone, whose
# lines have all one colour; names_width, the pixels that names take to the right of a panel, 0 where there are none; and
# formula_text(kind), what the legend calls a kind of formulas.

# "ring" of "ring(segment_bytes=8K)" where no other look is a ring; "new (rabenseifner)" as it is, if it fits.
before_options(name) = strstrt(name, "(") > 2 ? name[1:strstrt(name, "(") - 1] : name
alike(name) = sum [n = 1:words(looks)] (before_options(word(looks, n)) eq before_options(name) ? 1 : 0)
trimmed(name) = name[strlen(name):*] eq " " ? name[1:strlen(name) - 1] : name
whole_name(name) = alike(name) > 1 || strstrt(name, " (") > 0 && strlen(name) <= 24 ? name : trimmed(before_options(name))
line_name(name) = strlen(whole_name(name)) > 24 ? whole_name(name)[1:23] . "…" : whole_name(name)
formula_text(kind) = "formula" . (kind eq "model" ? "" : " (" . kind[7:*] . ")")

# Three panels in a row have no place for names.
longest_name = 0; direct = columns < 3
do for [name in looks] {
  longest_name = strlen(line_name(name)) > longest_name ? strlen(line_name(name)) : longest_name
  direct = direct && line_name(name) eq whole_name(name)
}
names_width = direct || words(formula_kinds) > 0 ? int(6.0 * longest_name) + 12 : 0
