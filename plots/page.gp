# What all pictures share: arguments, how data is read, lists, colours, pages. draw() calls a picture as
#
#   gnuplot -e "colours = '0x0072B2 ...'; named_colours = '...'; formula_grey = 0x808080; most_series = 8" -c PICTURE.gp ROWS OUTPUT TITLE SOURCE
#
# and it becomes OUTPUT.svg and OUTPUT.png. The colours are those of palette.hpp;
# named_colours is a list of the looks (style.gp) of the series of ROWS, each before its colour. ROWS is a CSV file without quotes. SOURCE is
# a line for each platform and other source of the numbers, or empty. Sizes of messages grow to the right, or downwards as in
# tables.

rows = ARG1
output_prefix = ARG2
page_title = ARG3
page_source = ARG4
# Its lines stand at the bottom: `eval label_source` is label 3 of a page whose last `source_height` pixels are free.
breaks = sum [i = 1:strlen(page_source)] (page_source[i:i] eq "\n" ? 1 : 0)
source_height = page_source eq "" ? 0 : 13 * (breaks + 1) + 8
label_source = 'set label 3 page_source at screen 10.0 / width, (source_height - 8.0) / height left font sprintf(",%d", format eq "svg" ? 9 : 7) textcolor rgb grey'

set encoding utf8
set micro
set datafile separator comma
set datafile columnheaders
set datafile missing NaN

# Lists are strings of quoted words, for word() and words().
quoted(name) = '"' . name . '" '
add(list, name) = strstrt(list, quoted(name)) ? list : list . quoted(name)
has(list, name) = strstrt(list, quoted(name)) > 0
# From 1 on; 0 where it is not there.
position(list, name) = sum [i = 1:words(list)] (word(list, i) eq name ? i : 0)

# Point shapes tell series apart on grey paper.
filled_shapes = "7 5 9 11 13 15"
colour(s) = int(word(colours, (s - 1) % words(colours) + 1) + 0)
named_colour(name) = int(word(named_colours[strstrt(named_colours, quoted(name)) + strlen(quoted(name)):*], 1) + 0)
filled(s) = int(word(filled_shapes, (s - 1) % words(filled_shapes) + 1))
hollow(s) = filled(s) - 1
grey = 0x404040
# With white: so much of the colour, from 0 to 1.
channel(c, shift, s) = int(255 - (255 - ((int(c) >> shift) & 255)) * s) << shift
mixed(c, s) = channel(c, 16, s) + channel(c, 8, s) + channel(c, 0, s)

# `eval page("svg")` or ("png") opens a page of `width` x `height` pixels.
page(format) = sprintf("set terminal %s noenhanced size %d, %d font 'DejaVu Sans,%d' background 'white'; ", \
                       format eq "svg" ? "svg" : "pngcairo", width, height, format eq "svg" ? 12 : 9) . \
               "set output output_prefix . '." . format . "'"

set border 3 linecolor "#404040"
set tics nomirror out scale 0.6 font ",10"
set key noautotitle
