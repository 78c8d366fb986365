# Places the names of lines to the right of panel k, which shows what is from y_low to y_high: labels and arrows from 11 on,
# `named` of them. They stand as high as their lines end, but names that are too near push each other apart; a stroke leads
# from each to its line. Where all lines have names, those of series have their colours, and a formula has one if it ends elsewhere.
line_height = 11.0
plot_pixels = (top(k) - bottom(k)) * height
most_names = 1 + words(all_series) * (words(formula_kinds) + 1) * lines
array end_x[most_names]
array end_y[most_names]
array end_name[most_names]
array end_colour[most_names]
array place_of[most_names]
named = 0
# What is dark enough to be read on white.
ink(c) = mixed_with_black(c, 0.3 * ((int(c) >> 16) & 255) + 0.59 * ((int(c) >> 8) & 255) + 0.11 * (int(c) & 255) > 120 ? 0.65 : 1)
mixed_with_black(c, share) = (int(((int(c) >> 16) & 255) * share) << 16) + (int(((int(c) >> 8) & 255) * share) << 8) + int((int(c) & 255) * share)
height_of(ending) = log(last_y[ending] / y_low) / log(y_high / y_low) * plot_pixels
name_end(ending, c) = (named = named + 1, end_x[named] = last_x[ending], end_y[named] = last_y[ending], \
                       end_name[named] = line_name(word(looks, look(s))), end_colour[named] = c, \
                       place_of[named] = height_of(ending))
do for [s = 1:words(all_series)] {
  do for [l = 1:lines] {
    own = 0
    do for [kind in simulated_kinds . quoted("native") . quoted("published")] {
      ending = 1 + marks_of(k, s, kind, l)
      if (direct && own == 0 && last_x[ending] > 0) { own = name_end(ending, colour_of_look(look(s))) }
    }
    do for [kind in formula_kinds] {
      ending = 1 + marks_of(k, s, kind, l)
      if (last_x[ending] > 0 && (own == 0 || abs(height_of(ending) - own) > 2 * line_height)) { x = name_end(ending, formula_grey) }
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
# None stands above the panel, and none on another.
do for [n = named:1:-1] {
  lower = int(word(ordered, n))
  ceiling = n == named ? plot_pixels : place_of[int(word(ordered, n + 1))] - line_height
  place_of[lower] = place_of[lower] < ceiling ? place_of[lower] : ceiling
}
do for [n = 2:named] {
  lower = int(word(ordered, n - 1)); upper = int(word(ordered, n))
  place_of[upper] = place_of[upper] > place_of[lower] + line_height ? place_of[upper] : place_of[lower] + line_height
}
do for [n = 1:named] {
  name_y = bottom(k) + place_of[n] / height
  set arrow 10 + n from end_x[n], end_y[n] to screen right(k) + 8.0 / width, screen name_y nohead back linewidth 0.6 linecolor rgb end_colour[n]
  set label 10 + n end_name[n] at screen right(k) + 11.0 / width, screen name_y left font ",9" textcolor rgb ink(end_colour[n])
}
