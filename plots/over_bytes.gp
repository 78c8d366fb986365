# Panels over the message size (by_collective.gp), or over the number of processes where nothing but barriers was asked, which
# have no size. The figure has set y_axis, the command that sets up the y axis.
held = word(all_bytes, words(all_bytes)) > 0 ? "p" : "bytes"
load "by_collective.gp"
