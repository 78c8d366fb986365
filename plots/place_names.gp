# Places the names of formulas to the right of panel k, which shows what is from y_low to y_high: labels and arrows from 11 on,
# `named` of them. They stand as high as their lines end, but names that are too near push each other apart; a stroke leads
# from each to its line.
line_height = 11.0
plot_pixels = (top(k) - bottom(k)) * height
array end_x[1 + words(all_series) * words(formula_kinds) * lines]
array end_y[|end_x|]
array end_name[|end_x|]
array place_of[|end_x|]
named = 0
do for [kind in formula_kinds] {
  do for [s = 1:words(all_series)] {
    do for [l = 1:lines] {
      ending = 1 + marks_of(k, s, kind, l)
      if (last_x[ending] > 0) {
        named = named + 1
        end_x[named] = last_x[ending]; end_y[named] = last_y[ending]; end_name[named] = formula_name(word(all_series, s))
        place_of[named] = log(end_y[named] / y_low) / log(y_high / y_low) * plot_pixels
      }
    }
  }
}

# Numbers of names, the lowest line first.
ordered = ""
do for [n = 1:named] {
  lowest = 0
  do for [m = 1:named] {
    if (!has(ordered, sprintf("%d", m))) { if (lowest == 0 ? 1 : place_of[m] < place_of[lowest]) { lowest = m } }
  }
  ordered = ordered . quoted(sprintf("%d", lowest))
}
do for [round = 1:2 * named] {
  do for [n = 2:named] {
    lower = int(word(ordered, n - 1)); upper = int(word(ordered, n))
    lacking = line_height - (place_of[upper] - place_of[lower])
    if (lacking > 0) { place_of[lower] = place_of[lower] - lacking / 2; place_of[upper] = place_of[upper] + lacking / 2 }
  }
}
do for [n = 1:named] {
  name_y = bottom(k) + place_of[n] / height
  set arrow 10 + n from end_x[n], end_y[n] to screen right(k) + 8.0 / width, screen name_y nohead back linewidth 0.6 linecolor rgb formula_grey
  set label 10 + n end_name[n] at screen right(k) + 11.0 / width, screen name_y left font ",9" textcolor rgb formula_grey
}
